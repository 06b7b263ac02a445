import type { ImportedHits } from '../collect/imported.ts';
import { idOf, type RawHit } from '../collect/raw-hit.ts';
import type { LeftOutReason } from '../domain/import.ts';
import { DIMENSIONS } from '../domain/statistics.ts';
import { type Hit, idText } from '../domain/stored-hit.ts';
import { rowHash } from './hash.ts';
import type { HitRow, LeftOutRow, Row } from './importer.ts';
import type { Once } from './once.ts';
import type { Repeats } from './repeats.ts';

/** What becomes of a row of hits: it counts, is left out for a reason, or is bad. A note is no row. */
export type Verdict =
  | {
      readonly type: 'hit';
      readonly file: string;
      readonly hash: bigint;
      readonly hit: Hit;
    }
  | LeftOutRow
  | { readonly type: 'bad'; readonly file: string; readonly line: number; readonly reason: string }
  | { readonly type: 'note'; readonly file: string; readonly line: number; readonly reason: string };

interface JudgeOptions {
  /** The last day that counts; null for all. */
  readonly until: number | null;
  readonly repeats: Repeats;
  /** The ids that rows have given their hits. */
  readonly ids: Once;
  readonly rowKey: string;
  /** False if the hashes of rows are only needed to find repeats. */
  readonly keepsHashes: boolean;
  /** Null for sums. */
  readonly hits: ImportedHits | null;
}

/** Decides about rows of hits. It must see all rows of an import in their order, because a row can repeat one before it. */
export class Judge {
  readonly #options: JudgeOptions;
  #file = '';

  constructor(options: JudgeOptions) {
    this.#options = options;
  }

  /** Decides about rows in their order. */
  async judgeAll(rows: readonly Row[]): Promise<Verdict[]> {
    const { hits } = this.#options;
    if (hits) await hits.prepare(rows.flatMap(row => (row.type === 'hit' ? [row.hit] : [])));
    return rows.map(row => this.#judge(row));
  }

  #judge(row: Row): Verdict {
    if (row.type === 'bad' || row.type === 'note' || row.type === 'left out') return row;
    if (row.type === 'sums') throw new Error('Only hits were expected.');
    return this.#judgeHit(row);
  }

  #judgeHit({ file, line, hit: raw, given, identity }: HitRow): Verdict {
    const hit = this.#options.hits?.take(raw, given);
    if (!hit) throw new Error('Only sums were expected.');
    if ('status' in hit) {
      if (hit.status === 'rejected') return { type: 'bad', file, line, reason: hit.reason };
      if (hit.status === 'accepted' || hit.reason === 'large_amount' || hit.reason === 'rate_limited')
        throw new Error('Hits of a file have no limits.');
      return { type: 'left out', reason: hit.reason };
    }
    if (file !== this.#file) this.#options.repeats.beginFile();
    this.#file = file;
    const left = this.#leftOut(hit, raw, identity);
    return typeof left === 'string' ? { type: 'left out', reason: left } : { type: 'hit', file, hash: left, hit };
  }

  /** Returns the hash of a row that counts, or why it is left out. */
  #leftOut({ day, kind }: Hit, raw: RawHit, identity: string): bigint | LeftOutReason {
    const { until, repeats, ids, rowKey, keepsHashes } = this.#options;
    if (until !== null && day > until) return 'counted_here';
    const id = idOf(raw);
    if (id !== '' && !ids.isNew(idText({ source: null, kind, id }))) return 'duplicate';
    if (repeats.isEmpty && !keepsHashes) return 0n;
    const hash = rowHash(rowKey, identity);
    return repeats.take(hash) ? 'repeated' : hash;
  }
}

/** The statistics whose values the hits of a file have, each with the kind of hit that counts. */
export const OF_HITS = DIMENSIONS.filter(({ scope }) => scope === 'pageview' || scope === 'event');
/** The statistics of the requests of crawlers. */
export const OF_CRAWLERS = DIMENSIONS.filter(({ scope }) => scope === 'crawler');
