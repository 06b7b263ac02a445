import { STORED_METRICS } from '../domain/metrics.ts';
import { SumsBatch } from '../fold/sums-batch.ts';
import { REPEATED_WHOLLY } from './earlier-sums.ts';
import type { CountedValue, Row, SumsRow } from './importer.ts';
import type { SeenRows } from './seen-rows.ts';
import type { SumsSource } from './source.ts';
import { countsValue, putRow } from './sums-judge.ts';
import { addToTally, type Tally } from './tally.ts';

/** Adds rows of sums to what was seen, and what counts of them to a tally, as the file has it. */
export async function readSums(
  { judge, earlier }: SumsSource,
  rows: readonly Row[],
  seen: SeenRows,
  tally: Tally,
): Promise<void> {
  const repeats = earlier.isEmpty ? null : await repeatsAmong({ judge, earlier }, rows);
  for (const row of rows) {
    if (row.type === 'bad') seen.leaveOutBad(row);
    else if (row.type === 'note') seen.note(row);
    else if (row.type === 'left out') seen.leaveOut(row.reason);
    else if (row.type === 'hit') throw new Error('Only sums were expected.');
    else {
      const verdict = judge.judge(row);
      if (verdict === null) {
        const counted = repeats ? (repeats.get(row) ?? []) : row.counted.filter(countsValue);
        if (counted === REPEATED) seen.leaveOut('repeated');
        else {
          seen.count(row.day);
          for (const one of counted) addToTally(tally, row.day, one);
        }
      } else if ('bad' in verdict) seen.leaveOutBad({ file: row.file, line: row.line, reason: verdict.bad });
      else seen.leaveOut(verdict.leftOut);
    }
  }
}

/** What counts of a row that earlier imports have counted. */
const REPEATED: SumsRow['counted'] = [];

/** Returns what counts of each row that the judge lets pass. */
async function repeatsAmong(
  { judge, earlier }: SumsSource,
  rows: readonly Row[],
): Promise<ReadonlyMap<SumsRow, SumsRow['counted']>> {
  const batch = new SumsBatch();
  const passed = rows.filter((row): row is SumsRow => row.type === 'sums' && judge.judge(row) === null);
  passed.forEach((row, place) => {
    putRow(batch, place, row);
  });
  const repeated = await earlier.repeated(batch);
  let entry = 0;
  return new Map(
    passed.map(row => {
      const values = row.counted.filter(countsValue);
      const left = values.flatMap(one => {
        const metrics = repeated[entry++] as number;
        return metrics === REPEATED_WHOLLY ? [] : [metrics === 0 ? one : { ...one, sums: without(one.sums, metrics) }];
      });
      return [row, left.length === 0 && values.length > 0 ? REPEATED : left];
    }),
  );
}

/** Returns sums without those of some metrics, given as bits. */
function without(sums: CountedValue['sums'], metrics: number): CountedValue['sums'] {
  return Object.fromEntries(
    STORED_METRICS.flatMap((metric, number) =>
      sums[metric] === undefined || (metrics & (1 << number)) !== 0 ? [] : [[metric, sums[metric]]],
    ),
  );
}
