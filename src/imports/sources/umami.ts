import { beginningsOf } from '../files.ts';
import type { Beginning, Importer } from '../importer.ts';
import { firstCells } from '../readers/csv.ts';
import { EventData } from './umami/event-data.ts';
import { readEvents } from './umami/events.ts';

type Content = 'events' | 'event data' | 'persons';

const GET = `Umami Cloud: *Settings*, *Data*, *Export*; send the zip as it is.

Your own Umami on PostgreSQL writes the same files with one command each, where ID is that of the website:

\`\`\`
psql "$DATABASE_URL" -c "\\copy (SELECT e.*, s.browser, s.os, s.device, s.screen, s.language, s.country, s.region, s.city FROM website_event e JOIN session s USING (session_id) WHERE e.website_id = 'ID' ORDER BY e.created_at) TO 'website_event.csv' CSV HEADER"
psql "$DATABASE_URL" -c "\\copy (SELECT * FROM event_data WHERE website_id = 'ID') TO 'event_data.csv' CSV HEADER"
\`\`\`

On MySQL:

\`\`\`
mysql umami --batch -e "SET time_zone = '+00:00'; SELECT e.event_id, e.session_id, e.created_at, e.url_path, e.url_query, e.referrer_domain, e.event_type, e.event_name, s.browser, s.os, s.device, s.screen, s.language, s.country, s.region, s.city FROM website_event e JOIN session s USING (session_id) WHERE e.website_id = 'ID' ORDER BY e.created_at" > website_event.tsv
mysql umami --batch -e "SET time_zone = '+00:00'; SELECT * FROM event_data WHERE website_id = 'ID'" > event_data.tsv
\`\`\`

Older versions have \`s.subdivision1\` in place of \`s.region\`. Files with tabs are read as MySQL writes them, without quotes. Send both files at a time, so that events get their properties.`;

/** Umami's tables as CSV: its pageviews and events, and the properties of events. */
export const UMAMI: Importer = {
  source: 'umami',
  label: 'Umami',
  guide: {
    get: GET,
    names: [
      ['`hostname`, `url_path`, `url_query`', 'the page; without a hostname, that of the website'],
      ['`event_type` 1', 'a pageview'],
      ['`event_type` 2, `event_name`', 'an event'],
      [
        '`event_data.csv`: `data_key` and its value',
        'a property of the event; `revenue` and `currency` are its value and unit, too',
      ],
      ['`event_id`', 'an id, which counts once'],
      ['`session_id`', 'the visitor, for a day'],
      ['`referrer_domain`', 'the referrer'],
      [
        '`utm_source` and the like, `gclid` and the like',
        'the campaign and the click id of the link, unless `url_query` has them',
      ],
      ['`browser`, `os`, `device`', 'browser, system and device; a laptop is a desktop'],
      ['`country`, `region` or `subdivision1`, `city`', 'the place'],
      ['`language`, `screen`', 'language and screen resolution'],
      ['`created_at`', 'the time, in UTC'],
    ],
    leftOut:
      'Links and pixels (`event_type` 3 and more, `link_or_pixel`), pages on hosts that are not of the website (`unknown_website`), Umami’s own `searchbot` (`bot`), rows whose `event_id` an earlier row (`duplicate`) or an earlier import (`repeated`) has, titles, tags, `distinct_id`, `session_data.csv`, lists among properties, and the tables of Umami 1.',
  },

  recognise(files, named) {
    const contents = files.map(contentOf);
    const first = files[contents.indexOf('events')];
    if (!first || (!named && contents.includes(null))) return null;
    const head = headOf(first);
    const version = head.includes('hostname')
      ? 'with hostnames'
      : head.includes('visit_id')
        ? 'with visits'
        : 'with sessions';
    return { version, kind: 'hits' };
  },

  belongs: file => contentOf(file) !== null,

  async *read(files, options) {
    const contents = (await beginningsOf(files)).map(contentOf);
    const others = files.map(({ name }, at) => ({ name, content: contents[at] }));
    yield others.flatMap(({ name, content }) => {
      const reason = content === null ? FOREIGN : content === 'persons' ? OF_PERSONS : null;
      return reason === null ? [] : { type: 'note', file: name, line: 0, reason };
    });
    const data = new EventData(options.folder);
    try {
      for (const [at, file] of files.entries()) if (contents[at] === 'event data') yield* data.read(file);
      for (const [at, file] of files.entries()) if (contents[at] === 'events') yield* readEvents(file, options, data);
    } finally {
      data.close();
    }
  },
};

const OF_PERSONS = 'The file describes people and was left out.';
const FOREIGN = 'The file is not a table of Umami and was left out.';

function contentOf(beginning: Beginning): Content | null {
  const head = headOf(beginning);
  if (head.includes('data_key') || head.includes('event_key'))
    return head.includes('event_id') || head.includes('website_event_id') ? 'event data' : 'persons';
  if (!head.includes('session_id')) return null;
  if (head.includes('url_path') && head.includes('created_at')) return 'events';
  return head.includes('website_id') ? 'persons' : null;
}

function headOf({ text }: Beginning): string[] {
  return firstCells(text).map(cell => cell.toLowerCase());
}
