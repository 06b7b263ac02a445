import type { Beginning, Importer } from '../importer.ts';
import { firstCells } from '../readers/csv.ts';
import { readPoints } from './simple-analytics/points.ts';

/** Simple Analytics' data points, as CSV or JSON. */
export const SIMPLE_ANALYTICS: Importer = {
  source: 'simple_analytics',
  label: 'Simple Analytics',
  guide: {
    get: 'On the website’s page, open the settings and *Export data*; or call `GET https://simpleanalytics.com/api/export/datapoints` with `version`, `format=csv` or `json`, `hostname`, `start`, `end` and these `fields`, once for pageviews and once with `type=events`: `added_iso,hostname,path,query,document_referrer,is_unique,is_robot,session_id,uuid,datapoint,utm_source,utm_medium,utm_campaign,utm_content,utm_term,duration_seconds,scrolled_percentage,screen_width,screen_height,device_type,country_code,browser_name,browser_version,os_name,os_version,lang_language,lang_region`. All files of a website can be sent at a time.',
    names: [
      ['`hostname`, `path`, `query` or `path_and_query`', 'the page; without a hostname, that of the website'],
      ['`datapoint`', 'the name of an event; a row without one is a pageview'],
      ['`metadata`, `metadata.plan_text` and the like', 'the properties of an event or a pageview'],
      ['`session_id`', 'the visitor, for a day'],
      ['`is_unique`, without `session_id`', 'a visitor with a visit of this one pageview'],
      ['`duration_seconds`, `scrolled_percentage`', 'the attention that the page got, a row of its own'],
      ['`document_referrer` or `referrer_hostname`', 'the referrer'],
      ['`utm_source` and the like', 'the campaign, unless `query` has it'],
      ['`user_agent`, or `browser_name`, `os_name` and their versions', 'browser and system'],
      ['`device_type`', 'the device'],
      ['`screen_width`, `screen_height`', 'the screen resolution'],
      ['`country_code`', 'the country'],
      ['`lang_language`, `lang_region`', 'the language'],
      ['`added_iso` or `added_unix`', 'the time'],
    ],
    leftOut:
      'Robots (`is_robot`, counted as `bot`), pages on hosts that are not of the website (`unknown_website`), data points that two files both have (`repeated`), and the viewport. Without `session_id`, nothing links a visitor’s pageviews: visitors are right, but every visit has one page, so that bounces, durations and exit pages say nothing about those days, and later pageviews of a visitor belong to no visit.',
  },

  recognise(files, named) {
    const isOurs = files.every(isExport);
    if (!isOurs && !named) return null;
    return { version: files.every(({ text }) => isJson(text)) ? 'JSON' : 'CSV', kind: 'hits' };
  },

  async *read(files, options) {
    for (const file of files) yield* readPoints(file, options);
  },
};

function isExport({ text }: Beginning): boolean {
  if (isJson(text)) return /"added_(?:iso|unix)"/.test(text);
  const head = firstCells(text).map(cell => cell.toLowerCase());
  return head.includes('added_iso') || head.includes('added_unix');
}

function isJson(text: string): boolean {
  return /^\s*[[{]/.test(text);
}
