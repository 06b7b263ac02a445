import { createRandom, type Random, zipf } from '../../seeds/random.ts';
import type { Database } from '../../src/db/open.ts';
import { lockFold } from '../../src/db/rollups/fold-state.ts';
import type { Hit } from '../../src/domain/stored-hit.ts';
import { storeHits } from '../../src/fold/fold.ts';
import { TextTable } from '../../src/fold/text-table.ts';
import { foldOptions, hitOf } from './hits.ts';
import { createHabits, noise, PAGES, SECTIONS, type StoryVisit } from './story-visits.ts';

/** A value of a statistic, or the beginning of its values. */
export interface Told {
  readonly name: string;
  readonly operator: string;
  readonly value: string;
}

/** Two weeks of visits, in the second of which something happened; or nothing, in a quiet story. */
export interface Story {
  readonly kind: StoryKind;
  readonly visits: readonly StoryVisit[];
  /** Whether a cause with these conditions is what happened. */
  isPlanted(conditions: readonly Told[]): boolean;
}

export const STORY_KINDS = ['campaign', 'page', 'bots', 'holiday', 'referrer', 'section'] as const;
export type StoryKind = (typeof STORY_KINDS)[number] | 'quiet';

const WEEK = 7;
const DAY = 86_400;
/** A Monday. */
export const FIRST_DAY = 20_758;

/** Returns a story; the same seed tells the same one. */
export function tell(kind: StoryKind, seed: number): Story {
  const random = createRandom(seed * 7_919 + 17);
  const perDay = 200 + random() * 400;
  const growth = 0.85 + random() * 0.3;
  const habits = createHabits(random);
  const visits: StoryVisit[] = [];
  for (let at = 0; at < 2 * WEEK; at++) {
    const isWeekend = at % WEEK >= 5;
    const size = perDay * (at < WEEK ? 1 : growth) * (isWeekend ? 0.6 : 1) * noise(random, 0.08);
    const visit = habits(isWeekend);
    for (let count = 0; count < size; count++) visits.push(visit(FIRST_DAY + at));
  }
  return EVENTS[kind](visits, random, kind);
}

type Happening = (visits: readonly StoryVisit[], random: Random, kind: StoryKind) => Story;

const isLater = ({ day }: StoryVisit) => day >= FIRST_DAY + WEEK;

/** Returns the story in which most later visits that match are missing. */
function lost(
  { visits, kind, random, share }: { visits: readonly StoryVisit[]; kind: StoryKind; random: Random; share: number },
  isLost: (visit: StoryVisit) => boolean,
  planted: readonly (readonly Told[])[],
): Story {
  const left = visits.filter(visit => !(isLater(visit) && isLost(visit) && random() < share));
  return { kind, visits: left, isPlanted: conditions => planted.some(one => isSame(one, conditions)) };
}

const is = (name: string, value: string): Told => ({ name, operator: 'IS', value });

