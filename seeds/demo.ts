import { createAccount, findAccountByEmail, setPassword } from '../src/accounts/accounts.ts';
import { createApiKey, listApiKeys, revokeApiKey } from '../src/accounts/api-keys.ts';
import { randomText } from '../src/accounts/secrets.ts';
import type { Account, Viewer } from '../src/accounts/viewer.ts';
import { settleInstance } from '../src/db/instance.ts';
import { migrate } from '../src/db/migrate.ts';
import { readSetting, writeSetting } from '../src/db/models/setting.ts';
import type { Database } from '../src/db/open.ts';
import { dateOf } from '../src/domain/calendar.ts';
import { encodeHit } from '../src/domain/stored-hit.ts';
import { localDay } from '../src/domain/time-zone.ts';
import { KnownValues } from '../src/fold/known-values.ts';
import { FoldLoop, putAway } from '../src/fold/run.ts';
import { createFoldWork, type FoldReport } from '../src/fold/work.ts';
import { Spool } from '../src/spool/spool.ts';
import { websiteOf } from '../src/websites/access.ts';
import { createAnnotation } from '../src/websites/annotations.ts';
import { createFunnel } from '../src/websites/funnels.ts';
import { createGoal } from '../src/websites/goals.ts';
import { createSegment } from '../src/websites/segments.ts';
import type { Website } from '../src/websites/website.ts';
import { createWebsite, deleteWebsite } from '../src/websites/websites.ts';
import { LAUNCHED } from './launch.ts';
import { demoTraffic } from './year.ts';

export const DEMO_DOMAIN = 'demo.example';
export const DEMO_HOSTS = { host: DEMO_DOMAIN, docsHost: `docs.${DEMO_DOMAIN}` };
export const DEMO_EMAIL = 'demo@demo.example';
const SEEDED = 'demo_seeded';
const TIMEZONE = 'Europe/Berlin';
const DAYS = 365;

export interface Demo {
  readonly email: string;
  readonly password: string;
  readonly key: string;
  readonly website: Website;
}

/**
 * Creates the demo account, its website and a year of hits in a migrated or empty database. A second run keeps the hits
 * and creates a new password and key. `progress` is called with the part that is done, 0 to 1.
 */
export async function seedDemo(
  database: Database,
  spoolFolder: string,
  progress: (done: number) => void,
): Promise<Demo> {
  await migrate(database.dialect);
  const password = randomText(12);
  const account = await demoAccount(database, password);
  const viewer: Viewer = { account, scope: 'WRITE', via: { kind: 'key', id: 0 } };
  const key = await freshKey(database, account);
  let found = await websiteOf(database, viewer, { domain: DEMO_DOMAIN }).catch(() => null);
  if (found && (await readSetting(database, SEEDED)) === null) {
    // An earlier run was stopped midway; half a year would look like a bug in the charts.
    await deleteWebsite(database, viewer, String(found.id));
    found = null;
  }
  const website =
    found ??
    (await createWebsite(database, viewer, {
      domain: DEMO_DOMAIN,
      privacy: 'PUBLIC',
      timezone: TIMEZONE,
      hosts: [DEMO_HOSTS.docsHost],
      excludeParams: ['fbclid', 'gclid'],
    }));
  if (!found) {
    await foldYear(database, website, spoolFolder, progress);
    await addNotes(database, viewer, String(website.id));
    await writeSetting(database, SEEDED, String(website.id));
  }
  return { email: DEMO_EMAIL, password, key, website };
}

async function demoAccount(database: Database, password: string): Promise<Account> {
  const found = await findAccountByEmail(database, DEMO_EMAIL);
  if (!found) return createAccount(database, { email: DEMO_EMAIL, password, admin: true });
  await setPassword(database, found.id, password);
  return found;
}

async function freshKey(database: Database, account: Account): Promise<string> {
  for (const { id, name, revokedAt } of await listApiKeys(database, account.id)) {
    if (name === 'Demo' && revokedAt === null) await revokeApiKey(database, account.id, id);
  }
  return (await createApiKey(database, { accountId: account.id, name: 'Demo', scope: 'WRITE', expiresAt: null })).key;
}

/** Adds what an owner would have set up in that year: goals, a funnel, an annotation, a segment. */
async function addNotes(database: Database, viewer: Viewer, website: string): Promise<void> {
  const now = Date.now();
  const date = dateOf(localDay(now, TIMEZONE).day - LAUNCHED);
  await createGoal(database, viewer, website, { name: 'Signed up', kind: 'EVENT', pattern: 'Signup' }, now);
  await createGoal(database, viewer, website, { name: 'Read the docs', kind: 'PAGE', pattern: '/docs*' }, now);
  const steps = [
    { kind: 'PAGE', pattern: '/', name: 'Home' },
    { kind: 'PAGE', pattern: '/pricing', name: 'Prices' },
    { kind: 'PAGE', pattern: '/signup', name: 'Form' },
    { kind: 'EVENT', pattern: 'Signup', name: 'Signed up' },
  ] as const;
  await createFunnel(database, viewer, website, { name: 'From the home page to a new account', steps }, now);
  await createAnnotation(database, viewer, website, { date, text: 'Version 2 announced' }, now);
  const phones = { name: 'device', operator: 'IS', values: ['mobile'] } as const;
  await createSegment(database, viewer, website, { name: 'On a phone', filter: phones }, now);
}

/** Pushes a year of hits through the real spool and fold, so that the demo's numbers arise like any others. */
async function foldYear(
  database: Database,
  website: Website,
  folder: string,
  progress: (done: number) => void,
): Promise<void> {
  const now = Date.now();
  const today = localDay(now, TIMEZONE).day;
  const from = today - DAYS + 1;
  const spool = await Spool.create(folder, { instance: await settleInstance(database) });
  const work = createFoldWork(database, {
    known: new KnownValues(),
    maxNewValues: 20_000,
    retentionDays: 400,
    now: () => now,
    databaseTime: () => now,
    report: failOnBadHit,
  });
  const fold = new FoldLoop(database, spool, work, {
    folder,
    every: 60_000,
    waiting() {},
    unreadable() {},
    foreign() {},
  });
  let day = from;
  for (const hits of demoTraffic({
    website: website.id,
    ...DEMO_HOSTS,
    timezone: TIMEZONE,
    from,
    to: today,
    until: now,
  })) {
    if (hits.length > 0) await spool.append(hits.map(encodeHit).join(','), hits.length);
    if (day % 14 === 0) await fold.drain();
    day++;
    progress((day - from) / DAYS);
  }
  await fold.drain();
  await fold.stop();
  await putAway(database, spool);
}

function failOnBadHit(event: FoldReport): void {
  if (event.type === 'bad') throw new Error(event.reason);
}
