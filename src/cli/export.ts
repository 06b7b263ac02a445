import { once } from 'node:events';
import { type Command, Option } from 'commander';
import { keptFrom } from '../domain/day.ts';
import { checkRange, dayNumber } from '../domain/range.ts';
import { badInput } from '../errors.ts';
import type { Reading } from '../stats/loader.ts';
import type { Website } from '../websites/website.ts';
import { command, withDatabase } from './command.ts';
import { websiteOption } from './website.ts';

interface Options {
  readonly website: string;
  readonly from: string;
  readonly to: string;
  readonly format: 'csv' | 'json';
  readonly name?: string;
  readonly filter?: string;
}

/** Some rows at a time, under the names of their columns. */
interface Table {
  readonly columns: readonly string[];
  readonly rows: AsyncIterable<readonly Readonly<Record<string, string | number | null>>[]>;
}

/** `export`. */
export function register(program: Command): void {
  command(
    program,
    'export',
    'Writes hits of a website, or all rows of one statistic, to the standard output. Hits are there as long as RETENTION_DAYS keeps them, statistics for ever.',
    declared =>
      declared
        .requiredOption('--website <domain>', 'which website: its domain or id')
        .requiredOption('--from <date>', 'the first day, as 2026-01-01')
        .requiredOption('--to <date>', 'the last day, as 2026-01-31')
        .addOption(
          new Option('--format <format>', 'a head and a line a row, or a JSON object a line')
            .choices(['csv', 'json'])
            .default('json'),
        )
        .option('--name <statistic>', 'a statistic instead of hits, such as page or country')
        .option('--filter <json>', 'of a statistic only what belongs to visits that match, as REST takes it'),
    async (options: Options) => {
      const faults = checkRange(options.from, options.to);
      if (faults) throw badInput(faults);
      const { openReading } = await import('../stats/loader.ts');
      await withDatabase(async (database, { retentionDays }) => {
        const website = await websiteOption(database, options.website);
        const reading = openReading(database, { keptFrom: () => keptFrom(Date.now(), retentionDays) });
        const table =
          options.name === undefined
            ? await hits(reading, website, options)
            : await statistic(reading, website, options, options.name);
        await write(table, options.format);
      });
      return null;
    },
  );
}

async function hits(reading: Reading, website: Website, { from, to, filter }: Options): Promise<Table> {
  if (filter !== undefined) throw badInput({ filter: ['Hits are not filtered; add --name, or leave --filter out.'] });
  const { exportHits, HIT_COLUMNS } = await import('../stats/hit-export.ts');
  return { columns: HIT_COLUMNS, rows: exportHits(reading, website, { from: dayNumber(from), to: dayNumber(to) }) };
}

async function statistic(reading: Reading, website: Website, options: Options, name: string): Promise<Table> {
  const [{ createStatsLoader }, { STATISTICS }, { readFilterJson }] = await Promise.all([
    import('../stats/loader.ts'),
    import('../domain/statistics.ts'),
    import('../domain/filter-json.ts'),
  ]);
  const known = STATISTICS.find(each => each.name === name);
  if (!known) {
    const names = STATISTICS.map(each => each.name).join(', ');
    throw badInput({ name: [`${JSON.stringify(name)} is not a statistic; use one of ${names}.`] });
  }
  const read = options.filter === undefined ? null : readFilterJson(options.filter);
  if (read && 'error' in read) throw badInput({ filter: [read.error] });
  const loader = createStatsLoader(reading);
  const query = {
    website: website.id,
    name: known.name,
    from: dayNumber(options.from),
    to: dayNumber(options.to),
    search: null,
    sortBy: 'COUNT',
    sort: 'DESC',
    perPage: 1_000,
    filter: read?.filter ?? null,
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

/** Writes no faster than it is read, so that memory stays flat; who has read enough may close the pipe. */
async function write({ columns, rows }: Table, format: 'csv' | 'json'): Promise<void> {
  const { csvLines } = await import('../rest/csv.ts');
  let closed = false;
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    closed = true;
  });
  const put = async (text: string) => {
    if (text !== '' && !process.stdout.write(text) && !closed)
      await Promise.race([once(process.stdout, 'drain'), once(process.stdout, 'close')]);
  };
  if (format === 'csv') await put(csvLines([columns]));
  for await (const some of rows) {
    if (closed) return;
    await put(
      format === 'csv'
        ? csvLines(some.map(row => columns.map(column => row[column] ?? '')))
        : some.map(row => `${JSON.stringify(row)}\n`).join(''),
    );
  }
}
