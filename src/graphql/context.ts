import DataLoader from 'dataloader';
import { emailsOf } from '../accounts/accounts.ts';
import type { Database } from '../db/open.ts';
import { addressGroup, addressNetwork } from '../domain/ip-addresses.ts';
import type { Language } from '../domain/languages.ts';
import type { DayRange } from '../domain/range.ts';
import { forgetsOf } from '../forget/forgets.ts';
import type { Caller } from '../http/caller.ts';
import { importedDaysOf } from '../imports/imported-days.ts';
import { importsById, importsOf } from '../imports/imports.ts';
import { leaningOf } from '../imports/leaning.ts';
import { lastRunsOf } from '../jobs/runs.ts';
import { alertSettingsOf, alertsOf } from '../reports/alerts.ts';
import { recipientsOf } from '../reports/recipients.ts';
import { reportsOf } from '../reports/reports.ts';
import type { Mailing } from '../reports/test-report.ts';
import type { AnswerLoader } from '../stats/answers.ts';
import type { Asker } from '../stats/budget.ts';
import { daysOfHits } from '../stats/counts-from.ts';
import { firstDaysOf, firstHitsOf } from '../stats/first-hit.ts';
import { keptFromOf, valuesSinceOf } from '../stats/known-from.ts';
import { droppedOf, warningsOf } from '../stats/ledger.ts';
import { createStatsLoader, type Reading } from '../stats/loader.ts';
import { annotationsOf } from '../websites/annotations.ts';
import { auditsOf } from '../websites/audit.ts';
import { funnelsOf } from '../websites/funnels.ts';
import { goalsOf } from '../websites/goals.ts';
import { segmentsOf } from '../websites/segments.ts';
import { sharesOf } from '../websites/shares.ts';
import type { Website } from '../websites/website.ts';

/** The context of every resolver, one per request; GraphQL and REST share it. */
export interface Context extends Caller {
  readonly database: Database;
  readonly stats: AnswerLoader;
  readonly loaders: Loaders;
  /** The process-wide state of the read path, for reads that need no batching. */
  readonly reading: Reading;
  /** The way mail is sent; null without a mail server. */
  readonly mailing: Mailing | null;
  /** The public URL of the service, without a trailing slash. */
  readonly baseUrl: string;
  /** Non-public IP addresses and CIDR ranges that webhooks may name. */
  readonly webhookAllow: readonly string[];
  /** The language whose labels a search can find, and of sentences for readers, which are stored or written in English. */
  readonly language: Language;
  /** The language of the e-mails of websites that are registered without one. */
  readonly defaultLanguage: Language;
  /** Milliseconds since 1970, UTC. */
  now(): number;
}

/** Returns the context of one request; its loaders batch the reads of that request, so it must not be kept. */
export function createContext(
  reading: Reading,
  caller: Caller,
  now: () => number = Date.now,
  {
    mailing = null,
    baseUrl = '',
    webhookAllow = [],
    language = 'en',
    defaultLanguage = 'en',
  }: Partial<Pick<Context, 'mailing' | 'baseUrl' | 'webhookAllow' | 'language' | 'defaultLanguage'>> = {},
): Context {
  let loaders: Loaders | undefined;
  return {
    ...caller,
    database: reading.database,
    stats: createStatsLoader(reading, askerOf(caller)),
    // Most requests use none of the loaders.
    get loaders() {
      loaders ??= createLoaders(reading, now);
      return loaders;
    },
    reading,
    mailing,
    baseUrl,
    webhookAllow,
    language,
    defaultLanguage,
    now,
  };
}

/** Returns the caller as the read path shares its time: strangers by IP address, keys and sessions by account. */
function askerOf({ viewer, address }: Pick<Caller, 'viewer' | 'address'>): Asker {
  if (viewer === null) return { kind: 'stranger', of: addressGroup(address), network: addressNetwork(address) };
  return { kind: viewer.via.kind === 'key' ? 'key' : 'member', of: String(viewer.account.id) };
}

/** The loaders for data of websites and jobs. */
type Loaders = ReturnType<typeof createLoaders>;

/** A website and a range of days, as a key. */
interface WebsiteRange extends DayRange {
  readonly id: number;
}

/** An import of a website, as a key. */
interface WebsiteImport {
  readonly website: number;
  readonly id: string;
}

/** Returns the loaders of one request, which read all keys of a tick together; mutations forbid them to cache. */
function createLoaders({ database }: Reading, now: () => number) {
  const byId = <Value>(read: (database: Database, ids: readonly number[]) => Promise<readonly Value[]>) =>
    together((ids: readonly number[]) => read(database, ids));
  return {
    goals: byId(goalsOf),
    funnels: byId(funnelsOf),
    import: together((asked: readonly WebsiteImport[]) => importsById(database, asked)),
    imports: byId(importsOf),
    leaning: byId(leaningOf),
    forgets: byId(forgetsOf),
    audits: byId(auditsOf),
    importedDays: byId(importedDaysOf),
    emails: byId(emailsOf),
    segments: byId(segmentsOf),
    shares: byId(sharesOf),
    annotations: togetherByRange((ids, range) => annotationsOf(database, ids, range)),
    recipients: byId(recipientsOf),
    reports: byId(reportsOf),
    alertSettings: byId(alertSettingsOf),
    alerts: byId(alertsOf),
    lastRun: together((names: readonly string[]) => lastRunsOf(database, names)),
    firstDay: byId(firstDaysOf),
    valuesSince: byId(valuesSinceOf),
    keptFrom: byId(keptFromOf),
    daysOfHits: byId(daysOfHits),
    firstHitAt: together((websites: readonly Website[]) => firstHitsOf(database, websites)),
    warnings: together((websites: readonly Website[]) => warningsOf(database, websites, now())),
    dropped: togetherByRange((ids, range) => droppedOf(database, ids, range)),
  };
}

/** Returns a loader of the values that `read` returns for the keys, in their order. */
function together<Key, Value>(read: (keys: readonly Key[]) => Promise<readonly Value[]>): DataLoader<Key, Value> {
  return new DataLoader(read, { cache: false });
}

/** Returns a loader that calls `read` once per range. */
function togetherByRange<Value>(
  read: (ids: readonly number[], range: DayRange) => Promise<readonly Value[]>,
): DataLoader<WebsiteRange, Value> {
  return together(async keys => {
    const values = new Map<WebsiteRange, Value>();
    const ranges = Map.groupBy(keys, ({ from, to }) => `${from} ${to}`);
    await Promise.all(
      [...ranges.values()].map(async alike => {
        const found = await read(
          alike.map(({ id }) => id),
          alike[0] as DayRange,
        );
        alike.forEach((key, place) => void values.set(key, found[place] as Value));
      }),
    );
    return keys.map(key => values.get(key) as Value);
  });
}
