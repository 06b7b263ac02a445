import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { describe, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');

/** Files that break a rule on purpose, each with the rule that must report it. */
const WRONG: readonly [file: string, text: string, rule: string][] = [
  ['src/domain/a.ts', "import { b } from '../db/open.ts'; b;", 'domain-imports'],
  ['src/domain/b.ts', "import type { Config } from '../config.ts'; export type X = Config;", 'domain-imports'],
  ['src/domain/c.ts', "export * from '../stats/query.ts';", 'domain-imports'],
  ['src/domain/d.ts', "export const later = () => import('../stats/query.ts');", 'domain-imports'],
  ['src/db/a.ts', "import '../websites/access.ts';", 'db-imports'],
  ['src/accounts/a.ts', "import '../websites/access.ts';", 'accounts-imports'],
  ['src/websites/a.ts', "import '../stats/query.ts';", 'websites-imports'],
  ['src/collect/a.ts', "import '../fold/fold.ts';", 'collect-imports'],
  ['src/fold/a.ts', "import '../stats/query.ts';", 'fold-imports'],
  ['src/stats/a.ts', "import '../fold/fold.ts';", 'stats-imports'],
  ['src/reports/a.ts', "import '../graphql/schema.ts';", 'reports-imports'],
  ['src/counting/a.ts', "import '../db/dialect.ts';", 'counting-imports'],
  ['src/spool/a.ts', "import '../fold/fold.ts';", 'spool-imports'],
  ['src/backup/a.ts', "import '../stats/query.ts';", 'backup-imports'],
  ['src/jobs/a.ts', "import '../graphql/schema.ts';", 'jobs-imports'],
  ['src/graphql/a.ts', "import '../fold/fold.ts';", 'graphql-imports'],
  ['src/graphql/b.ts', "import '../service/app.ts';", 'graphql-imports'],
  ['src/rest/a.ts', "import '../stats/query.ts';", 'rest-imports'],
  ['src/rest/b.ts', "import type { Database } from '../db/open.ts'; export type X = Database;", 'rest-imports'],
  ['src/http/a.ts', "import '../stats/query.ts';", 'http-imports'],
  ['src/http/e.ts', "import '../graphql/schema.ts';", 'http-imports'],
  ['src/pages/a.ts', "import '../stats/query.ts';", 'pages-imports'],
  ['src/process/a.ts', "import '../domain/hit.ts';", 'process-imports'],
  ['src/stats/d.ts', "import type { B } from './e.ts'; export type A = B;", 'no-circles'],
  ['src/tracker/a.ts', "import '../domain/hit.ts';", 'tracker-imports'],
  ['src/dashboard/a.ts', "import '../graphql/schema.ts';", 'dashboard-imports'],
  ['src/dashboard/b.ts', "import '../domain/e.ts';", 'no-zod-in-browsers'],
  ['src/stats/b.ts', "import type { Request } from 'express'; export type X = Request;", 'express-only-in-rest'],
  ['src/stats/c.ts', "import { GraphQLError } from 'graphql'; GraphQLError;", 'graphql-only-in-graphql-rest'],
  ['src/http/b.ts', "import builder from '@pothos/core'; builder;", 'graphql-only-in-graphql-rest'],
  ['src/http/c.ts', "import { Sequelize } from 'sequelize'; Sequelize;", 'sequelize-only-in'],
  ['src/fold/b.ts', "import mysql from 'mysql2/promise'; mysql;", 'sqlite3-only-in-db'],
  ['src/collect/b.ts', "import sqlite from 'sqlite3'; sqlite;", 'sqlite3-only-in-db'],
  ['src/collect/c.ts', "import { DatabaseSync } from 'node:sqlite'; DatabaseSync;", 'sqlite-of-node'],
  ['src/http/d.ts', "import { pino } from 'pino'; pino;", 'pino-only-in-log'],
  ['src/log.ts', "import './config.ts';", 'root-files'],
  ['src/main.ts', "import '../test/support/x.ts';", 'nothing-from-tests'],
  ['src/cli/c.ts', "import './nowhere.ts';", 'no-unresolved'],
  ['src/cli/d.ts', "import fc from 'fast-check'; fc;", 'no-development-packages'],
];

/** The files that the wrong ones import, so that only the rule can fail. */
const THERE = [
  'db/open',
  'db/dialect',
  'config',
  'stats/query',
  'websites/access',
  'fold/fold',
  'graphql/schema',
  'service/app',
  'domain/hit',
];

const RIGHT: readonly [file: string, text: string][] = [
  ['src/db/r.ts', "import '../domain/hit.ts'; import '../log.ts'; import sqlite from 'sqlite3'; sqlite;"],
  [
    'src/graphql/r.ts',
    "import '../stats/query.ts'; import '../db/open.ts'; import { GraphQLError } from 'graphql'; GraphQLError;",
  ],
  ['src/stats/r.ts', "import '../websites/access.ts'; import '../db/open.ts';"],
  ['src/domain/e.ts', "import * as z from 'zod'; z;"],
  ['src/dashboard/r.ts', "import '../domain/hit.ts';"],
  ['src/service/jobs.ts', "import './app.ts'; import '../stats/query.ts'; import '../config.ts';"],
];

describe('the layer rule', () => {
  it('reports every kind of wrong import, and no correct one', async () => {
    const tree = await mkdtemp(join(tmpdir(), 'footfall-layers-'));
    try {
      for (const module of THERE)
        await put(tree, `src/${module}.ts`, 'export type Config = 1; export type Database = 1; export const b = 1;');
      await put(tree, 'test/support/x.ts', 'export {};');
      await put(tree, 'src/stats/e.ts', "import type { A } from './d.ts'; export type B = A;");
      for (const [file, text] of [...WRONG, ...RIGHT]) await put(tree, file, text);
      await put(tree, 'package.json', readFileSync(join(ROOT, 'package.json'), 'utf8'));
      await symlink(join(ROOT, 'node_modules'), join(tree, 'node_modules'));
      const found = await violations(tree);
      for (const [file, text, rule] of WRONG)
        assert.ok(
          found.some(one => one.file === file && one.rule.startsWith(rule)),
          `${file} says ${text} and ${rule} did not notice.`,
        );
      for (const [file] of RIGHT)
        assert.deepEqual(
          found.filter(one => one.file === file),
          [],
        );
    } finally {
      await rm(tree, { recursive: true });
    }
  });

  it('also reports a type that is imported in the middle of a line', () => {
    assert.deepEqual(
      occurrences(/\bimport\(['"][^'"]+['"]\)\s*\.\s*[A-Z]\w*/g, () => true),
      [],
    );
  });
});

describe('SQL and the names of engines', () => {
  it('occur only in db, spool and backup', () => {
    const sql =
      /\b(SELECT\s[^;]{1,200}\sFROM|INSERT INTO|DELETE FROM|UPDATE \w+ SET|(CREATE|ALTER|DROP) TABLE)\b|['"`](sqlite|mysql|mariadb)['"`]/g;
    // The guides of importers have commands for the databases of other tools.
    assert.deepEqual(
      occurrences(sql, file => !/^src\/(db|spool|backup|imports\/sources)\//.test(file)),
      [],
    );
  });
});

/** Returns `file: text` for every match in the server's source. */
function occurrences(pattern: RegExp, within: (file: string) => boolean): string[] {
  const files = globSync('src/**/*.ts', { cwd: ROOT }).filter(within);
  assert.ok(files.length > 5);
  return files.flatMap(file =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(pattern)].map(([found]) => `${file}: ${found}`),
  );
}

async function put(tree: string, file: string, text: string): Promise<void> {
  await mkdir(dirname(join(tree, file)), { recursive: true });
  await writeFile(join(tree, file), `${text}\n`);
}

async function violations(cwd: string): Promise<{ file: string; rule: string; to: string }[]> {
  const cruiser = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const args = [cruiser, 'src', '--config', join(ROOT, '.dependency-cruiser.cjs'), '--output-type', 'json'];
  const output = await new Promise<string>((done, fail) => {
    // The exit code is the number of violations, not an error of the run.
    execFile(process.execPath, args, { cwd, maxBuffer: 1e8 }, (error, stdout, stderr) =>
      stdout.startsWith('{')
        ? done(stdout)
        : fail(new Error(`dependency-cruiser did not run: ${stderr}`, { cause: error })),
    );
  });
  const { summary } = JSON.parse(output) as {
    summary: { violations: { from: string; to: string; rule: { name: string } }[] };
  };
  return summary.violations.map(({ from, to, rule }) => ({ file: from, rule: rule.name, to }));
}
