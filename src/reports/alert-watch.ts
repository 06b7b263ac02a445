import { Op } from 'sequelize';
import { latestOf } from '../db/latest.ts';
import type { Channel } from '../db/models/alert-delivery.ts';
import { type Database, reachable } from '../db/open.ts';
import { type AlertKind, BASELINE_WEEKS, findUnusual, type HourCount } from '../domain/alert.ts';
import { localDay } from '../domain/day.ts';
import { dayNumber } from '../domain/range.ts';
import type { Log } from '../log.ts';
import { firstHitAt } from '../stats/first-hit.ts';
import type { AnswerLoader } from '../stats/loader.ts';
import type { Website } from '../websites/website.ts';
import { websiteOfRow } from '../websites/website-row.ts';
import { type AlertSetting, allAlertSettings } from './alert-settings.ts';
import { raiseAlert } from './alerts.ts';

export interface WatchOptions {
  readonly database: Database;
  readonly stats: () => AnswerLoader;
  readonly log: Log;
  /** Milliseconds since 1970, UTC. */
  readonly now: number;
  readonly signal: AbortSignal;
  /** The name under which this work stands in the history, by which it is known when nobody was there to count. */
  readonly job: string;
  /** Milliseconds from one look to the next. */
  readonly every: number;
}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Hits of the last minutes of an hour are folded by then. */
const SETTLED = 5 * 60_000;
/** After one alert of a kind the next so many hours bring no other: one rush of visitors is one piece of news. */
const QUIET_HOURS = 12;

/** Looks at every website that wants alerts and notes what is new; answers in words how much was. */
export async function watchWebsites(options: WatchOptions): Promise<string> {
  const { database, log, signal } = options;
  const [settings, rows] = await reachable(database, () =>
    Promise.all([allAlertSettings(database), database.websites.findAll({ raw: true })]),
  );
  const websites = new Map(rows.map(row => [row.id, websiteOfRow(row)]));
  let raised = 0;
  for (const setting of settings) {
    const website = websites.get(setting.websiteId);
    if (!website || setting.kinds.length === 0 || signal.aborted) continue;
    try {
      raised += await watchWebsite(options, website, setting);
    } catch (error) {
      if (database.dialect.fault(error) === 'away') throw error;
      // One website that cannot be read must not keep the others from being looked at.
      log.warn({ err: error, website: website.id }, 'A website could not be looked at for alerts.');
    }
  }
  return `Noted ${raised} alerts.`;
}

async function watchWebsite(options: WatchOptions, website: Website, setting: AlertSetting): Promise<number> {
  const { database, now } = options;
  const first = await firstHitAt(database, website);
  if (first === null) return 0;
  const raise = async (kind: AlertKind, slot: number, count: number, usual: number) => {
    const alert = { websiteId: website.id, kind, slot, at: now, count, usual };
    return Number(await reachable(database, () => raiseAlert(database, alert, channelsOf(setting))));
  };
  let raised = 0;
  if (setting.kinds.includes('FIRST_HIT') && first >= setting.since) raised += await raise('FIRST_HIT', 0, 1, 0);

  const hours = await completeHours(options, website);
  const since = hourOf(first, website.timezone) + 1;
  for (const { kind, hour, count, usual } of findUnusual(hours, since)) {
    if (!setting.kinds.includes(kind)) continue;
    // What was not collected because nothing ran is no news about the website.
    const lasted = kind === 'NO_HITS' ? DAY : HOUR;
    if (kind !== 'SPIKE' && !(await wasRunning(options, now - SETTLED - lasted, now))) continue;
    if (kind !== 'NO_HITS' && (await wasToldLately(database, website.id, kind, hour))) continue;
    raised += await raise(kind, hour, count, usual);
  }
  return raised;
}

/** The hours at the website that are over, as far back as they are compared with. */
async function completeHours({ stats, now }: WatchOptions, website: Website): Promise<HourCount[]> {
  const { id, timezone } = website;
  const settled = now - SETTLED;
  const today = localDay(settled, timezone);
  const range = { from: today.day - 7 * BASELINE_WEEKS - 1, to: today.day };
  const { points } = await stats().timeseries({
    website: id,
    timezone,
    filter: null,
    compare: null,
    interval: 'HOUR',
    now: settled,
    ...range,
  });
  return points
    .filter(({ partial }) => !partial)
    .map(({ start, sums }) => ({
      hour: dayNumber(start.slice(0, 10)) * 24 + Number(start.slice(11, 13)),
      visits: sums.visits,
      hits: sums.pageviews + sums.events,
    }));
}

async function wasRunning({ database, job, every }: WatchOptions, from: number, to: number): Promise<boolean> {
  const where = { name: job, startedAt: { [Op.between]: [from, to] } };
  const runs = await reachable(database, () => database.jobRuns.count({ where }));
  return runs >= (0.6 * (to - from)) / every;
}

async function wasToldLately(database: Database, website: number, kind: AlertKind, hour: number): Promise<boolean> {
  const [lately = []] = await reachable(database, () => latestOf(database, 'alerts', [website], 50));
  return lately.some(alert => alert.kind === kind && alert.slot !== hour && Math.abs(hour - alert.slot) < QUIET_HOURS);
}

function channelsOf({ byMail, webhookUrl }: AlertSetting): Channel[] {
  return [...(byMail ? (['mail'] as const) : []), ...(webhookUrl !== null ? (['webhook'] as const) : [])];
}

function hourOf(time: number, timezone: string): number {
  const { day, hour } = localDay(time, timezone);
  return day * 24 + hour;
}
