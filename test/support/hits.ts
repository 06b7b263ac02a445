import { settleInstance } from '../../src/db/instance.ts';
import { type Database, openDatabase } from '../../src/db/open.ts';
import { NO_PROPERTIES } from '../../src/domain/properties.ts';
import { DIMENSIONS } from '../../src/domain/statistics.ts';
import { encodeHit, type Hit } from '../../src/domain/stored-hit.ts';
import { localDay } from '../../src/domain/time-zone.ts';
import { KnownValues } from '../../src/fold/known-values.ts';
import { FoldLoop } from '../../src/fold/run.ts';
import { createFoldWork, type FoldWorkOptions } from '../../src/fold/work.ts';
import { Spool } from '../../src/spool/spool.ts';
import type { Place } from './databases.ts';
import { createTables } from './tables.ts';

/** The parts of a hit that matter to a test; by default, a plain pageview of `/` by an arbitrary visitor. */
export interface HitParts extends Partial<Omit<Hit, 'values'>> {
  readonly timezone?: string;
  /** Texts by the name of their statistic. */
  readonly values?: Readonly<Record<string, string>>;
}

/** Returns a hit with its day and hour computed from its time. */
export function hitOf({ timezone = 'UTC', values = {}, ...parts }: HitParts): Hit {
  const time = parts.time ?? Date.parse('2026-03-10T12:00:00Z');
  const texts: (string | 0)[] = [];
  for (const { name, rollup, latest } of DIMENSIONS) {
    while (texts.length < rollup) texts.push(0);
    const isPage = name === 'page' || name === 'landing_page';
    if (latest === undefined) texts.push(values[name] ?? (isPage ? (values.page ?? '/') : name === 'event' ? 0 : ''));
  }
  return {
    website: 1,
    time,
    ...localDay(time, timezone),
    visitor: '00000000000000aa',
    kind: 'pageview',
    id: '',
    source: parts.id ? 'page' : null,
    amount: null,
    unit: '',
    seconds: 0,
    properties: NO_PROPERTIES,
    depth: null,
    interactive: true,
    network: null,
    ...parts,
    values: texts,
  };
}

/** Returns a migrated database with websites 1 to `count`, all of account 1. */
export async function databaseWithWebsites(place: Place, count = 1): Promise<Database> {
  await createTables(place.url);
  const database = openDatabase(place.url);
  for (let id = 1; id <= count; id++) {
    await database.dialect.run(
      `INSERT INTO website (id, account_id, domain, privacy, email, exclude_bots, honor_gpc, timezone, created_at, updated_at) VALUES (?, 1, ?, 1, 0, 1, 0, 'UTC', 0, 0)`,
      [id, `site-${id}.example`],
    );
  }
  return database;
}

/** Returns the options of a fold that keeps every hit. */
export function foldOptions(more: Partial<FoldWorkOptions> = {}): FoldWorkOptions {
  return {
    known: new KnownValues(),
    maxNewValues: 20_000,
    retentionDays: 400_000,
    now: Date.now,
    databaseTime: more.now ?? Date.now,
    report() {},
    ...more,
  };
}

/** Creates a spool for the hits of a database. */
export async function spoolOf(database: Database, folder: string): Promise<Spool> {
  return Spool.create(folder, { instance: await settleInstance(database) });
}

/** Returns a fold of `spool` that fails, instead of waiting, when the database is away. */
export function startFold(
  database: Database,
  spool: Spool,
  folder: string,
  more: Partial<FoldWorkOptions> = {},
  every = 5,
): FoldLoop {
  return new FoldLoop(database, spool, createFoldWork(database, foldOptions(more)), {
    folder,
    every,
    waiting(error) {
      throw error;
    },
    unreadable(error) {
      throw error;
    },
    foreign(message) {
      throw new Error(message);
    },
  });
}

/** Spools the hits and folds them, each list separately. */
export async function foldAll(
  database: Database,
  place: Place,
  lists: readonly (readonly Hit[])[],
  more: Partial<FoldWorkOptions> = {},
): Promise<void> {
  const folder = `${place.dataDir}/spool`;
  const spool = await spoolOf(database, folder);
  const run = startFold(database, spool, folder, more, 60_000);
  try {
    await run.drain();
    for (const hits of lists) {
      if (hits.length === 0) continue;
      await spool.append(hits.map(encodeHit).join(','), hits.length);
      await run.drain();
    }
  } finally {
    await run.stop();
  }
  await spool.remove();
}
