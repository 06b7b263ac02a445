import type { Database } from '../../src/db/open.ts';
import { addNewValues } from '../../src/db/rollups/values.ts';
import { insertRows, Text } from '../../src/db/sql.ts';
import { findStatistic } from '../../src/domain/statistics.ts';
import { packWebsite } from '../../src/fold/pack.ts';
import type { Place } from './databases.ts';
import { databaseWithWebsites, foldAll, type HitParts, hitOf } from './hits.ts';

/** The time at which all data here ends. */
export const NOON = Date.parse('2026-03-10T12:00:00Z');
const DAY = 86_400_000;
const TODAY = NOON / DAY - 0.5;
const ZONES = ['UTC', 'Pacific/Kiritimati', 'America/Los_Angeles'];

/** Fills a new database with websites 1 to `count` of account 1; every table gets rows. */
export async function fillWebsites(place: Place, count: number): Promise<void> {
  const database = await databaseWithWebsites(place, count);
  for (const [index, zone] of ZONES.entries())
    await database.dialect.run('UPDATE website SET timezone = ? WHERE id % 3 = ?', [zone, index]);
  const ids = Array.from({ length: count }, (_, index) => index + 1);
  await foldAll(database, place, [ids.flatMap(hitsOf).map(hitOf)]);
  for (const id of [1, 2, 7, 14]) await packWebsite(database, id);
  await fillSmallTables(database, ids);
  await database.close();
}

/** Adds websites in three time zones; every seventh fell silent on some day, every eleventh never had a hit. */
function hitsOf(website: number): HitParts[] {
  if (website % 11 === 0) return [];
  const silentFor = website % 7 === 0 ? website % 60 : 0;
  const timezone = zoneOf(website);
  return [0, 1, 9, 33].flatMap((daysAgo, at): HitParts[] => {
    const of = { website, timezone, time: NOON - (silentFor + daysAgo) * DAY, visitor: `${at}`.padStart(16, '0') };
    const page = `/p${(website + at) % 5}`;
    return [
      { ...of, values: { page, country: at % 2 ? 'DE:Germany' : '' } },
      { ...of, kind: 'event', amount: `${at}.5`, unit: 'EUR', values: { page, event: 'Signup' } },
    ];
  });
}

function zoneOf(website: number): string {
  return ZONES[website % ZONES.length] as string;
}

/** Adds goals, annotations and the like, reports and alerts; one website has more of them than are listed. */
async function fillSmallTables(database: Database, ids: readonly number[]): Promise<void> {
  const each = <Row>(rowsOf: (websiteId: number) => Row[]) => ids.flatMap(rowsOf);
  const note = (websiteId: number, at: number) => ({ websiteId, id: `${websiteId}x${at}`, createdAt: at });
  const sent = { claim: '', heldUntil: 0, nextAt: 0, attempts: 1, note: '' };
  await database.goals.bulkCreate(
    each(id => [1, 2].map(at => ({ ...note(id, at), name: `Goal ${at}`, kind: 'PAGE' as const, pattern: '/p*' }))),
  );
  const steps = JSON.stringify([
    { kind: 'PAGE', pattern: '/p*', name: 'Page', conditions: [] },
    { kind: 'EVENT', pattern: 'Buy', name: 'Buy', conditions: [] },
  ]);
  const rules = { steps, stepOrder: 'ANY' as const, unit: 'VISIT' as const, withinSeconds: null };
  await database.funnels.bulkCreate(each(id => [{ ...note(id, 1), name: 'Buyers', ...rules }]));
  const filter = JSON.stringify({ name: 'country', operator: 'IS', values: [''] });
  await database.segments.bulkCreate(each(id => [{ ...note(id, 1), name: 'Unknown', filter }]));
  await database.annotations.bulkCreate(
    each(id => [-1, 0, 1].map((ahead, at) => ({ ...note(id, at + 1), day: TODAY - ahead, text: `${id}` }))),
  );
  await database.reportRecipients.bulkCreate(
    each(websiteId => [
      { websiteId, email: '', frequencies: ['WEEKLY'], token: `own${websiteId}`, since: 0 },
      { websiteId, email: 'eve@example.com', frequencies: ['DAILY'], token: `eve${websiteId}`, since: 0 },
    ]),
  );
  await database.reports.bulkCreate(
    each(websiteId =>
      Array.from({ length: websiteId === 98 ? 120 : 2 }, (_, at) => ({
        ...sent,
        websiteId,
        recipientId: 2 * websiteId,
        frequency: 'DAILY' as const,
        day: TODAY - at,
        state: 'sent' as const,
        changedAt: NOON - at * DAY,
      })),
    ),
  );
  await database.alertSettings.bulkCreate(
    each(websiteId => [
      { websiteId, kinds: ['SPIKE'], byMail: true, webhookUrl: null, webhookSecret: 'x', since: websiteId },
    ]),
  );
  const slots = (websiteId: number) => Array.from({ length: websiteId === 98 ? 120 : 2 }, (_, at) => at);
  await database.alerts.bulkCreate(
    each(websiteId =>
      slots(websiteId).map(slot => ({ websiteId, kind: 'SPIKE' as const, slot, at: NOON - slot, count: 9, usual: 1 })),
    ),
  );
  await database.alertDeliveries.bulkCreate(
    each(websiteId =>
      slots(websiteId).map(slot => ({
        ...sent,
        websiteId,
        kind: 'SPIKE' as const,
        slot,
        channel: 'mail' as const,
        state: 'sent' as const,
        changedAt: NOON,
      })),
    ),
  );
  const { dialect } = database;
  await insertRows(dialect, {
    table: 'dropped',
    columns: ['website_id', 'day', 'reason', 'hits'],
    rows: each(id => [[id, TODAY, new Text('bot'), id]]),
  });
  await addRefused(database, ids);
}

/** Adds refused new values, of today and of a week ago, which is too long ago in some time zones. */
async function addRefused({ dialect }: Database, ids: readonly number[]): Promise<void> {
  const page = findStatistic('page')?.rollup ?? 0;
  for (const website of ids)
    await addNewValues(
      dialect,
      dialect,
      website,
      [0, 6, 7].map(ago => ({ day: TODAY - ago, rollup: page, seen: 0, refused: website, brought: null, crowded: 0 })),
    );
}
