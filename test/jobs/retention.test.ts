import assert from 'node:assert/strict';
import { afterAll, it } from 'vitest';
import { Salts } from '../../src/collect/salts.ts';
import type { Database } from '../../src/db/open.ts';
import { dayNumber } from '../../src/domain/calendar.ts';
import { encodeHit, type Hit } from '../../src/domain/stored-hit.ts';
import { startOfDay } from '../../src/domain/time-zone.ts';
import { removeClientIds, removeLeftovers, removeOldHits } from '../../src/jobs/retention.ts';
import { listSpools } from '../../src/spool/lock.ts';
import { createStatsLoader, openReading } from '../../src/stats/loader.ts';
import { changedDialect } from '../support/changed-dialect.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { databaseWithWebsites, foldAll, hitOf, spoolOf, startFold } from '../support/hits.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const today = dayNumber('2026-03-10');
const now = Date.parse('2026-03-10T12:00:00Z');
const going = new AbortController().signal;

eachDatabase('Retention', open => {
  const opened: Database[] = [];
  afterAll(() => Promise.all(opened.map(database => database.close())));
  let place: Place;
  let database: Database;

  async function fresh(websites = 1): Promise<void> {
    place = await open();
    database = await databaseWithWebsites(place, websites);
    opened.push(database);
  }
  /** Returns hits of one visitor per day of a website in a time zone, each at noon. */
  function daily(from: number, to: number, parts: { website?: number; timezone?: string } = {}): Hit[] {
    const hits: Hit[] = [];
    for (let day = from; day <= to; day++) {
      const time = startOfDay(day, parts.timezone ?? 'UTC') + 12 * HOUR;
      hits.push(hitOf({ ...parts, time, visitor: day.toString(16).padStart(16, '0') }));
    }
    return hits;
  }
  async function days(table: 'hit' | 'visit', website = 1): Promise<number[]> {
    const rows = await database.dialect.all<{ day: number }>(
      `SELECT DISTINCT day FROM ${table} WHERE website_id = ? ORDER BY day`,
      [website],
    );
    return rows.map(({ day }) => day - today);
  }
  const remove = (kept = 5, signal = going) => removeOldHits(database, { days: kept, now, signal });

  it('keeps today, the days within the period, and every rollup', async () => {
    await fresh();
    await foldAll(database, place, [daily(today - 9, today)]);
    assert.equal(await remove(), 'Removed 4 hits and 4 visits.');
    const kept = [-5, -4, -3, -2, -1, 0];
    assert.deepEqual([await days('hit'), await days('visit')], [kept, kept]);
    const query = {
      website: 1,
      from: 0,
      to: today,
      search: null,
      sortBy: 'VALUE',
      sort: 'ASC',
      perPage: 50,
      page: 1,
    } as const;
    const page = await createStatsLoader(openReading(database)).load({ ...query, name: 'pageviews' });
    assert.deepEqual([page.total, page.sum], [10, 10]);
    assert.equal(await remove(), 'Removed 0 hits and 0 visits.');
  });

  it("uses the current day in the website's time zone", async () => {
    await fresh(2);
    const zones = { 1: 'Pacific/Kiritimati', 2: 'Pacific/Pago_Pago' };
    for (const [id, timezone] of Object.entries(zones)) {
      await database.dialect.run('UPDATE website SET timezone = ? WHERE id = ?', [timezone, Number(id)]);
      await foldAll(database, place, [daily(today - 9, today, { website: Number(id), timezone })]);
    }
    await removeOldHits(database, { days: 5, now: Date.parse('2026-03-10T10:30:00Z'), signal: going });
    assert.deepEqual(await days('hit', 1), [-4, -3, -2, -1, 0]);
    assert.deepEqual(await days('hit', 2), [-6, -5, -4, -3, -2, -1, 0]);
  });

  it('keeps visits of a day that is still being filled in, so that no visitor counts twice', async () => {
    await fresh();
    await new Salts(database, () => now).share(today - 8, Buffer.alloc(16));
    await foldAll(database, place, [daily(today - 9, today - 7)]);
    await remove();
    assert.deepEqual([await days('hit'), await days('visit')], [[], [-8]]);
    await foldAll(database, place, [daily(today - 8, today - 8)]);
    const query = {
      website: 1,
      from: 0,
      to: today,
      search: null,
      sortBy: 'VALUE',
      sort: 'ASC',
      perPage: 50,
      page: 1,
    } as const;
    const page = await createStatsLoader(openReading(database)).load({ ...query, name: 'visitors' });
    assert.equal(page.sum, 3);
  });

  it('removes many rows in small steps, and can stop between two of them', async () => {
    await fresh();
    const time = now - 20 * DAY;
    const hits = Array.from({ length: 2_500 }, (__, index) =>
      hitOf({ time: time + index, visitor: '00000000000000ab' }),
    );
    await foldAll(database, place, [hits]);
    const steps: number[] = [];
    const stopping = new AbortController();
    const watched: Database = {
      ...database,
      dialect: changedDialect(database.dialect, {
        async run(sql, params) {
          const changed = await database.dialect.run(sql, params);
          if (sql.startsWith('DELETE FROM hit ')) steps.push(changed);
          if (steps.length === 2) stopping.abort();
          return changed;
        },
      }),
    };
    await removeOldHits(watched, { days: 5, now, signal: stopping.signal });
    assert.deepEqual(steps, [1_000, 1_000]);
    assert.equal(await remove(), 'Removed 500 hits and 1 visit.');
  });

  it('removes client ids two days after the day on which they were seen', async () => {
    await fresh(2);
    const ids = (at: number, count: number, website: number) =>
      foldAll(
        database,
        place,
        [Array.from({ length: count }, (__, index) => hitOf({ website, time: at, id: `${at}-${index}` }))],
        { now: () => at },
      );
    await ids(now - 3 * DAY, 1_500, 1);
    await ids(now - 2 * DAY, 700, 1);
    await ids(now - 3 * DAY, 5, 2);
    assert.equal(await removeClientIds(database, now, going), 'Removed 1505 client IDs.');
    await ids(now - 2 * DAY, 700, 1);
    const [row] = await database.dialect.all<{ hits: number }>('SELECT COUNT(*) AS hits FROM hit WHERE website_id = 1');
    assert.equal(row?.hits, 2_200);
    assert.equal(await removeClientIds(database, now + DAY, going), 'Removed 700 client IDs.');
  });

  it('removes records that are no longer needed', async () => {
    await fresh();
    const { dialect } = database;
    const session =
      'INSERT INTO session (account_id, hash, client, created_at, last_used_at, expires_at) VALUES (1, ?, ?, 0, 0, ?)';
    await dialect.run(session, [Buffer.alloc(32, 1), '', now]);
    await dialect.run(session, [Buffer.alloc(32, 2), '', now + 1]);
    const run =
      "INSERT INTO job_run (run, name, process, started_at, outcome, note) VALUES (?, 'x', '', ?, 'done', '')";
    await dialect.run(run, ['old', now - 36 * DAY]);
    await dialect.run(run, ['new', now - 34 * DAY]);
    const report =
      "INSERT INTO report (website_id, recipient_id, frequency, day, state, claim, held_until, next_at, attempts, changed_at, note) VALUES (1, 1, 2, ?, 'sent', '', 0, 0, 1, ?, '')";
    await dialect.run(report, [today - 431, now - 401 * DAY]);
    await dialect.run(report, [today - 429, now - 399 * DAY]);
    const delivery =
      "INSERT INTO alert_delivery (website_id, kind, slot, channel, state, claim, held_until, next_at, attempts, changed_at, note) VALUES (1, 0, ?, 'mail', 'sent', '', 0, 0, 1, ?, '')";
    await dialect.run(delivery, [1, now - 401 * DAY]);
    await dialect.run(delivery, [2, now - 399 * DAY]);
    assert.equal(await removeLeftovers(database, now, going), 'Removed 4 rows.');
    assert.deepEqual(await dialect.all('SELECT day FROM report'), [{ day: today - 429 }]);
    assert.deepEqual(await dialect.all('SELECT slot FROM alert_delivery'), [{ slot: 2 }]);
    assert.deepEqual(await dialect.all('SELECT expires_at AS at FROM session'), [{ at: now + 1 }]);
    assert.deepEqual(await dialect.all('SELECT run FROM job_run'), [{ run: 'new' }]);
  });

  it('keeps the records that stop a spool from being counted twice, however long its process lived', async () => {
    await fresh();
    const folder = `${place.dataDir}/spool`;
    const old = await spoolOf(database, folder);
    const oldRun = startFold(database, old, folder);
    for (const hit of daily(today - 2, today)) await old.append(encodeHit(hit));
    await oldRun.drain();
    await removeLeftovers(database, Date.now() + 400 * DAY, going);
    await oldRun.stop();
    // As if the process had been killed: its files stay, and another process adopts them.
    await old.close();
    const mine = await spoolOf(database, folder);
    const run = startFold(database, mine, folder);
    await run.drain();
    const [row] = await database.dialect.all('SELECT COUNT(*) AS hits FROM hit');
    assert.deepEqual(row, { hits: 3 });
    assert.deepEqual(listSpools(folder), [mine.id]);
    await run.stop();
    await mine.remove();
  });
});
