import type { Viewer } from '../accounts/viewer.ts';
import type { ForgetRow } from '../db/models/forget.ts';
import { type Database, reachable } from '../db/open.ts';
import { readKeptFrom } from '../db/rollups/fold-state.ts';
import { keptDays } from '../db/rollups/sums.ts';
import { dateOf } from '../domain/calendar.ts';
import {
  type ForgetChoice,
  type ForgetCounts,
  type ForgetDay,
  type ForgetPreview,
  hitsOf,
  wordsOf,
} from '../domain/forget.ts';
import { choiceOf, type ForgetInput, forgetInput } from '../domain/inputs/forget.ts';
import { parseInput } from '../domain/inputs/parse.ts';
import { badInput } from '../errors.ts';
import { Budget, SERVICE } from '../stats/budget.ts';
import { writableWebsite } from '../websites/access.ts';
import { addAudit } from '../websites/audit.ts';
import type { Website } from '../websites/website.ts';
import { foundOn } from './found.ts';
import { Matcher } from './matcher.ts';

/** What a website forgets, as surfaces show it; times are milliseconds since 1970, UTC. */
export interface Forget extends ForgetCounts {
  readonly id: number;
  /** Who began it; null for the command line. */
  readonly accountId: number | null;
  readonly state: 'running' | 'done';
  /** `2026-01-31`. */
  readonly from: string;
  readonly to: string;
  /** 0 to 1. */
  readonly progress: number;
  readonly createdAt: number;
  readonly finishedAt: number | null;
}

/** The name of the job that forgets. */
export const FORGET_JOB = 'forget';

/**
 * Returns what would be forgotten at this moment. Throws BAD_USER_INPUT, and UNAVAILABLE for one of surfaces that takes
 * too long.
 */
export async function previewForget(
  database: Database,
  viewer: Viewer | null,
  name: string,
  input: ForgetInput,
): Promise<ForgetPreview> {
  const website = await writableWebsite(database, viewer, { id: name });
  const choice = readChoice(input);
  return new Budget(SERVICE).inTurn(meter => preview(database, website, choice, () => meter.check()));
}

const NONE = { visits: 0, visitors: 0, pageviews: 0, events: 0 };
const COUNTS = ['visits', 'visitors', 'pageviews', 'events'] as const;

/** The same for the command line. `check` can throw to stop. */
export async function preview(
  database: Database,
  website: Website,
  choice: ForgetChoice,
  check: () => void = () => undefined,
): Promise<ForgetPreview> {
  const { dialect } = database;
  const sum = { ...NONE };
  const byDay: ForgetDay[] = [];
  const { from, to } = await reachable(database, () => daysIn(database, website, choice));
  const matcher = await reachable(database, () => Matcher.of(database, website, choice));
  for (let day = from; day <= to; day++) {
    const ofDay = { ...NONE };
    for await (const found of foundOn(dialect, website.id, day, matcher)) {
      check();
      for (const count of COUNTS) {
        ofDay[count] += found[count];
        sum[count] += found[count];
      }
    }
    if (hitsOf(ofDay) > 0) byDay.push({ date: dateOf(day), ...ofDay });
  }
  return { ...sum, days: byDay.length, byDay };
}

/** Begins to forget. With `hits`, only if exactly so many would be forgotten now. Throws the same, and FORBIDDEN. */
export async function beginForget(
  database: Database,
  viewer: Viewer | null,
  name: string,
  input: ForgetInput,
  now: number,
): Promise<Forget> {
  const website = await writableWebsite(database, viewer, { id: name });
  const choice = readChoice(input);
  const { hits = null } = input;
  if (hits !== null) {
    const found = hitsOf(await previewForget(database, viewer, name, input));
    const text = `The choice has ${found} hits now, not ${hits}; look at a preview again, or leave hits out.`;
    if (found !== hits) throw badInput({ hits: [text] });
  }
  const begun = await registerForget(database, viewer, website, choice, now);
  // The job looks every few seconds whether it is due.
  await database.jobs.update({ dueAt: now }, { where: { name: FORGET_JOB } });
  return begun;
}

/** Registers what a website is to forget, and that in the audit log; the job or a command then does it. */
export async function registerForget(
  database: Database,
  viewer: Viewer | null,
  website: Website,
  choice: ForgetChoice,
  now: number,
): Promise<Forget> {
  await daysIn(database, website, choice);
  const row = await reachable(database, () =>
    database.transaction(async transaction => {
      const details = `${dateOf(choice.from)} to ${dateOf(choice.to)}, chosen by ${wordsOf(choice)}`;
      const begun = { websiteId: website.id, action: 'forget', details, at: now } as const;
      await addAudit(database, viewer, begun, transaction);
      return database.forgets.create(
        {
          websiteId: website.id,
          accountId: viewer?.account.id ?? null,
          choice: JSON.stringify(choice),
          state: 'running',
          ...{ firstDay: choice.from, lastDay: choice.to, nextDay: choice.from },
          ...{ visits: 0, visitors: 0, pageviews: 0, events: 0 },
          createdAt: now,
          finishedAt: null,
        },
        { transaction },
      );
    }),
  );
  return forgetOf(row.get({ plain: true }) as ForgetRow);
}

/** Returns what each of these websites forgets or has forgotten, in the order of `ids`, the latest first. */
export async function forgetsOf({ forgets }: Database, ids: readonly number[]): Promise<(readonly Forget[])[]> {
  const rows = await forgets.scope('latestFirst').findAll({ where: { websiteId: [...ids] }, raw: true });
  const byWebsite = Map.groupBy(rows, ({ websiteId }) => websiteId);
  return ids.map(id => (byWebsite.get(id) ?? []).map(forgetOf));
}

/**
 * Returns the days of a choice on which the website has any hits; throws BAD_USER_INPUT if it begins before the first
 * day whose hits are all stored, because of what is only summed nothing can be taken out.
 */
async function daysIn(
  { dialect }: Database,
  { id }: Website,
  { from, to }: ForgetChoice,
): Promise<{ readonly from: number; readonly to: number }> {
  const keptFrom = await readKeptFrom(dialect, id);
  if (from < keptFrom)
    throw badInput({
      from: [
        `Hits of days before ${dateOf(keptFrom)} are no longer stored, so nothing can be removed from the sums of these days; use a from date of ${dateOf(keptFrom)} or later.`,
      ],
    });
  const days = await keptDays(dialect, id);
  return days ? { from: Math.max(from, days.from), to: Math.min(to, days.to) } : { from, to: from - 1 };
}

function readChoice(input: ForgetInput): ForgetChoice {
  return choiceOf(parseInput(forgetInput, input));
}

function forgetOf(row: ForgetRow): Forget {
  const { id, accountId, state, visits, visitors, pageviews, events, createdAt, finishedAt } = row;
  const { firstDay, lastDay, nextDay } = row;
  return {
    ...{ id, accountId, state, visits, visitors, pageviews, events, createdAt, finishedAt },
    from: dateOf(firstDay),
    to: dateOf(lastDay),
    progress: state === 'done' ? 1 : Math.max(0, (nextDay - firstDay) / (lastDay - firstDay + 1)),
  };
}
