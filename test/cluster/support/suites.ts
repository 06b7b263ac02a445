import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Spider } from './spider.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const TEST = join(ROOT, 'test');
const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs');
/** Those of the short run, which write and read everything once. */
const SHORT = [
  ...['random-websites', 'statistics', 'properties', 'sources', 'time-zone', 'website-settings'].map(
    name => `flows/${name}.test.ts`,
  ),
  'rest/v1/stats.test.ts',
  'rest/v1/websites.test.ts',
];
const FOLDERS = ['flows', 'rest', 'rest/v1', 'graphql', 'stats', 'fold', 'websites', 'jobs'];
/** Spider removes rows without reporting how many; these tests check only that number. */
const LEFT_OUT = [
  'keeps today and the days before it, and every rollup',
  'removes much in small steps, and stops between two of them',
  'forgets client ids two days after the day they were seen on',
  'takes what was counted for a deleted website along, and nothing else',
  'stops where it is told to and goes on the next time',
  'watches for a week what late hits bring back',
];

/** Returns the files of the suites that every database has to pass. */
export function suites(short: boolean): readonly string[] {
  if (short) return SHORT;
  return FOLDERS.flatMap(folder =>
    readdirSync(`${TEST}/${folder}`)
      .filter(name => name.endsWith('.test.ts'))
      .map(name => `${folder}/${name}`)
      .filter(path => readFileSync(`${TEST}/${path}`, 'utf8').includes('eachDatabase(')),
  );
}

/**
 * Runs suites over the Spider head, on databases split by website; `leaveOut` skips the tests that cannot pass there.
 */
export async function runSuites(
  spider: Spider,
  files: readonly string[],
  { leaveOut }: { readonly leaveOut: boolean },
): Promise<{ passed: number; failed: string[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'footfall-suites-'));
  const report = join(folder, 'report.json');
  try {
    const run = spawn(
      process.execPath,
      [
        VITEST,
        'run',
        '--project=databases',
        '--reporter=json',
        `--outputFile=${report}`,
        '--maxWorkers=2',
        `--testNamePattern=^${leaveOut ? `(?!.*(?:${LEFT_OUT.join('|')}))` : ''}.*on MariaDB`,
        ...files.map(path => `test/${path}`),
      ],
      {
        cwd: ROOT,
        stdio: ['ignore', 'ignore', 'inherit'],
        env: {
          ...process.env,
          TEST_TIMEOUT: '300000',
          TEST_MARIADB_URL: spider.head.url,
          TEST_MARIADB_PREPARATION: new URL('./shard-each-database.ts', import.meta.url).href,
          TEST_SHARDS: spider.shards.map(({ url }) => url).join(' '),
        },
      },
    );
    const [code] = await once(run, 'close');
    const { numPassedTests, testResults } = JSON.parse(await readFile(report, 'utf8')) as Report;
    const failed = testResults.filter(({ status }) => status === 'failed').flatMap(failuresOf);
    if (code !== 0 && failed.length === 0) failed.push(`A suite failed: the run exited with ${code}.`);
    return { passed: numPassedTests, failed };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The parts of vitest's JSON report that are read. */
interface Report {
  readonly numPassedTests: number;
  readonly testResults: readonly FileResult[];
}

interface FileResult {
  readonly name: string;
  readonly status: string;
  readonly message: string;
  readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
}

/** A file fails through its tests, or as a whole when a hook or an import fails. */
function failuresOf({ name, message, assertionResults }: FileResult): string[] {
  const tests = assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName);
  return (tests.length > 0 ? tests : [`${name}: ${message}`]).map(sentence => `A suite failed: ${sentence}`);
}
