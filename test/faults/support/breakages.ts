/** A step of a class or of a list, or a limit, and what a control puts in its place. */
export interface Seam {
  readonly owner: object;
  readonly name: string;
  readonly broken: unknown;
}

/** A missing guarantee, as a mistake could cause it. */
export interface Breakage {
  readonly what: string;
  /** Returns what is replaced, in the process and in each of its threads, before the service runs. */
  readonly seams: () => Promise<readonly Seam[]>;
}

/** The types make sure that the owner has such a step, and that its replacement can stand in for it. */
function seam<T extends object, K extends string & keyof T>(owner: T, name: K, broken: T[K]): Seam {
  return { owner, name, broken };
}

function named<T extends { readonly name: string }>(list: readonly T[], name: string): T {
  const found = list.find(entry => entry.name === name);
  if (!found) throw new Error(`There is no ${name}; there are: ${list.map(entry => entry.name).join(', ')}.`);
  return found;
}

const NEVER = 1e9;

/** The breakages of the controls, by name. */
export const BREAKAGES = {
  hastySpool: {
    what: 'a spool that acknowledges from memory and writes four seconds later',
    async seams() {
      const { Spool } = await import('../../../src/spool/spool.ts');
      const { append } = Spool.prototype;
      return [
        seam(Spool.prototype, 'append', async function (this: typeof Spool.prototype, encoded, hits) {
          // Each hit is delayed separately, or the ones that are due would take newer ones along.
          setTimeout(() => void append.call(this, encoded, hits).catch(() => undefined), 4_000);
        }),
      ];
    },
  },
  sameSpool: {
    what: 'spools that all have the same name',
    async seams() {
      const { Spool } = await import('../../../src/spool/spool.ts');
      return [seam(Spool, 'newId', () => 'spool')];
    },
  },
  anyOwner: {
    what: 'spools and databases that all have the same id',
    async seams() {
      const { FoldLoop } = await import('../../../src/fold/run.ts');
      const { Spool } = await import('../../../src/spool/spool.ts');
      const same = { id: 'same', ownsUnmarked: true };
      const { adopt } = FoldLoop.prototype;
      const { bind } = Spool.prototype;
      return [
        seam(FoldLoop.prototype, 'adopt', function (this: typeof FoldLoop.prototype) {
          return adopt.call(this, same);
        }),
        seam(Spool.prototype, 'bind', function (this: typeof Spool.prototype) {
          return bind.call(this, same);
        }),
      ];
    },
  },
  noAdoption: {
    what: 'gateways that do not adopt the spools of dead processes',
    async seams() {
      const { FoldLoop } = await import('../../../src/fold/run.ts');
      return [seam(FoldLoop.prototype, 'adopt', async () => [])];
    },
  },
  noThreads: {
    what: 'reads of single visits in the thread that serves requests',
    async seams() {
      const { ReadingThreads } = await import('../../../src/stats/threads.ts');
      const { createReadingWork } = await import('../../../src/stats/work.ts');
      const { openDatabase } = await import('../../../src/db/open.ts');
      const work = createReadingWork(openDatabase(process.env.DATABASE_URL ?? 'sqlite::memory:').dialect);
      return [seam(ReadingThreads.prototype, 'of', () => work)];
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
  forgetfulFold: {
    what: 'a fold that forgets its position',
    async seams() {
      const { Checkpoint } = await import('../../../src/db/rollups/fold-state.ts');
      return [seam(Checkpoint.prototype, 'read', async () => 0)];
    },
  },
  impatientFold: {
    what: 'a fold that continues when the database does not accept its hits',
    async seams() {
      const { FoldLoop } = await import('../../../src/fold/run.ts');
      const { LIMITS } = await import('../../../src/fold/work.ts');
      const { fold } = FoldLoop.prototype;
      return [
        seam(FoldLoop.prototype, 'fold', function (this: typeof FoldLoop.prototype, ...order) {
          return fold.apply(this, order).catch(() => undefined);
        }),
        seam(LIMITS, 'statement', 300),
        seam(LIMITS, 'attempts', 1),
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
