import { Op } from 'sequelize';
import { latestOf } from '../db/by-website.ts';
import { isUnavailable } from '../db/dialect.ts';
import type { Channel } from '../db/models/alert-delivery.ts';
import type { AlertSettingRow } from '../db/models/alert-setting.ts';
import { type Database, reachable } from '../db/open.ts';
import { type AlertKind, findUnusual, QUIET_HOURS } from '../domain/alert.ts';
import { DAY } from '../domain/calendar.ts';
import { counted } from '../domain/counted.ts';
import type { Log } from '../log.ts';
import type { AnswerLoader } from '../stats/answers.ts';
import { ownHitsOf } from '../stats/own-hits.ts';
import { type Website, websiteOfRow } from '../websites/website.ts';
import { completeHours, firstWholeHour } from './alert-hours.ts';
import { raiseAlert } from './alerts.ts';

export interface WatchOptions {
  readonly database: Database;
  readonly stats: () => AnswerLoader;
  readonly log: Log;
  /** Milliseconds since 1970, UTC. */
  readonly now: number;
  readonly signal: AbortSignal;
  /** The name of this job in the history, which shows when the service was not running. */
  readonly job: string;
  /** Milliseconds from one check to the next. */
  readonly every: number;
}

const HOUR = 3_600_000;
/** Milliseconds after an hour by which its last hits are folded. */
const SETTLED = 5 * 60_000;

/** Checks every website with alerts, raises what `findUnusual` finds, and returns a sentence with the number raised. */
export async function watchWebsites(options: WatchOptions): Promise<string> {
  const { database, log, signal } = options;
  const [settings, rows] = await reachable(database, () =>
    Promise.all([database.alertSettings.findAll(), database.websites.findAll({ raw: true })]),
  );
  const websites = new Map(rows.map(row => [row.id, websiteOfRow(row)]));
  let raised = 0;
  for (const setting of settings) {
    const website = websites.get(setting.websiteId);
    if (!website || setting.kinds.length === 0 || signal.aborted) continue;
    try {
      raised += await watchWebsite(options, website, setting);
    } catch (error) {
      if (isUnavailable(database.dialect.fault(error))) throw error;
      // One website that cannot be read must not keep the others from being checked.
      log.warn({ err: error, website: website.id }, 'A website could not be checked for alerts.');
    }
  }
  return `Raised ${counted(raised, 'alert')}.`;
}

async function watchWebsite(options: WatchOptions, website: Website, setting: AlertSettingRow): Promise<number> {
  const { database, now } = options;
  // History that is imported is neither unusual, nor does it show what is usual.
  const own = await ownHitsOf(database, website);
  if (own === null) return 0;
  const channels: Channel[] = [];
  if (setting.byMail) channels.push('mail');
  if (setting.webhookUrl !== null) channels.push('webhook');
  const raise = async (kind: AlertKind, slot: number, count: number, usual: number) => {
    const alert = { websiteId: website.id, kind, slot, at: now, count, usual };
    return Number(await reachable(database, () => raiseAlert(database, alert, channels)));
  };
  let raised = 0;
  if (setting.kinds.includes('FIRST_HIT') && own.firstAt >= setting.since) raised += await raise('FIRST_HIT', 0, 1, 0);

  const hours = await completeHours(options.stats(), website, now - SETTLED);
  const since = firstWholeHour(own.aloneFrom, website);
  const ownHours = hours.filter(({ hour }) => hour >= since - 1);
  for (const { kind, hour, count, usual } of findUnusual(ownHours, since)) {
    if (!setting.kinds.includes(kind)) continue;
    // Missing hits say nothing about the website if the service was not running.
    const lasted = kind === 'NO_HITS' ? DAY : HOUR;
    if (kind !== 'SPIKE' && !(await wasRunning(options, now - SETTLED - lasted, now))) continue;
    if (kind !== 'NO_HITS' && (await wasToldLately(database, website.id, kind, hour))) continue;
    raised += await raise(kind, hour, count, usual);
  }
  return raised;
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