const EVENTS: Readonly<Record<StoryKind, Happening>> = {
  quiet: (visits, _, kind) => ({ kind, visits, isPlanted: () => false }),
  campaign: (visits, random, kind) =>
    lost({ visits, kind, random, share: 0.9 + random() * 0.1 }, ({ values }) => values.campaign === 'spring', [
      [is('campaign', 'spring')],
    ]),
  page: (visits, random, kind) => {
    const page = random() < 0.5 ? '/' : '/pricing';
    const browser = random() < 0.5 ? 'Chrome' : 'Safari';
    return lost(
      { visits, kind, random, share: 0.9 + random() * 0.1 },
      ({ values, pages }) => values.browser === browser && pages[0] === page,
      [[is('browser', browser), is('landing_page', page)]],
    );
  },
  holiday: (visits, random, kind) => {
    const country = commonest(visits, ({ values }) => values.country as string)[Math.floor(random() * 3)] as string;
    const from = FIRST_DAY + WEEK + Math.floor(random() * 3);
    return lost(
      { visits, kind, random, share: 0.7 + random() * 0.2 },
      ({ values, day }) => values.country === country && day >= from,
      [[is('country', country)]],
    );
  },
  section: (visits, random, kind) => {
    const section = SECTIONS[Math.floor(random() * SECTIONS.length)] as string;
    const planted = [[{ name: 'landing_page', operator: 'STARTS_WITH', value: section }]];
    const seen = visits.map(visit =>
      isLater(visit)
        ? { ...visit, pages: visit.pages.filter((page, at) => at === 0 || !page.startsWith(section)) }
        : visit,
    );
    return lost(
      { visits: seen, kind, random, share: 1 },
      ({ pages }) => (pages[0] as string).startsWith(section),
      planted,
    );
  },
  referrer: (visits, random, kind) => {
    const share = 0.06 + random() * 0.4;
    const page = PAGES[zipf(random, PAGES.length)] as string;
    const more = visits.filter(visit => isLater(visit) && random() < share);
    const added = more.map(visit => ({
      ...visit,
      values: { ...visit.values, referrer: 'new.example', campaign: '' },
      pages: [page],
    }));
    return { kind, visits: [...visits, ...added], isPlanted: told => isSame(told, [is('referrer', 'new.example')]) };
  },
  bots: (visits, random, kind) => {
    const share = 0.15 + random();
    const from = FIRST_DAY + WEEK + Math.floor(random() * 4);
    const values = {
      country: 'SG:Singapore',
      city: 'SG:Singapore',
      continent: 'AS:Asia',
      language: 'en',
      ...{ browser: 'Chrome', os: 'Linux', device: 'desktop', resolution: '800x600', referrer: '', campaign: '' },
    };
    const more = visits.filter(visit => visit.day >= from && random() < share);
    const added = more.map(visit => ({ ...visit, values, pages: ['/'], hasEvent: false }));
    const known = { ...values, landing_page: '/' } as Readonly<Record<string, string>>;
    const isPlanted = (told: readonly Told[]) => told.every(({ name, value }) => known[name] === value);
    return { kind, visits: [...visits, ...added], isPlanted };
  },
};

/** Folds the visits of a story as those of a website without hits; no visitor has two. */
export async function foldStory(database: Database, website: number, { visits }: Story): Promise<void> {
  const { dialect } = database;
  const options = { ...foldOptions(), unseen: true };
  const byDay = Map.groupBy(
    visits.map((visit, at) => ({ ...visit, visitor: at.toString(16).padStart(16, '0') })),
    ({ day }) => day,
  );
  for (const ofDay of [...byDay].sort(([a], [b]) => a - b).map(([, some]) => some)) {
    const hits = ofDay.flatMap(visit => hitsOf(website, visit)).sort((a, b) => a.time - b.time);
    const remember = await dialect.transaction(async tx =>
      storeHits(tx, dialect, website, await lockFold(tx, dialect, website), TextTable.of(hits), options),
    );
    remember();
  }
}

function hitsOf(website: number, { day, second, visitor, ...visit }: StoryVisit & { readonly visitor: string }): Hit[] {
  const { values, pages, hasEvent } = visit;
  const at = (index: number) => ({ website, visitor, time: (day * DAY + second + index * 60) * 1_000 });
  const hits = pages.map((page, index) => hitOf({ ...at(index), values: { ...values, page } }));
  if (hasEvent)
    hits.push(
      hitOf({ ...at(pages.length), kind: 'event', values: { ...values, page: pages[0] as string, event: 'Signup' } }),
    );
  return hits;
}

function isSame(told: readonly Told[], planted: readonly Told[]): boolean {
  const textOf = (conditions: readonly Told[]) =>
    conditions.map(({ name, operator, value }) => `${name} ${operator} ${value}`).sort();
  return textOf(told).join('\n') === textOf(planted).join('\n');
}

function commonest(visits: readonly StoryVisit[], read: (visit: StoryVisit) => string): string[] {
  return [...Map.groupBy(visits, read)].sort(([, a], [, b]) => b.length - a.length).map(([value]) => value);
}
