import { dayOf } from '../../domain/calendar.ts';
import type { ImportMapping } from '../../domain/import.ts';
import { SUMS_COLUMNS, WIDE_STATISTICS } from '../../domain/import-mapping.ts';
import { columnName, STORED_METRICS, type StoredMetric } from '../../domain/metrics.ts';
import { findStatistic, type StatName } from '../../domain/statistics.ts';
import { quote } from '../../domain/text.ts';
import { type Cell, columnsOf } from '../columns.ts';
import { FileFault } from '../fault.ts';
import type { CountedValue, Importer, ReadOptions, Row, SourceFile } from '../importer.ts';
import { continentValue, countryValue } from '../place-named.ts';
import { firstCells, notWhole, readCsv, wrongCells } from '../readers/csv.ts';
import { remembered } from '../remembered.ts';
import { eventOf, hostOf, pageOf, referrerOf, textOf } from '../sums-values.ts';

const METRICS: readonly (readonly [column: string, metric: StoredMetric])[] = STORED_METRICS.map(metric => [
  columnName(metric),
  metric,
]);
/** Returns a value as it is counted here. */
const VALUES: ReadonlyMap<string, (text: string) => string> = new Map([
  ['country', remembered(countryValue)],
  ['continent', remembered(continentValue)],
  ['event', remembered(eventOf)],
  ...(['page', 'landing_page', 'exit_page'] as const).map(name => [name, pageOf] as const),
  ['referrer', remembered(hostOfReferrer)],
  ['host', remembered(hostOf)],
]);
/** The statistics that only differ in which total of the day they show. */
const DAYS = ['', 'total', 'day', 'pageviews', 'visitors'];
/** A whole number; spreadsheets group its digits, and programs write `12.0`. But `1.000` can be a thousand. */
const WHOLE = /^(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.00?)?$/;
const HOUR = /^([01]?\d|2[0-3])$/;
const MOST_DIGITS = 15;
const ZERO = 48;

/**
 * Sums by day in Footfall's own columns: `date`, `statistic`, `value` and any metrics, such as `pageviews`. A row without
 * a statistic has the totals of its day. A file without these two can have a column for each statistic instead. A mapping
 * gives the columns other names, or a fixed value.
 */
export const CSV: Importer = {
  source: 'csv',
  label: 'CSV of sums',
  guide: {
    get: [
      'Write a file with one row for each day and value, from whatever you have: a spreadsheet, a database, a script. Or write one row for each day with a column for each statistic, such as `date,page,country,pageviews,visitors`: each row then counts under all of them and for the totals of its day, so each pageview and each visitor must be in one row only. A statistic needs the column that it counts: `page` counts `pageviews`, `country` counts `visitors`, `source` counts `visits`; without it, its column is ignored.',
      '',
      'A **mapping** gives columns other names: an object of JSON with our name, and the name in the file. After `=` stands a text that is the same for all rows, in which `{name}` stands for a column. For example, Cloudflare Web Analytics answers its GraphQL API with `count`, `visits` and dimensions, from which `jq` makes a CSV:',
      '',
      '```',
      'curl https://api.cloudflare.com/client/v4/graphql -H "Authorization: Bearer $TOKEN" -d @query.json \\',
      `  | jq -r '["date","requestPath","count","visits"], (.data.viewer.accounts[0].rumPageloadEventsAdaptiveGroups[]`,
      "      | [.dimensions.date, .dimensions.requestPath, .count, .sum.visits]) | @csv' > cloudflare.csv",
      'npm run footfall -- import --website example.com --mapping cloudflare.json cloudflare.csv',
      '```',
      '',
      'Here, `cloudflare.json` is `{"date": "date", "page": "requestPath", "pageviews": "count", "visits": "visits"}`. A file of one day without a date is read with `{"date": "=2026-01-31"}`, and one of a single statistic with `{"statistic": "=page", "value": "Path"}`.',
    ].join('\n'),
    names: [
      ['`date`', 'the day, such as `2026-01-31` or `20260131`; a time after it is ignored'],
      [
        '`statistic`',
        'the name of a statistic, such as `page`; empty for the totals of the day. `pageviews_hours` and `visitors_hours` are one list, so an hour has one row, with both counts',
      ],
      ['`value`', 'its value, such as `/pricing`'],
      ...METRICS.map(([column]) => [`\`${column}\``, 'the count of this name; empty if unknown'] as const),
      ['the name of a statistic', 'its value, in a file without the column `statistic`'],
      [
        'a value of `country` or `continent`',
        'the same; a country by its code, its English name or both, such as `DE:Germany`, and a continent by its code or both',
      ],
      [
        'a value of `page`, `landing_page` or `exit_page`',
        'the same, as URLs have it: `/ü` counts as `/%C3%BC`, and parameters of clicks such as `gclid` are left out',
      ],
      ['a value of `host` or `referrer`', 'the same, without `www.`; a referrer can be a URL'],
      ['a value of `event`', 'the same, as of a hit: at most 64 characters, without blanks around it'],
    ],
    leftOut: null,
  },

  recognise(files, named) {
    const isOurs = files.every(({ text }) => {
      const head = firstCells(text).map(cell => cell.toLowerCase());
      return head.includes('date') && METRICS.some(([column]) => head.includes(column));
    });
    return isOurs || named ? { version: '1', kind: 'sums' } : null;
  },

  async *read(files, options) {
    for (const file of files) yield* readFile(file, options);
  },
};

