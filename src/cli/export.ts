import { once } from 'node:events';
import { Option } from 'commander';
import type { Cell } from '../domain/csv.ts';
import { type DayRange, dayRange } from '../domain/range.ts';
import type { Reading } from '../stats/loader.ts';
import type { StatsQuery } from '../stats/query.ts';
import type { Website } from '../websites/website.ts';
import { command, type Program, withDatabase } from './command.ts';
import { websiteOption } from './website.ts';

interface Options {
  readonly website: string;
  readonly from: string;
  readonly to: string;
  readonly format: 'csv' | 'json';
  readonly bom?: true;
  readonly name?: string;
  readonly filter?: string;
}

interface Table {
  readonly columns: readonly string[];
  readonly rows: AsyncIterable<readonly Readonly<Record<string, Cell>>[]>;
}

/** `export`. */
export function register(program: Program): void {
  command(
    program,
    'export',
    'Write the hits of a website, or all rows of one statistic, to standard output. Hits are kept for RETENTION_DAYS, statistics indefinitely.',
  )
    .requiredOption('--website <domain>', 'the website: its domain or id')
    .requiredOption('--from <date>', 'the first day, such as 2026-01-01')
    .requiredOption('--to <date>', 'the last day, such as 2026-01-31')
    .addOption(
      new Option('--format <format>', 'a header and one line per row, or one JSON object per line')
        .choices(['csv', 'json'])
        .default('json'),
    )
    .option('--bom', 'with --format csv: begin with a byte order mark, which Excel needs to read é or ö')
    .option('--name <statistic>', 'a statistic instead of hits, such as page or country')
    .option('--filter <json>', 'with --name: count only visits that match this filter, written as for REST')
    .answers(async ({ website: named, ...given }: Options) => {
      const [{ hitOptions, readOptions, statisticOptions }, { openReading }] = await Promise.all([
        import('./options.ts'),
        import('../stats/loader.ts'),
      ]);
      const statistic = given.name === undefined ? null : readOptions(statisticOptions, given);
      const { from, to, ...file } = statistic ?? readOptions(hitOptions, given);
      const range = dayRange(from, to);
      await withDatabase(async database => {
        const website = await websiteOption(database, named);
        const reading = openReading(database);
        const table = statistic
          ? await rowsOf(reading, website, { name: statistic.name, ...range, filter: statistic.filter ?? null })
          : await hitsOf(reading, website, range);
        await write(table, file);
      });
      return null;
    });
}

async function hitsOf(reading: Reading, website: Website, range: DayRange): Promise<Table> {
  const { exportHits, HIT_COLUMNS } = await import('../stats/hit-export.ts');
  return { columns: HIT_COLUMNS, rows: exportHits(reading, website, range) };
}

type Asked = Pick<StatsQuery, 'name' | 'from' | 'to' | 'filter'>;

async function rowsOf(reading: Reading, website: Website, asked: Asked): Promise<Table> {
  const { createStatsLoader } = await import('../stats/loader.ts');
  const loader = createStatsLoader(reading);
  const query = {
    website: website.id,
    ...asked,
    search: null,
    sortBy: 'COUNT',
    sort: 'DESC',
    perPage: 1_000,
  } as const;
  return { columns: ['value', 'count'], rows: pages() };

  async function* pages() {
    for (let page = 1, last = 1; page <= last; page++) {
      const { rows, lastPage } = await loader.load({ ...query, page });
      yield rows.map(({ value, count }) => ({ value, count }));
      last = lastPage;
    }
  }
}

/** The exit code of a program whose output nobody reads any more: 128 and the number of SIGPIPE. */
const UNREAD = 141;

/** Writes no faster than its output is read, so that memory stays flat; a reader can close the pipe early. */
async function write(
  { columns, rows }: Table,
  { format, bom }: { format: 'csv' | 'json'; bom: boolean },
): Promise<void> {
  const { csvLines } = await import('../domain/csv.ts');
  let closed = false;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    closed = true;
    process.exitCode = UNREAD;
  });
  const put = async (text: string) => {
    if (text === '' || process.stdout.write(text) || closed) return;
    // An error ends the wait, too; that of a closed pipe only ends the output.
    await Promise.race([once(process.stdout, 'drain'), once(process.stdout, 'close')]).catch(error => {
      if (!closed) throw error;
    });
  };
  if (format === 'csv') await put((bom ? '\ufeff' : '') + csvLines([columns]));
  for await (const some of rows) {
    if (closed) return;
    await put(
      format === 'csv'
        ? csvLines(some.map(row => columns.map(column => row[column] ?? '')))
        : some.map(row => `${JSON.stringify(row)}\n`).join(''),
    );
  }
}
