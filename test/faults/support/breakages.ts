/** A change to src that takes a guarantee away, as it could happen by mistake. */
export interface Breakage {
  readonly what: string;
  /** Paths below src; a text that its file does not have ends the control. */
  readonly changes: readonly { readonly file: string; readonly from: string; readonly to: string }[];
}

/** What the controls break, by name. */
export const BREAKAGES = {
  hastySpool: {
    what: 'a spool that acknowledges from memory and writes four seconds later',
    changes: [
      {
        file: 'spool/spool.ts',
        from: 'queued += hits;\n      const done = new Promise<void>((resolve, reject) => waiting.push({ encoded, hits, resolve, reject }));\n      if (!busy) committing = commit();\n      return done;',
        // Each hit by itself: those that are due would take along what has just come.
        to: 'setTimeout(() => {\n        queued += hits;\n        waiting.push({ encoded, hits, resolve() {}, reject() {} });\n        if (!busy) committing = commit();\n      }, 4_000);\n      return Promise.resolve();',
      },
    ],
  },
  forgetfulFold: {
    what: 'a fold that forgets how far it has come',
    changes: [{ file: 'db/rollups/fold-state.ts', from: 'return row?.position ?? 0;', to: 'return 0;' }],
  },
  impatientFold: {
    what: 'a fold that goes on when the database does not take its hits',
    changes: [
      {
        file: 'fold/run.ts',
        from: 'await work(entry.spool.id, batches);',
        to: 'await work(entry.spool.id, batches).catch(() => undefined);',
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
    what: 'a stop that waits for the fold however long it takes',
    changes: [{ file: 'service/gateway.ts', from: 'const FOLD_PATIENCE = 3_000;', to: 'const FOLD_PATIENCE = 1e9;' }],
  },
  stubbornWait: {
    what: 'waits for a locked file that are a single call each',
    changes: [{ file: 'db/dialects/sqlite.ts', from: 'const BUSY_WAIT = 500;', to: 'const BUSY_WAIT = 1e9;' }],
  },
  sameSpool: {
    what: 'spools that all have one name',
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
    what: 'gateways that leave alone the spools of dead processes',
    changes: [{ file: 'fold/run.ts', from: 'await adoptSpools(options.folder, options.unreadable)', to: '[]' }],
  },
  rawText: {
    what: 'texts that are stored as they come',
    changes: [
      {
        file: 'domain/text.ts',
        from: "return hasNul(wellFormed) ? wellFormed.replaceAll('\\0', REPLACEMENT) : wellFormed;",
        to: 'return text;',
      },
    ],
  },
  forgetfulSender: {
    what: 'senders that do not ask whether a mail was out when its sender died',
    changes: [
      { file: 'reports/due.ts', from: '(await journal.wasHandedOver(before.claim)) === false', to: 'journal !== null' },
    ],
  },
  openLock: {
    what: 'passwords that may be guessed at as often as anyone likes',
    changes: [{ file: 'accounts/guesses.ts', from: 'guess.count >= free', to: 'guess.count >= 1e9' }],
  },
  chattyCollector: {
    what: 'a collector that logs what it takes',
    changes: [
      {
        file: 'http/collect-endpoints.ts',
        from: 'if (outcome) answerOutcome(response, outcome);',
        to: 'console.log(raw); if (outcome) answerOutcome(response, outcome);',
      },
    ],
  },
  noLimits: {
    what: 'a GraphQL without limits',
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
    what: 'a migration that cannot be run again',
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
    what: 'a release that does not look at what migrated the database',
    changes: [{ file: 'db/migrate.ts', from: 'if (unknown.length > 0)', to: 'if (unknown.length > 1e9)' }],
  },
} as const satisfies Record<string, Breakage>;

export type BreakageName = keyof typeof BREAKAGES;
