import type { Database } from '../db/open.ts';
import { dateOf } from '../domain/calendar.ts';
import { counted } from '../domain/counted.ts';
import { findMetric, STORED_METRICS } from '../domain/metrics.ts';
import type { Difference } from '../fold/verify.ts';
import type { Website } from '../websites/website.ts';
import { command, type Program, startProgress, withServiceSettings } from './command.ts';
import { allWebsites, websiteOption } from './website.ts';

/** The number of differences that are printed; a longer list is of no use to a reader. */
const TOLD = 20;

/** `verify` and `rebuild`. */
export function register(program: Program): void {
  command(
    program,
    'verify',
    'Recount the statistics and pack the columns of this machine from the hits and visits that are kept, and compare; the exit code is 1 if they differ.',
  )
    .option('--website <domain>', 'only this website: its domain or id')
    .answers(async ({ website }: { website?: string }) => {
      const [{ verify }, { checkSegments }, { openColumnStore }] = await Promise.all([
        import('../fold/verify.ts'),
        import('../db/columns/check.ts'),
        import('../db/columns/store.ts'),
      ]);
      const found = await forEach(website, async ({ database, dataDir }, { id, domain }, progress) => {
        const { rows, differences, damaged } = await verify(database, id, done => progress(done / 2));
        const faults: string[] = [];
        const store = await openColumnStore(database, dataDir, ({ message }) => faults.push(message));
        const files = await checkSegments(database.dialect, store, id, done => progress((1 + done) / 2));
        const packed = { damaged: damaged.map(({ from, to }) => ({ from: dateOf(from), to: dateOf(to) })) };
        return { domain, rows, differences: differences.map(differenceJson), packed, columns: { files, faults } };
      });
      const faultsOf = ({ differences, packed, columns }: (typeof found)[number]) =>
        differences.length + packed.damaged.length + columns.faults.length;
      if (found.some(one => faultsOf(one) > 0)) process.exitCode = 1;
      const text = found.flatMap(({ domain, rows, differences, packed: { damaged }, columns: { files, faults } }) => [
        `${domain}: ${counted(rows, 'row')} compared, ${counted(differences.length, 'difference')}.`,
        ...some(differences.map(lineOf)),
        ...some(damaged.map(({ from, to }) => `  What is packed of ${from} to ${to} is damaged. It is packed again.`)),
        ...(files + faults.length > 0
          ? [`${domain}: ${counted(files, 'file')} of columns compared, ${faults.length} wrong.`]
          : []),
        ...some(faults.map(fault => `  ${fault} It is removed and will be packed again.`)),
      ]);
      return { json: found, text: text.join('\n') || 'No websites exist.' };
    });

  command(
    program,
    'rebuild',
    'Replace the statistics with a recount of the hits and visits that are kept; earlier days stay unchanged.',
  )
    .option('--website <domain>', 'only this website: its domain or id')
    .answers(async ({ website }: { website?: string }) => {
      const { rebuild } = await import('../fold/verify.ts');
      const found = await forEach(website, async ({ database }, { id, domain }, progress) => {
        return { domain, rows: await rebuild(database, id, progress) };
      });
      const text = found.map(({ domain, rows }) => `${domain}: ${rows} rows written.`);
      return { json: found, text: text.join('\n') || 'No websites exist.' };
    });
}

/** Returns the first lines, and how many more there are. */
function some(lines: readonly string[]): readonly string[] {
  return lines.length <= TOLD ? lines : [...lines.slice(0, TOLD), `  and ${lines.length - TOLD} more`];
}

interface Machine {
  readonly database: Database;
  readonly dataDir: string;
}

/** Works on one website at a time, so that only one of them is locked. */
async function forEach<T>(
  only: string | undefined,
  work: (on: Machine, website: Website, progress: (done: number) => void) => Promise<T>,
): Promise<T[]> {
  const progress = startProgress();
  return withServiceSettings(async (database, { dataDir }) => {
    const websites = only === undefined ? await allWebsites(database, null) : [await websiteOption(database, only)];
    const found: T[] = [];
    for (const website of websites) {
      const tell = (done: number) => progress.tell(`${website.domain}: ${Math.floor(done * 100)} %`);
      found.push(await work({ database, dataDir }, website, tell));
    }
    return found;
  }).finally(progress.clear);
}

interface DifferenceJson {
  readonly period: string;
  readonly at: string;
  readonly rollup: number;
  readonly value: number;
  readonly stored: Difference['stored'];
  readonly counted: Difference['counted'];
}

function differenceJson({ period, stored, counted }: Difference): DifferenceJson {
  const row = stored ?? counted;
  const at = row?.at ?? 0;
  const text =
    period === 'day' ? dateOf(at) : `${1970 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`;
  return { period, at: text, rollup: row?.rollup ?? 0, value: row?.value ?? 0, stored, counted };
}

function lineOf({ at, rollup, value, stored, counted }: DifferenceJson): string {
  const sums = (row: Difference['stored']) =>
    row
      ? STORED_METRICS.map(metric => `${row[metric]} ${findMetric(metric).label.toLowerCase()}`).join(', ')
      : 'nothing';
  return `  ${at}, rollup ${rollup}, value ${value}: stored ${sums(stored)}; counted ${sums(counted)}`;
}
