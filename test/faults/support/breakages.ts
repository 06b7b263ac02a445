import { COLUMN_BREAKAGES } from './column-breakages.ts';
import { POISON_BREAKAGES } from './poison-breakages.ts';
import { type Breakage, named, seam } from './seam.ts';
import { SPOOL_BREAKAGES } from './spool-breakages.ts';

const NEVER = 1e9;

/** The breakages of the controls, by name. */
export const BREAKAGES = {
  ...SPOOL_BREAKAGES,
  ...COLUMN_BREAKAGES,
  ...POISON_BREAKAGES,
  noThreads: {
    what: 'reads of single visits in the thread that serves requests',
    async seams() {
      const { ReadingThreads } = await import('../../../src/stats/threads.ts');
      const { Answerer } = await import('../../../src/stats/answerer.ts');
      const { ALLOWANCES, clock } = await import('../../../src/stats/budget.ts');
      const { openDatabase } = await import('../../../src/db/open.ts');
      const database = openDatabase(process.env.DATABASE_URL ?? 'sqlite::memory:');
      const answerer = new Answerer(database, 'stranger');
      const { ms } = ALLOWANCES.stranger;
      return [seam(ReadingThreads.prototype, 'answer', (_asker, task) => answerer.answer(task, clock() + ms))];
    },
  },
  ownClock: {
    what: 'gateways that believe their own clocks',
    async seams() {
      const { DatabaseClock } = await import('../../../src/db/clock.ts');
      return [
        seam(DatabaseClock.prototype, 'now', () => Date.now()),
        seam(DatabaseClock.prototype, 'agrees', () => true),
      ];
    },
  },
  eagerWebsites: {
    what: 'a collector that does not wait until the websites are known',
    async seams() {
      const { KnownWebsites } = await import('../../../src/websites/known.ts');
      return [seam(KnownWebsites.prototype, 'ready', () => true)];
    },
  },
  ownSalts: {
    what: 'gateways that do not share their salts',
    async seams() {
      const { Salts } = await import('../../../src/collect/salts.ts');
      return [seam(Salts.prototype, 'share', async (_day, fresh) => fresh.toString('hex'))];
    },
  },
  rawText: {
    what: 'names of events that are kept unchanged',
    async seams() {
      const { STEPS } = await import('../../../src/collect/steps.ts');
      return [
        seam(named(STEPS, 'event'), 'run', draft => {
          draft.event = String(draft.raw.event?.name ?? '');
          return undefined;
        }),
      ];
    },
  },
  chattyCollector: {
    what: 'a collector that logs what it receives',
    async seams() {
      const { STEPS } = await import('../../../src/collect/steps.ts');
      const first = named(STEPS, 'page');
      const { run } = first;
      return [
        seam(first, 'run', (draft, world) => {
          console.log(draft.raw);
          return run(draft, world);
        }),
      ];
    },
  },
  forgetfulSender: {
    what: 'senders that do not check whether a mail was already sent when its sender died',
    async seams() {
      const { Journal } = await import('../../../src/reports/journal.ts');
      return [seam(Journal.prototype, 'wasHandedOver', async () => false)];
    },
  },
  forgetfulImport: {
    what: 'imports that begin with the first hits again when they are continued',
    async seams() {
      const { SortedHits } = await import('../../../src/imports/sorted/sorted-hits.ts');
      const { read } = SortedHits.prototype;
      let first: number | undefined;
      return [
        seam(SortedHits.prototype, 'read', function (this: typeof SortedHits.prototype, batch) {
          first ??= batch;
          return read.call(this, batch - first);
        }),
      ];
    },
  },
  openLock: {
    what: 'passwords that can be guessed without a limit',
    async seams() {
      const { Guesses } = await import('../../../src/accounts/guesses.ts');
      return [seam(Guesses.prototype, 'begin', () => null)];
    },
  },
  noLimits: {
    what: 'a GraphQL endpoint without limits on what a document contains',
    async seams() {
      const { LIMITS } = await import('../../../src/graphql/limits.ts');
      const counted = ['tokens', 'depth', 'fields', 'repetitions', 'aliases', 'fragments', 'directives'] as const;
      return counted.map(limit => seam(LIMITS, limit, Number.POSITIVE_INFINITY));
    },
  },
  noTimeouts: {
    what: 'a server that waits for requests without a limit',
    async seams() {
      const { TIMEOUTS } = await import('../../../src/http/server.ts');
      // Node takes zero for no limit.
      return [seam(TIMEOUTS, 'request', 0)];
    },
  },
  greedyServer: {
    what: 'a server that reads refused bodies to their end',
    async seams() {
      const { Lingering } = await import('../../../src/http/lingering.ts');
      return [seam(Lingering.prototype, 'after', () => undefined)];
    },
  },
  endlessPatience: {
    what: 'statements without a timeout',
    async seams() {
      const { TIMEOUTS } = await import('../../../src/db/open.ts');
      return [seam(TIMEOUTS, 'connect', NEVER), seam(TIMEOUTS, 'statement', NEVER)];
    },
  },
  patientStop: {
    what: 'a stop that waits for the fold without a limit',
    async seams() {
      const { PATIENCE } = await import('../../../src/service/gateway.ts');
      return [seam(PATIENCE, 'fold', NEVER)];
    },
  },
  stubbornWait: {
    what: 'waits for a locked file in one single call',
    async seams() {
      const { LIMITS } = await import('../../../src/db/dialects/sqlite.ts');
      return [seam(LIMITS, 'busyWait', NEVER)];
    },
  },
  rudeMigration: {
    what: 'a migration that cannot be repeated',
    async seams() {
      const { migrations } = await import('../../../src/db/migrations/all.ts');
      const first = named(migrations, '0001-first-tables');
      const { up } = first;
      return [
        seam(first, 'up', async dialect => {
          await dialect.run(`CREATE TABLE created_once (id ${dialect.types.integer})`);
          await up(dialect);
        }),
      ];
    },
  },
  unlockedMigration: {
    what: 'migrations without a lock',
    async seams() {
      const { MysqlDialect } = await import('../../../src/db/dialects/mysql.ts');
      const { SqliteDialect } = await import('../../../src/db/dialects/sqlite.ts');
      return [
        seam(MysqlDialect.prototype, 'exclusively', (_lock, work) => work()),
        seam(SqliteDialect.prototype, 'exclusively', (_lock, work) => work()),
      ];
    },
  },
  boldRelease: {
    what: 'a release that overlooks the migrations of newer releases',
    async seams() {
      const { MigrationTable } = await import('../../../src/db/migrate.ts');
      const { migrations } = await import('../../../src/db/migrations/all.ts');
      const { executed } = MigrationTable.prototype;
      return [
        seam(MigrationTable.prototype, 'executed', async function (this: typeof MigrationTable.prototype) {
          const names = await executed.call(this);
          return names.filter(name => migrations.some(migration => migration.name === name));
        }),
      ];
    },
  },
} as const satisfies Record<string, Breakage>;

export type BreakageName = keyof typeof BREAKAGES;
