import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Spider } from './spider.ts';

const TEST = fileURLToPath(new URL('../..', import.meta.url));
const FOLDERS = ['flows', 'rest', 'rest/v1', 'graphql', 'stats', 'fold', 'websites', 'jobs'];
/** Spider removes rows without saying how many; these ask for nothing but the number. */
const LEFT_OUT = [
  'keeps today and the days before it, and every rollup',
  'removes much in small steps, and stops between two of them',
  'forgets client ids two days after the day they were seen on',
  'takes what was counted for a deleted website along, and nothing else',
  'stops where it is told to and goes on the next time',
  'watches for a week what late hits bring back',
];

/** Files of the suites that every database has to pass. */
export function suites(short: boolean): string[] {
  return (short ? ['flows', 'rest/v1'] : FOLDERS).flatMap(folder =>
    readdirSync(`${TEST}/${folder}`)
      .filter(name => name.endsWith('.test.ts'))
      .map(name => `${folder}/${name}`)
      .filter(path => readFileSync(`${TEST}/${path}`, 'utf8').includes('eachDatabase(')),
  );
}

/** Runs suites over the Spider head, on databases split by website; `leaveOut` what is known not to work there. */
export async function runSuites(
  spider: Spider,
  files: readonly string[],
  { leaveOut }: { readonly leaveOut: boolean },
): Promise<{ passed: number; failed: string[] }> {
  const child = spawn(
    process.execPath,
    [
      '--test',
      '--test-reporter=tap',
      '--test-concurrency=2',
      '--test-timeout=300000',
      '--test-name-pattern=on MariaDB',
      ...(leaveOut ? LEFT_OUT : []).map(name => `--test-skip-pattern=${name}`),
      ...files.map(path => `${TEST}/${path}`),
    ],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        NODE_TEST_CONTEXT: undefined,
        TEST_MARIADB_URL: spider.head.url,
        TEST_MARIADB_PREPARATION: new URL('./shard-each-database.ts', import.meta.url).href,
        TEST_SHARDS: spider.shards.map(({ url }) => url).join(' '),
      },
    },
  );
  const said: Buffer[] = [];
  child.stdout.on('data', part => said.push(part));
  await once(child, 'close');
  const text = Buffer.concat(said).toString();
  const failed = [...text.matchAll(/^ *not ok \d+ - ([^\n]*)/gm)].map(([, name = '']) => `A suite failed: ${name}`);
  return { passed: Number(/^# pass (\d+)$/m.exec(text)?.[1] ?? 0), failed };
}
