import type { StoredMetric } from '../../domain/metrics.ts';
import type { StatName } from '../../domain/statistics.ts';
import type { Importer } from '../importer.ts';
import { openGeoNames } from '../places/geonames.ts';
import { firstCells } from '../readers/csv.ts';
import { headOf, readSumsTable, type SumsTable, type ValueRule } from '../sums-table.ts';
import { notesOn } from '../table-notes.ts';
import { columnsOf, KNOWN, PEOPLE, rulesOf } from './fathom/columns.ts';
import { checkGrouping, type Survey, survey } from './fathom/survey.ts';

const TOTALS: readonly StoredMetric[] = ['pageviews', 'visitors', 'visits', 'bounces', 'seconds'];
const HOURS: ValueRule = {
  name: 'pageviews_hours',
  from: ['datetime'],
  read: time => /[ T](\d\d):/.exec(time)?.[1] ?? '00',
  only: ['pageviews'],
};

/** Fathom's custom exports of sums by day or hour, one file for each choice of groups. */
export const FATHOM: Importer = {
  source: 'fathom',
  label: 'Fathom',
  guide: {
    get: 'In Fathom, open *Settings*, *Exports*, and make a custom export with the date grouping *Daily* for each list you want: without groups (the totals), by pathname, by referrer hostname, by country, by device type, by browser, by operating system, by each utm field, and the events. Send the files together.',
    names: [
      ['`datetime`', 'the day, as it is written; of an hourly export, the hour, too'],
      ['`pageviews`', '`pageviews`'],
      [
        '`visitors`, `visits` or `uniques`, the first of them',
        '`visitors` and `visits`, because a visitor has one visit a day in Fathom',
      ],
      [
        '`bounce_rate`, `avg_duration`',
        '`bounces` and `seconds`: the rate or the average, multiplied by the visits of the row and rounded',
      ],
      ['a file without groups', 'the totals of the day'],
      ['`pathname`, `hostname`', '`page`, `host`'],
      [
        '`referrer_hostname`',
        '`referrer`; `source` and `channel` by the names and rules in [Sources and channels](sources.md)',
      ],
      [
        '`utm_source`, `utm_medium`, `utm_campaign`, `utm_content`, `utm_term`',
        '`utm_source`, `utm_medium`, `campaign`, `utm_content`, `utm_term`',
      ],
      ['`country_code`, `state`, `city`', '`continent`, `country`, `region`, `city`'],
      ['`device_type`, `browser`, `operating_system`', '`device`, `browser`, `os`'],
      ['`event_name` with `conversions`', '`event`, and the events of the day'],
    ],
    leftOut:
      'The value of events, unique conversions and the path of referrers. A statistic that several files have counts from the one with the fewest groups. Fathom’s days are those of UTC, unless the export was made for another time zone. A visitor of several hours, pages or browsers counts in each of them, as in the file. Exports by week, month or year cannot be divided into days, and are refused.',
  },

  recognise(files, named) {
    const isOurs = files.every(({ text }) => {
      const head = headOf(firstCells(text));
      const columns = columnsOf(head);
      const hasCounts = [...PEOPLE, 'pageviews', 'conversions'].some(column => columns.includes(column));
      return head.includes('datetime') && hasCounts && (named || !head.includes('statistic'));
    });
    return isOurs ? { version: '', kind: 'sums' } : null;
  },

  async *read(files) {
    const rules = rulesOf(await openGeoNames());
    const surveys: Survey[] = [];
    for (const file of files) surveys.push(await survey(file));
    checkGrouping(surveys);
    for (const one of surveys) {
      const table = tableOf(one, rules, surveys);
      if (table.day === undefined && table.values.length === 0) continue;
      const notes = notesOn(one.file.name, one.columns, table, KNOWN);
      const options = { table, columns: one.columns, date: 'datetime', notes };
      yield* readSumsTable(one.file, () => options);
    }
    if (!surveys.some(({ groups }) => groups.length === 0))
      yield [{ type: 'note', file: files[0]?.name ?? '', line: 0, reason: NO_TOTALS }];
  },
};

const NO_TOTALS =
  'A file without groups is not among the files, so the pageviews, visitors and visits of days are not known.';

/** Returns how a file is read: with the statistics that no other file of the import has with fewer groups. */
function tableOf(one: Survey, rules: readonly ValueRule[], surveys: readonly Survey[]): SumsTable {
  const { columns, groups, isHourly, bounceScale } = one;
  const people = PEOPLE.find(column => columns.includes(column));
  const metrics: Record<string, StoredMetric | readonly StoredMetric[]> = { pageviews: 'pageviews' };
  if (people) metrics[people] = ['visitors', 'visits'];
  if (groups.includes('event_name')) metrics.conversions = 'events';
  const isTotal = groups.length === 0;
  const isOfEvents = groups.includes('event_name');
  return {
    name: groups.join(),
    metrics,
    averages: [
      { column: 'bounce_rate', of: 'visits', metric: 'bounces', scale: bounceScale },
      { column: 'avg_duration', of: 'visits', metric: 'seconds', scale: 1 },
    ],
    ...(isTotal && { day: TOTALS }),
    ...(isOfEvents && isFirstOf('event_name', one, surveys) && { day: ['events'] as const }),
    values:
      isTotal && isHourly ? [HOURS] : rules.filter(({ name, needs, from }) => hasIt(name, needs ?? from[0] ?? '')),
  };

  function hasIt(name: StatName, column: string): boolean {
    return groups.includes(column) && isFirstOf(column, one, surveys) && (name === 'event') === isOfEvents;
  }
}

/** Returns whether nothing else has a column with fewer groups, or comes first with as many. */
function isFirstOf(column: string, { groups }: Survey, surveys: readonly Survey[]): boolean {
  const isOfEvents = groups.includes('event_name');
  const having = surveys
    .map(one => one.groups)
    .filter(others => others.includes(column) && others.includes('event_name') === isOfEvents)
    .sort((a, b) => a.length - b.length || (a.join() < b.join() ? -1 : 1));
  return having[0]?.join() === groups.join();
}
