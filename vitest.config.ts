import { statfsSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { CountReporter } from './test/support/count-reporter.ts';

/** Tests that reach no database, server or browser. They share processes. */
const PURE = [
  'test/domain/**/*.test.ts',
  'test/dashboard/{forget,statistics,websites}/*.test.ts',
  'test/config.test.ts',
  'test/accounts/{guesses,secrets}.test.ts',
  'test/db/rollups/*.test.ts',
  'test/db/sql-text.test.ts',
  'test/messages/*.test.ts',
  'test/collect/{bots,parse,continents,place-record,user-agent}.test.ts',
  'test/imports/{bounded,readers,sorted,sources}/*.test.ts',
  'test/reports/changes.test.ts',
  'test/reports/words.test.ts',
  'test/rest/{export,page-json}.test.ts',
  'test/stats/{chunks,pages}.test.ts',
];

/** Tests that use Chromium to look at pages or their scripts. */
const BROWSER = [
  'test/dashboard/*.test.ts',
  'test/tracker/{engagement,event,links,message,script,snippet}.test.ts',
  'test/graphql/graphiql/page.test.ts',
  'test/pages/{docs,unsubscribe}.test.ts',
  'test/flows/{behind-proxy,first-hit,shop,snippets}.test.ts',
];

/** Tests that compare committed files with the code. */
const CONTRACTS = ['test/contracts/*.test.ts'];

/** Milliseconds, only to end tests that hang; no test asserts a duration. A cluster takes longer and sets its own. */
const TIMEOUT = Number(process.env.TEST_TIMEOUT ?? 120_000);

/** The tests' files are kept in memory if it has room, because no test depends on a disk. */
const MEMORY = '/dev/shm';
const ROOM = 4 * 2 ** 30;

// The cache outlives the run, so it must not be in memory.
process.env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'footfall-compile-cache');
// Shells set it for other programs, and here it is a setting.
delete process.env.LANGUAGE;
if (freeBytes(MEMORY) >= ROOM) process.env.TMPDIR ??= MEMORY;

function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return 0;
  }
}

export default defineConfig({
  test: {
    pool: 'forks',
    // Each worker imports the sources once instead of once per file.
    isolate: false,
    // The tests of many files make much garbage that is soon dead; young generations of this size collect it less often.
    execArgv: ['--min-semi-space-size=32', '--max-semi-space-size=64'],
    // One more than there are cores, because tests also wait for servers, browsers and child processes.
    maxWorkers: availableParallelism() + 1,
    testTimeout: TIMEOUT,
    hookTimeout: TIMEOUT,
    slowTestThreshold: 10_000,
    reporters: ['default', new CountReporter()],
    setupFiles: 'test/support/environment.ts',
    // Node itself imports the sources, as it does in production.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    coverage: { provider: 'v8', include: ['src/**/*.ts'], reporter: ['text-summary', 'html'] },
    projects: [
      { extends: true, test: { name: 'pure', include: PURE, setupFiles: 'test/support/english.ts' } },
      { extends: true, test: { name: 'contracts', include: CONTRACTS } },
      {
        extends: true,
        test: {
          name: 'browser',
          include: BROWSER,
          globalSetup: 'test/support/setup-browser.ts',
          setupFiles: ['test/support/environment.ts', 'test/support/time-limits.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'databases',
          include: ['test/**/*.test.ts'],
          exclude: [...PURE, ...CONTRACTS, ...BROWSER],
          globalSetup: 'test/support/setup-databases.ts',
          setupFiles: ['test/support/environment.ts', 'test/support/time-limits.ts'],
        },
      },
    ],
  },
});
