import type { Importer } from '../importer.ts';
import { openGeoNames } from '../places/geonames.ts';
import { firstCells } from '../readers/csv.ts';
import { headOf, type PassedOver, readSumsTable, type SumsTable, type SumsTableOptions } from '../sums-table.ts';
import { columnsRead, notesOn } from '../table-notes.ts';
import { TOTALS, tablesOf } from './plausible/tables.ts';

/** Its files have such names, in the zip and unpacked. */
const NAMED = /(?:^|\/)imported_[a-z_]+\d*[^/]*\.csv$/;

/** Plausible's export of sums by day, as a zip or as some of its files. */
export const PLAUSIBLE: Importer = {
  source: 'plausible',
  label: 'Plausible',
  guide: {
    get: 'In Plausible, open *Site settings*, *Imports & Exports*, and choose *Export*. Send the zip from the e-mail as it is, or some of its files together. Its days are those of the time zone that the website has in Plausible; set the same here.',
    names: [
      ['`visitors`, `visits`, `pageviews`, `bounces`', 'the same'],
      ['`visit_duration`', '`seconds`: both are totals'],
      ['`imported_visitors`', 'the totals of the day'],
      ['`page`, `hostname`', '`page`, `host`; a page is written as its address is, such as `/caf%C3%A9`'],
      ['`total_time_on_page`, `total_scroll_depth`, and these with `_visits`', 'engaged time and depth'],
      ['`entry_page` with `entrances`, `exit_page` with `exits`', '`landing_page`, `exit_page`'],
      [
        '`source`, `utm_source`, `referrer`',
        '`source`, by the names in [Sources and channels](sources.md); `utm_source`; `referrer`, its host',
      ],
      [
        '`utm_medium`, `utm_campaign`, `utm_content`, `utm_term`',
        '`utm_medium`, `campaign`, `utm_content`, `utm_term`',
      ],
      ['`country`, `region`, `city`', '`continent`, `country`, `region`, `city`, by their names in English'],
      ['`device`', '`device`: `Laptop` and `Ultrawide` are `desktop`'],
      [
        '`browser`, `operating_system`, and these with `_version`',
        '`browser`, `os`, `browser_version`, `os_version`, such as `macOS` for `Mac`',
      ],
      ['`imported_custom_events`: `name`, `events`', '`event`, and the events of the day'],
      ['`link_url`, `path` of an event', 'its properties `url` and `path`'],
      [
        '`imported_custom_props`: `property`, `value`, `events`',
        'a property of any hits: the export does not say whether pageviews or events have it, so it is listed with those of pageviews. In its key, anything but letters and digits of ASCII, `_`, `.` and `-` becomes `_`; more than 100 keys count as `(other)`',
      ],
    ],
    leftOut:
      'Visitors and visits by page, and visitors by event, which are not counted here. `time_on_page` of older exports, because it is a sum of unknown visits. A channel is that of the source, the medium and the campaign: the export has neither channels nor click ids, so that a search that was paid for counts as such only if its link says so. A city that is not among the 32,000 largest counts as unknown, but in its region and country.',
  },

  recognise(files, named) {
    const filled = files.flatMap(({ name, text }) =>
      text.trim() === '' ? [] : [{ name, head: headOf(firstCells(text)) }],
    );
    if (!filled.some(({ head }) => tableOf(head, TABLES))) return null;
    const isOurs = named || filled.every(({ name, head }) => NAMED.test(name) || isWhole(head));
    return isOurs ? { version: '', kind: 'sums' } : null;
  },

  belongs: ({ name }) => NAMED.test(name),

  async *read(files) {
    const tables = tablesOf(await openGeoNames());
    let hasTotals = false;
    for (const file of files)
      yield* readSumsTable(file, head => {
        const options = optionsFor(file.name, head, tables);
        hasTotals ||= options.table?.name === TOTALS.name;
        return options;
      });
    if (!hasTotals) yield [{ type: 'note', file: files[0]?.name ?? '', line: 0, reason: NO_TOTALS }];
  },
};

type Tables = ReturnType<typeof tablesOf>;

/** Which table a file is can be seen without the names of places. */
const TABLES = tablesOf({
  place: () => ({ continent: '', country: '', region: '', city: '' }),
  lacks: () => false,
});

/** Returns whether a head has what a table always has, and nothing else: a CSV of sums can share some of its columns. */
function isWhole(head: readonly string[]): boolean {
  const table = tableOf(head, TABLES);
  if (!table?.always.every(column => head.includes(column))) return false;
  const known = [...namedIn(table), ...columnsRead(table)];
  return head.every(column => known.includes(column));
}

type Table = Tables[number] | typeof TOTALS;

/** Returns the columns of a table besides its counts and values. */
function namedIn(table: Table): string[] {
  return ['date', ...('by' in table ? [table.by, ...(table.also ?? [])] : [])];
}

/** Returns the table that has such a head. */
function tableOf(head: readonly string[], tables: Tables): Table | null {
  if (!head.includes('date') || !head.includes('visitors')) return null;
  const table = tables.find(({ by, metrics }) => head.includes(by) && hasCounts(head, metrics));
  if (table) return table;
  return ['visits', 'bounces', 'visit_duration'].every(column => head.includes(column)) ? TOTALS : null;
}

function hasCounts(head: readonly string[], metrics: SumsTable['metrics']): boolean {
  return Object.keys(metrics).some(column => column !== 'visitors' && head.includes(column));
}

const NO_TOTALS =
  'The table imported_visitors is not among the files, so the pageviews, visitors and visits of days are not known.';

/** Returns how a file with such a head is read. */
function optionsFor(file: string, head: readonly string[], tables: Tables): SumsTableOptions | PassedOver {
  const table = tableOf(head, tables);
  if (!table) {
    const reason = `The table is not known, and was left out; its columns are ${head.join(', ')}.`;
    return { table: null, notes: [{ type: 'note', file, line: 0, reason }] };
  }
  return {
    table,
    date: 'date',
    notes: notesOn(file, head, table, namedIn(table)),
    ...('watch' in table && table.watch && { watch: table.watch }),
  };
}
