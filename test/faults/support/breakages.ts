/** A change to src that removes a guarantee, as could happen by mistake. */
export interface Breakage {
  readonly what: string;
  /** Replaces a step of a class, in the process and in each of its threads, before the service runs. */
  readonly replace?: () => Promise<void>;
  /** Paths are relative to src; the control fails if a file lacks its text. */
  readonly changes?: readonly { readonly file: string; readonly from: string; readonly to: string }[];
}

/** The breakages of the controls, by name. */
export const BREAKAGES = {
  hastySpool: {
    what: 'a spool that acknowledges from memory and writes four seconds later',
    async replace() {
      const { DurableSpool } = await import('../../../src/spool/spool.ts');
      const { append } = DurableSpool.prototype;
      DurableSpool.prototype.append = async function (encoded, hits) {
        // Each hit is delayed separately, or the ones that are due would take newer ones along.
        setTimeout(() => void append.call(this, encoded, hits).catch(() => undefined), 4_000);
      };
    },
  },
  forgetfulFold: {
    what: 'a fold that forgets its position',
    changes: [{ file: 'db/rollups/fold-state.ts', from: 'return row?.position ?? 0;', to: 'return 0;' }],
  },
  impatientFold: {
    what: 'a fold that continues when the database does not accept its hits',
    changes: [
      {
        file: 'fold/run.ts',
        from: 'await this.#work(entry.spool.id, batches);',
        to: 'await this.#work(entry.spool.id, batches).catch(() => undefined);',
      },
      { file: 'fold/thread.ts', from: 'timeout: 30_000', to: 'timeout: 300' },
      { file: 'fold/work.ts', from: 'const ATTEMPTS = 20;', to: 'const ATTEMPTS = 1;' },
    ],
  },
  eagerWebsites: {
    what: 'a collector that does not wait until the websites are known',
    changes: [{ file: 'websites/known.ts', from: 'ready: () => seen !== null', to: 'ready: () => true' }],
  },
  endlessPatience: {
    what: 'statements without a timeout',
    changes: [
      { file: 'db/dialects/mysql.ts', from: '}, timeout);', to: '}, 1e9);' },
      { file: 'db/dialects/mysql.ts', from: 'acquire: options.timeout', to: 'acquire: 1e9' },
      { file: 'db/dialects/mysql.ts', from: 'connectTimeout: CONNECT_TIMEOUT', to: 'connectTimeout: 1e9' },
    ],
  },
  patientStop: {
    what: 'a stop that waits for the fold without a limit',
    changes: [{ file: 'service/gateway.ts', from: 'const FOLD_PATIENCE = 3_000;', to: 'const FOLD_PATIENCE = 1e9;' }],
  },
  stubbornWait: {
    what: 'waits for a locked file in one single call',
    changes: [{ file: 'db/dialects/sqlite.ts', from: 'const BUSY_WAIT = 500;', to: 'const BUSY_WAIT = 1e9;' }],
  },
  sameSpool: {
    what: 'spools that all have the same name',
    changes: [
      {
        file: 'spool/spool.ts',
        from: 'const id = randomUUID();',
        to: "const id = 'spool' + randomUUID().slice(0, 0);",
      },
    ],
  },
  ownSalts: {
    what: 'gateways that do not share their salts',
    changes: [
      { file: 'collect/salts.ts', from: "return row.salt.toString('hex');", to: "return fresh.toString('hex');" },
    ],
  },
  noAdoption: {
    what: 'gateways that do not adopt the spools of dead processes',
    async replace() {
      const { FoldLoop } = await import('../../../src/fold/run.ts');
      FoldLoop.prototype.adopt = async () => [];
    },
  },
  rawText: {
    what: 'texts that are stored unchanged',
    changes: [
      {
        file: 'domain/text.ts',
        from: "return hasNul(wellFormed) ? wellFormed.replaceAll('\\0', REPLACEMENT) : wellFormed;",
        to: 'return text;',
      },
    ],
  },
  forgetfulSender: {
    what: 'senders that do not check whether a mail was already sent when its sender died',
    changes: [
      { file: 'reports/due.ts', from: '(await journal.wasHandedOver(before.claim)) === false', to: 'journal !== null' },
    ],
  },
  openLock: {
    what: 'passwords that can be guessed without a limit',
    changes: [{ file: 'accounts/guesses.ts', from: 'before >= free', to: 'before >= 1e9' }],
  },
  chattyCollector: {
    what: 'a collector that logs what it receives',
    changes: [
      {
        file: 'http/collect-endpoints.ts',
        from: 'if (outcome) answerOutcome(response, outcome);',
        to: 'console.log(raw); if (outcome) answerOutcome(response, outcome);',
      },
    ],
  },
  noLimits: {
    what: 'a GraphQL endpoint without limits',
    changes: [
      { file: 'graphql/limits.ts', from: 'if (given <= LIMITS[limit]) return;', to: 'return;' },
      { file: 'graphql/limits.ts', from: 'if (tokens > LIMITS.tokens)', to: 'if (tokens > 1e9)' },
      { file: 'graphql/limits.ts', from: 'if (depth > LIMITS.depth) {', to: 'if (depth > 1e9) {' },
    ],
  },
  noTimeouts: {
    what: 'a server without timeouts',
    changes: [{ file: 'http/server.ts', from: 'const PATIENCE = 10_000;', to: 'const PATIENCE = 0;' }],
  },
  rudeMigration: {
    what: 'a migration that cannot be repeated',
    changes: [{ file: 'db/migrations/0001-first-tables.ts', from: 'CREATE TABLE IF NOT EXISTS', to: 'CREATE TABLE' }],
  },
  unlockedMigration: {
    what: 'migrations without a lock',
    changes: [
      {
        file: 'db/migrate.ts',
        from: "return dialect.exclusively('migrate', async () => {",
        to: 'return (async work => work())(async () => {',
      },
    ],
  },
  boldRelease: {
    what: 'a release that does not check which release migrated the database',
    changes: [{ file: 'db/migrate.ts', from: 'if (unknown.length > 0)', to: 'if (unknown.length > 1e9)' }],
  },
} as const satisfies Record<string, Breakage>;

export type BreakageName = keyof typeof BREAKAGES;
