import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../../src/db/open.ts';
import type { ImportMapping, ImportSource } from '../../src/domain/import.ts';
import { KnownValues } from '../../src/fold/known-values.ts';
import type { ImportContext } from '../../src/imports/context.ts';
import { type Import, importsOf } from '../../src/imports/imports.ts';
import { addImport } from '../../src/imports/new-import.ts';
import { runImport } from '../../src/imports/run.ts';
import type { Place } from './databases.ts';

/** The time of tests of imports. */
export const NOW = Date.parse('2026-03-10T12:00:00Z');

/** What a test can say about an import. */
export interface Given {
  readonly files: Readonly<Record<string, string | Buffer>>;
  readonly source?: ImportSource;
  readonly dryRun?: boolean;
  readonly until?: number;
  readonly timezone?: string;
  readonly mapping?: ImportMapping;
}

/** Thrown by a step to kill an import there. */
export class Killed extends Error {}

/** Imports into website 1 of a database, in this process. */
export class Importing {
  readonly database: Database;
  readonly #place: Place;
  #files = 0;

  constructor(database: Database, place: Place) {
    this.database = database;
    this.#place = place;
  }

  context(more: Partial<ImportContext> = {}): ImportContext {
    return {
      database: this.database,
      dataDir: this.#place.dataDir,
      maxBytes: 64 * 1024 * 1024,
      retentionDays: 400,
      maxNewValues: 20_000,
      geoDb: null,
      spamList: true,
      now: () => NOW,
      databaseTime: () => NOW,
      known: new KnownValues(),
      mostRows: 50,
      mostInMemory: 20,
      ...more,
    };
  }

  /** Registers an import of files with these contents. */
  async add({ files, source, dryRun = false, until, timezone, mapping }: Given): Promise<number> {
    const folder = join(this.#place.dataDir, `files-${this.#files++}`);
    await mkdir(folder);
    const stored: { name: string; path: string; bytes: number }[] = [];
    for (const [name, content] of Object.entries(files)) {
      const path = join(folder, name);
      await writeFile(path, content);
      stored.push({ name, path, bytes: Buffer.byteLength(content) });
    }
    const { id } = await addImport(
      this.database,
      {
        website: 1,
        account: null,
        source: source ?? null,
        dryRun,
        files: stored,
        timezone: timezone ?? null,
        until: until ?? null,
        mapping: mapping ?? null,
      },
      NOW,
    );
    return id;
  }

  async run(id: number, more: Partial<ImportContext> = {}): Promise<Import> {
    await runImport(this.context(more), id);
    return this.find(id);
  }

  /** Imports files and returns the import when it is over. */
  async import(given: Given): Promise<Import> {
    return this.run(await this.add(given));
  }

  async find(id: number): Promise<Import> {
    const [imports = []] = await importsOf(this.database, [1]);
    const found = imports.find(one => one.id === id);
    if (!found) throw new Error(`There is no import ${id}.`);
    return found;
  }
}

const COUNTS = [
  ...['pageviews', 'visitors', 'visits', 'bounces', 'seconds', 'events'],
  ...['engaged_seconds', 'engaged_pages', 'depth_percent', 'depth_pages'],
];

/**
 * Kills the first attempt at an import after its first step, the second after its second, and so on; returns how many
 * were killed.
 */
export async function runKilled(importing: Importing, id: number): Promise<number> {
  for (let kills = 0; ; kills++) {
    let steps = 0;
    const stepped = () => {
      if (++steps > kills) throw new Killed();
    };
    try {
      await importing.run(id, { stepped });
      return kills;
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
      // A killed process leaves its lease behind, which ends.
      await importing.database.dialect.run('UPDATE import SET held_until = 0');
    }
  }
}

/** Returns everything that counts in a database, with texts in place of ids, which are never given twice. */
export async function dump({ dialect }: Database): Promise<string[]> {
  const sums = COUNTS.map(name => `r.${name}`).join(', ');
  const value = `CASE WHEN r.name IN (1, 2) THEN r.value_id ELSE (SELECT v.value FROM stat_value v WHERE v.website_id = r.website_id AND v.id = r.value_id) END AS value`;
  const text = (column: string) =>
    `(SELECT v.value FROM stat_value v WHERE v.website_id = r.website_id AND v.id = r.${column}) AS ${column}`;
  const queries = [
    `SELECT r.website_id, r.name, r.day, ${value}, ${sums} FROM rollup_day r`,
    `SELECT r.website_id, r.day, ${text('value_id')}, ${text('unit_id')}, r.amount FROM rollup_amount r`,
    `SELECT r.website_id, r.period, r.at, ${text('event_id')}, ${text('key_id')}, ${text('value_id')}, r.events FROM rollup_property r`,
    `SELECT r.website_id, r.day, r.visitor, r.at, r.visit_no, ${text('page')}, ${text('event')} FROM hit r`,
    `SELECT r.website_id, r.day, r.visitor, r.no, r.first_at, r.last_at, r.pageviews, ${text('landing_page')}, ${text('exit_page')} FROM visit r`,
    ...['import_block', 'import_run', 'import_row', 'import_undo'].map(table => `SELECT r.* FROM ${table} r`),
    'SELECT r.imports FROM website_fold r WHERE r.imports IS NOT NULL',
  ];
  const lines: string[] = [];
  for (const [place, sql] of queries.entries())
    for (const row of await dialect.all(sql))
      lines.push(`${place} ${JSON.stringify(row, (_, cell) => (typeof cell === 'bigint' ? String(cell) : cell))}`);
  return lines.sort();
}