async function* readFile(file: SourceFile, { mapping }: ReadOptions): AsyncGenerator<readonly Row[]> {
  let read: RowReader | undefined;
  let width = 0;
  for await (const { rows, lines } of readCsv(file)) {
    let start = 0;
    if (!read) {
      const columns = columnsOf(file.name, rows[0] as string[], SUMS_COLUMNS, mapping ?? {});
      checkColumns(file.name, columns, mapping);
      width = (rows[0] as string[]).length;
      read = rowReader(file.name, columns);
      start = 1;
    }
    const found: Row[] = [];
    for (let at = start; at < rows.length; at++) {
      const cells = rows[at] as readonly string[];
      const line = lines[at] as number;
      const reason = wrongCells(cells, width);
      found.push(reason === null ? read(cells, line) : { type: 'bad', file: file.name, line, reason });
    }
    yield found;
  }
}

function checkColumns(file: string, columns: ReadonlyMap<string, Cell>, mapping: ImportMapping | null): void {
  if (!columns.has('date'))
    throw new FileFault(file, 1, 'There is no column "date"; name it in the mapping, such as {"date":"Day"}.');
  if (!METRICS.some(([column]) => columns.has(column)))
    throw new FileFault(
      file,
      1,
      `There is no column with counts; name at least one of ${METRICS.map(([column]) => column).join(', ')} in the mapping.`,
    );
  for (const name of Object.keys(mapping ?? {})) {
    const metric = WIDE_STATISTICS.includes(name) ? columnName(findStatistic(name)?.metric ?? 'pageviews') : '';
    if (metric !== '' && !columns.has('statistic') && !columns.has(metric))
      throw new FileFault(
        file,
        1,
        `The statistic ${name} counts ${metric}, for which there is no column; name it in the mapping, such as {"${metric}":"Users"}.`,
      );
  }
}

/** Returns the statistics with a column of their own, if rows do not name the statistic and have what it counts. */
function wideStatistics(columns: ReadonlyMap<string, Cell>) {
  if (columns.has('statistic')) return [];
  return WIDE_STATISTICS.flatMap(name => {
    const value = columns.get(name);
    const statistic = findStatistic(name);
    return value && statistic && columns.has(columnName(statistic.metric)) ? [{ name: name as StatName, value }] : [];
  });
}

type RowReader = (cells: readonly string[], line: number) => Row;

