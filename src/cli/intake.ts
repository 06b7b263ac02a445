import { Collector } from '../collect/collector.ts';
import { parseBatchHit } from '../collect/parse.ts';
import { openPlaces } from '../collect/place.ts';
import type { Outcome, RawHit } from '../collect/raw-hit.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/open.ts';
import type { Line } from '../imports/readers/lines.ts';
import type { Spool } from '../spool/spool.ts';
import { KnownWebsites } from '../websites/known.ts';

interface Refusal {
  readonly line: number;
  readonly field: string;
  readonly reason: string;
}

/** The results of the lines so far; empty lines do not count. */
export interface Counts {
  /** The number of the last line that was processed. */
  readonly line: number;
  readonly accepted: number;
  /** Numbers of hits, by reason. */
  readonly dropped: Readonly<Record<string, number>>;
  readonly rejected: number;
  /** The first refused lines. */
  readonly refusals: readonly Refusal[];
}

/** The collector, fed with lines instead of requests. */
export type Intake = Awaited<ReturnType<typeof createIntake>>;

interface IntakeOptions {
  readonly spool: Spool;
  /** Only hits for websites of this account count; null for all websites. */
  readonly account: number | null;
  /** Receives a message for each refused line, up to a limit. */
  readonly warn: (message: string) => void;
}

/** The number of hits in the spool beyond which reading more lines would only use disk space. */
const FULL = 50_000;
/** Refusals beyond this number are only counted, because so many have a common cause. */
const TOLD = 100;

/** Opens a collector in this process, with the websites as they are now. Rejects if the database is unavailable. */
export async function createIntake(database: Database, config: Config, { spool, account, warn }: IntakeOptions) {
  const websites = new KnownWebsites(database, { every: 3_000, report: () => undefined });
  await websites.refresh();
  const places = openPlaces({ path: config.geoDb, warn });
  const { spamList } = config;
  const rateLimit = Number.MAX_VALUE;
  const collector = new Collector({ database, spool, websites, places, rateLimit, spamList, now: Date.now });
  await collector.salts.prepare();
  const counts = {
    line: 0,
    accepted: 0,
    dropped: {} as Record<string, number>,
    rejected: 0,
    refusals: [] as Refusal[],
  };

  function refuse(refusal: Refusal): void {
    counts.rejected++;
    if (counts.refusals.length === TOLD) warn(`More than ${TOLD} lines were refused; the others are only counted.`);
    if (counts.refusals.length >= TOLD) return;
    counts.refusals.push(refusal);
    const field = refusal.field === 'line' ? '' : `${refusal.field}: `;
    warn(`Line ${refusal.line}: ${field}${refusal.reason}`);
  }

  function count(line: number, outcome: Outcome): void {
    if (outcome.status === 'accepted') counts.accepted++;
    else if (outcome.status === 'rejected') refuse({ line, field: outcome.field, reason: outcome.reason });
    else counts.dropped[outcome.reason] = (counts.dropped[outcome.reason] ?? 0) + 1;
  }

  return {
    counts: counts as Counts,

    /** Resolves when all accepted hits are durable. Rejects if they cannot be stored. */
    async take(lines: readonly Line[]): Promise<void> {
      const read = lines.map(readHit);
      const hits = read.filter(hit => hit !== null && !('reason' in hit)) as RawHit[];
      const outcomes = (await collector.collect(hits, account)).values();
      for (const [place, { number }] of lines.entries()) {
        const hit = read[place];
        if (hit) count(number, 'reason' in hit ? { status: 'rejected', ...hit } : (outcomes.next().value as Outcome));
      }
      counts.line = lines.at(-1)?.number ?? counts.line;
    },

    /** Returns true if the fold should catch up before more lines are taken. */
    isFull: () => spool.pending() > FULL,

    async close(): Promise<void> {
      await collector.flush();
      await websites.stop();
    },
  };
}

function readHit(line: Line): RawHit | { field: string; reason: string } | null {
  if (line.text === null) return { field: 'line', reason: line.fault };
  const text = line.text.trim();
  if (text === '') return null;
  try {
    return parseBatchHit(JSON.parse(text), Date.now());
  } catch {
    return {
      field: 'line',
      reason: 'The line is not valid JSON; put one hit on each line, such as {"page":"https://example.com/"}.',
    };
  }
}
