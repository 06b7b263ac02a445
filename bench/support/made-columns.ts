import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createRandom, type Random, zipf } from '../../seeds/random.ts';
import { COLUMNS } from '../../src/counting/columns.ts';
import { PartBuilder } from '../../src/db/columns/part-builder.ts';
import { ColumnStore } from '../../src/db/columns/store.ts';
import { writeSegment } from '../../src/db/columns/write-segment.ts';

/*
 * Columns without a database: a year of visits of one website, the same for the same seeds.
 */

/** How many parts a month is divided into, and the visits of each. */
export interface MadeShape {
  readonly website: number;
  readonly months: number;
  readonly parts: number;
  readonly visits: number;
}

/** Days since 1970-01-01. */
const FIRST_DAY = 20_000;
export const DAYS_OF_MONTH = 30;
const MOST_VIEWS = 12;
/** The numbers of different values; the order of a value in its column is its rank, the most frequent first. */
const SIZES: Readonly<Record<string, number>> = {
  page: 5_000,
  landing_page: 5_000,
  exit_page: 5_000,
  city: 3_000,
  referrer: 2_000,
  country: 60,
  language: 30,
  resolution: 20,
  region: 400,
  browser_version: 40,
  os_version: 20,
  utm_source: 12,
  utm_medium: 6,
  utm_term: 20,
  utm_content: 8,
  source: 60,
  channel: 15,
  host: 2,
  os: 6,
  browser: 7,
  continent: 6,
  campaign: 5,
  event: 3,
  device: 3,
  unit: 2,
};
const SIZE = 50;
const PAGES = ['page', 'landing_page', 'exit_page'];
const NAMES = Object.keys(SIZES);
const IDS_EACH = 10_000;

/** Returns the value id of a rank in a column; pages are the same in all columns of pages. */
export function madeId(column: string, rank: number): number {
  const at = PAGES.includes(column) ? 0 : NAMES.indexOf(column) + 1;
  return 1 + at * IDS_EACH + rank;
}

/** Writes the columns below `folder` unless they are there. Returns the number of hits. */
export function makeColumns(folder: string, shape: MadeShape): number {
  const store = new ColumnStore(folder);
  const { website, months, parts, visits } = shape;
  const known = countIn(store, website);
  if (known.segments === months * parts) return known.hits;
  rmSync(store.folderOf(website), { recursive: true, force: true });
  mkdirSync(store.folderOf(website), { recursive: true });
  for (let month = 0; month < months; month++)
    for (let part = 0; part < parts; part++) {
      const dayAt = (of: number) => FIRST_DAY + month * DAYS_OF_MONTH + Math.floor((of * DAYS_OF_MONTH) / parts);
      const [from, to] = [dayAt(part), dayAt(part + 1)];
      const built = makePart(from, to - from, visits, createRandom(1 + month * parts + part));
      const packed = Array.from({ length: to - from }, (_, at) => ({ day: from + at, version: 0 }));
      writeSegment(join(store.folderOf(website), `m${month}-${part}.seg`), built, { packed });
    }
  return countIn(store, website).hits;
}

function countIn(store: ColumnStore, website: number): { segments: number; hits: number } {
  const opened = store.open(website);
  for (const segment of opened) segment.close();
  return {
    segments: opened.length,
    hits: opened.reduce((sum, { count }) => sum + count.pageview + count.event, 0),
  };
}

function makePart(firstDay: number, days: number, visits: number, random: Random) {
  const builder = new PartBuilder(firstDay, days);
  const amounts = Array.from({ length: 200 }, (_, at) => builder.placeOf((9 + at / 10).toFixed(2)));
  const row = (kind: keyof typeof COLUMNS, known: Readonly<Record<string, number>>) =>
    [...COLUMNS[kind].plain, ...COLUMNS[kind].ids].map(
      name => known[name] ?? madeId(name, zipf(random, SIZES[name] ?? SIZE)),
    );
  const below = (limit: number) => Math.floor(random() * limit);
  let isNew = true;
  let lastDay = -1;
  for (let visit = 0; visit < visits; visit++) {
    const day = Math.floor((visit * days) / visits);
    isNew = day !== lastDay || random() > 0.14;
    lastDay = day;
    const second = below(86_400);
    const hour = Math.floor(second / 3_600);
    let views = 1;
    while (views < MOST_VIEWS && random() < 0.6) views++;
    let page = 0;
    let events = 0;
    let seconds = 0;
    let attention = 0;
    let attended = 0;
    for (let view = 0; view < views; view++) {
      const gap = view === 0 ? 0 : 8 + Math.floor(140 * random() ** 2);
      seconds += gap;
      page = madeId('page', zipf(random, SIZES.page as number));
      const engaged = random() < 0.7 ? 1 + below(60) : 0;
      const depth = engaged && 1 + below(101);
      attention += Math.max(0, engaged - 1);
      attended += Math.min(1, engaged);
      builder.add('pageview', row('pageview', { gap, hour, page, engaged, depth }));
      if (random() > 0.04) continue;
      events++;
      const isSold = random() < 0.1;
      const [amount, unit] = isSold ? [amounts[below(amounts.length)] as number, madeId('unit', 0)] : [0, 0];
      builder.add('event', row('event', { gap: seconds + 4, hour, after: view + 1, amount, unit, page }));
    }
    builder.add(
      'visit',
      row('visit', {
        ...{ day, first: isNew ? 1 : 0, start: (day + 1) * 86_400 + second, pageviews: views, events },
        ...{ seconds, hour, pages: views, triggers: events, exit_page: page },
        ...{ interactive: Math.min(1, events), engaged: attention, attended },
      }),
    );
  }
  return builder.build();
}