/** Returns what reads the rows of a file with these columns. Files have millions of rows, so it looks nothing up twice. */
function rowReader(file: string, columns: ReadonlyMap<string, Cell>): RowReader {
  const missing: Cell = () => '';
  const cellOf = (name: string) => columns.get(name) ?? missing;
  const [dateCell, statisticCell, valueCell] = [cellOf('date'), cellOf('statistic'), cellOf('value')];
  const metrics = METRICS.flatMap(([column, metric]) => {
    const cell = columns.get(column);
    return cell ? [{ column, metric, cell }] : [];
  });
  const wide = wideStatistics(columns);
  const names = new Map<string, CountedValue['name'] | null>();
  const nameOf = (text: string) => {
    let name = names.get(text);
    if (name === undefined) {
      name = statisticNamed(text.trim().toLowerCase());
      // Others than ours are not remembered, because a file could have any number of them.
      if (name !== null) names.set(text, name);
    }
    return name;
  };

  return (cells, line) => {
    const bad = (reason: string): Row => ({ type: 'bad', file, line, reason });
    const date = dateCell(cells).trim();
    const day = dayIn(date);
    if (day === null) return bad(`The date ${quote(date)} is not a day such as 2026-01-31.`);
    const statistic = statisticCell(cells);
    const name = nameOf(statistic);
    if (name === null)
      return bad(
        `The statistic ${quote(statistic.trim().toLowerCase())} does not exist; leave it empty for the totals of the day.`,
      );
    const value = ourValue(name, valueCell(cells));
    if (!isHour(name, value)) return bad(`The hour ${quote(value)} is not a number from 0 to 23.`);
    const sums: Partial<Record<StoredMetric, number>> = {};
    for (const { column, metric, cell } of metrics) {
      const text = cell(cells);
      if (text === '') continue;
      const sum = wholeOf(text);
      if (sum !== null) sums[metric] = sum;
      else if (text.trim() !== '') return bad(notWhole(column, text.trim()));
    }
    const counted: CountedValue[] = [{ name, value: name === 'day' ? '' : value, sums }];
    for (const { name, value } of wide) {
      const text = ourValue(name, value(cells));
      if (!isHour(name, text)) return bad(`The hour ${quote(text)} is not a number from 0 to 23.`);
      counted.push({ name, value: text, sums });
    }
    return { type: 'sums', file, line, day, counted };
  };
}

/** The ids of apps are referrers, too, and have capitals. */
function hostOfReferrer(text: string): string {
  return /^www\.|\//i.test(text) ? referrerOf(text) : textOf(text);
}

function ourValue(name: CountedValue['name'], text: string): string {
  return VALUES.get(name)?.(text) ?? text;
}

function isHour(name: CountedValue['name'], value: string): boolean {
  return (name !== 'pageviews_hours' && name !== 'visitors_hours') || HOUR.test(value.trim());
}

/** Returns the day of a date, also of one without hyphens or with a time after it. */
function dayIn(date: string): number | null {
  return dayOf(date) ?? dayOf(date.replace(/^(\d{4})-?(\d{2})-?(\d{2})(?:[T ].*)?$/, '$1-$2-$3'));
}

/** Returns the statistic with this name, `day` for the totals of the day, and null if there is none. */
function statisticNamed(text: string): CountedValue['name'] | null {
  if (DAYS.includes(text)) return 'day';
  return text === 'property' ? null : ((findStatistic(text)?.name as StatName | undefined) ?? null);
}

/** Returns the number of a text; null if it is not a whole one. Most texts are a few digits, and need no expression. */
function wholeOf(text: string): number | null {
  let number = 0;
  for (let at = 0; at < text.length; at++) {
    const digit = text.charCodeAt(at) - ZERO;
    if (digit < 0 || digit > 9 || at === MOST_DIGITS)
      return WHOLE.test(text.trim()) ? Number(text.replaceAll(',', '')) : null;
    number = number * 10 + digit;
  }
  return number;
}
