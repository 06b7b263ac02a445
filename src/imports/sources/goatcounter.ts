import type { Importer } from '../importer.ts';
import { csvVersion, readHits } from './goatcounter/csv.ts';
import { isOfJson, jsonVersion, readStats } from './goatcounter/json.ts';

/** GoatCounter, from its CSV of individual pageviews, or from its JSON of counts. */
export const GOATCOUNTER: Importer = {
  source: 'goatcounter',
  label: 'GoatCounter',
  guide: {
    get: 'In GoatCounter, open *Settings*, *Import/Export*. Its **CSV** (hits) has individual pageviews, as long as they are kept; send the `.csv.gz` as it is. Its **JSON** (sums) has counts by day of all the time; send the zip as it is. Send one of the two for a range.',
    names: [
      ['`Path`', 'the page; of an event, its name'],
      ['`Event`', '`true`: an event, on the page that its session saw last, or on `/`'],
      ['`Session`', 'the visitor, for a day'],
      ['`Bot`', 'anything but 0: left out as `bot`'],
      [
        '`Referrer`, `Referrer scheme`; `refs`',
        'the referrer; a name such as `Hacker News` becomes its host, and scheme `c` is `utm_source`',
      ],
      ['`UserAgent`, `Browser`, `System`', 'browser, system, and the type of device that follows from the system'],
      ['`Screen size`', 'the screen resolution'],
      ['`Location`', 'country and region'],
      ['`Date`', 'the time'],
      [
        '`hit_stats`',
        'pageviews by page, day and hour in the time zone of the website; visits by source and referrer; events',
      ],
      [
        '`browser_stats`, `system_stats`, `location_stats`, `language_stats`',
        'visitors by browser, system, country, region and language',
      ],
      ['`campaign_stats`', 'visits by campaign'],
    ],
    leftOut:
      '`Title`, `FirstVisit`, and `size_stats`, which has widths without heights. GoatCounter’s own pages count a page once for each session, so they show less than the pageviews of its CSV. A session ends after some hours, so a visitor who comes back later on the same day counts twice. The JSON has the counts of its own pages: a visitor counts once for each page, so what it says about browsers, systems, places, languages, sources and campaigns adds up to more than people, and visitors and visits of a day stay empty. Its pageviews without a referrer can be direct or from another page of the website, so they are no visits of a source. Days of its lists of browsers and places are those of UTC.',
  },

  recognise(files) {
    const json = jsonVersion(files);
    if (json !== null) return { version: `JSON ${json}`, kind: 'sums' };
    const versions = files.map(csvVersion);
    const [version] = versions;
    return version && versions.every(one => one !== null) ? { version, kind: 'hits' } : null;
  },

  belongs: isOfJson,

  async *read(files, options) {
    const isJson = files.some(({ name }) => name.endsWith('hit_stats.jsonl'));
    if (isJson) yield* readStats(files, options);
    else for (const file of files) yield* readHits(file, options);
  },
};
