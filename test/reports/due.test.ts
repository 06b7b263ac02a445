import assert from 'node:assert/strict';
import { afterAll, it } from 'vitest';
import type { Database } from '../../src/db/open.ts';
import { dateOf, dayNumber } from '../../src/domain/calendar.ts';
import { FREQUENCIES, type Frequency } from '../../src/domain/report.ts';
import { startOfDay } from '../../src/domain/time-zone.ts';
import { dueReports, reportsNow } from '../../src/reports/due.ts';
import { Journal } from '../../src/reports/journal.ts';
import { sendReports } from '../../src/reports/send.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { databaseWithReports, sendOptions } from '../support/reports.ts';
import { openSmtp, type TestSmtp } from '../support/smtp.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

eachDatabase('The calendar of reports', open => {
  const closing: (() => Promise<unknown>)[] = [];
  afterAll(() => Promise.all(closing.map(close => close())));
  let place: Place;
  let journal: Journal;
  let database: Database;
  let smtp: TestSmtp;

  async function fresh(websites = 1): Promise<void> {
    place = await open();
    journal = new Journal(place.dataDir);
    database = await databaseWithReports(place, websites);
    smtp = await openSmtp();
    closing.push(database.close, smtp.close);
  }
  const zone = (timezone: string) => database.dialect.run('UPDATE website SET timezone = ?', [timezone]);
  async function due(time: string | number): Promise<string[]> {
    const found = await dueReports(database, journal, typeof time === 'string' ? Date.parse(time) : time);
    return found.map(
      ({ website, address, period }) => `${website.id} ${address} ${period.frequency} ${dateOf(period.from)}`,
    );
  }
  async function send(time: string): Promise<void> {
    const now = Date.parse(time);
    await sendReports(
      sendOptions(database, place, smtp.url, () => now),
      await dueReports(database, journal, now),
    );
  }
  async function add(email: string, frequencies: readonly Frequency[], since = 0): Promise<void> {
    await database.reportRecipients.upsert({
      websiteId: 1,
      email,
      frequencies,
      token: email.padEnd(43, '0'),
      since,
    });
  }

  it('makes the weekly report due on Monday at eight, once', async () => {
    await fresh();
    await send('2026-03-09T08:00:00Z');
    assert.deepEqual(await due('2026-03-16T07:59:00Z'), []);
    assert.deepEqual(await due('2026-03-16T08:00:00Z'), ['1 ada@example.com WEEKLY 2026-03-09']);
    await send('2026-03-16T08:00:00Z');
    assert.deepEqual(await due('2026-03-16T08:05:00Z'), []);
    assert.deepEqual(await due('2026-03-22T23:00:00Z'), []);
  });

  it('follows the local time of the website through clock changes', async () => {
    await fresh();
    await zone('Europe/Berlin');
    await add('bob@example.com', ['DAILY']);
    for (const [day, at] of [
      ['2026-03-28', '07:00'],
      ['2026-03-29', '06:00'],
      ['2026-10-24', '06:00'],
      ['2026-10-25', '07:00'],
    ] as const) {
      const time = Date.parse(`${day}T${at}:00Z`);
      const yesterday = dateOf(dayNumber(day) - 1);
      assert.ok(!(await due(time - 1)).includes(`1 bob@example.com DAILY ${yesterday}`), day);
      assert.ok((await due(time)).includes(`1 bob@example.com DAILY ${yesterday}`), day);
    }
  });

  it('makes every report of a year due once, in any time zone and however irregularly it is read', async () => {
    for (const timezone of ['Pacific/Kiritimati', 'America/St_Johns']) {
      await fresh();
      await zone(timezone);
      await add('bob@example.com', FREQUENCIES);
      const first = dayNumber('2026-01-01');
      let now = startOfDay(first, timezone) + 8 * HOUR;
      const seen = new Map<string, number>();
      for (let step = 0; now < startOfDay(first + 365, timezone); step++) {
        const found = await dueReports(database, journal, now);
        for (const { recipient, period } of found) {
          const key = `${recipient.email} ${period.frequency} ${dateOf(period.from)}`;
          seen.set(key, (seen.get(key) ?? 0) + 1);
          await database.dialect.run(
            "INSERT INTO report (website_id, recipient_id, frequency, day, state, claim, held_until, next_at, attempts, changed_at, note) VALUES (1, ?, ?, ?, 'sent', '', 0, 0, 1, ?, '')",
            [recipient.id, FREQUENCIES.indexOf(period.frequency), period.from, now],
          );
        }
        now += (7 + (step % 5) * 4) * HOUR - 17;
      }
      const counts = (part: string) => [...seen].filter(([key]) => key.includes(part));
      assert.ok([...seen.values()].every(count => count === 1));
      assert.deepEqual(
        FREQUENCIES.map(frequency => counts(`bob@example.com ${frequency}`).length),
        [365, 53, 12],
        timezone,
      );
    }
  });

  it('catches up on only the last period after a long outage', async () => {
    await fresh();
    await send('2026-03-09T08:00:00Z');
    assert.deepEqual(await due('2026-04-09T12:00:00Z'), ['1 ada@example.com WEEKLY 2026-03-30']);
  });

  it('begins with the first period that ends after the subscription', async () => {
    await fresh();
    const wednesday = Date.parse('2026-03-11T10:00:00Z');
    await database.dialect.run('UPDATE website SET email = 0');
    assert.deepEqual(await due(wednesday - DAY), []);
    await database.dialect.run('UPDATE website SET email = 1, updated_at = ?', [wednesday]);
    await add('bob@example.com', ['DAILY'], wednesday);
    assert.deepEqual(await due(wednesday + 60_000), []);
    assert.deepEqual(await due('2026-03-12T08:00:00Z'), ['1 bob@example.com DAILY 2026-03-11']);
    assert.deepEqual(await due('2026-03-16T08:00:00Z'), [
      '1 ada@example.com WEEKLY 2026-03-09',
      '1 bob@example.com DAILY 2026-03-15',
    ]);
  });

  it('has nothing due while reports are off, and skips that time when they are on again', async () => {
    await fresh();
    await send('2026-03-09T08:00:00Z');
    await database.dialect.run('UPDATE website SET email = 0');
    assert.deepEqual(await due('2026-03-16T12:00:00Z'), []);
    await database.dialect.run('UPDATE website SET email = 1, updated_at = ?', [Date.parse('2026-03-17T12:00:00Z')]);
    assert.deepEqual(await due('2026-03-17T12:05:00Z'), []);
    assert.deepEqual(await due('2026-03-23T08:00:00Z'), ['1 ada@example.com WEEKLY 2026-03-16']);
  });

  it('uses the account’s current e-mail address, and skips unsubscribed recipients', async () => {
    await fresh();
    await due('2026-03-09T08:00:00Z');
    await add('bob@example.com', ['WEEKLY']);
    await add('eve@example.com', ['WEEKLY']);
    const [eve] = await database.dialect.all<{ id: number }>(
      "SELECT id FROM report_recipient WHERE email = 'eve@example.com'",
    );
    await database.reportRecipients.update({ unsubscribedAt: 1, since: 1 }, { where: { id: eve?.id ?? 0 } });
    await database.dialect.run("UPDATE account SET email = 'lovelace@example.com'");
    assert.deepEqual((await due('2026-03-16T08:00:00Z')).sort(), [
      '1 bob@example.com WEEKLY 2026-03-09',
      '1 lovelace@example.com WEEKLY 2026-03-09',
    ]);
  });

  it('sends a report once to an address that is there twice, in any case', async () => {
    await fresh();
    await due('2026-03-09T08:00:00Z');
    await add('Ada@example.com', ['DAILY', 'WEEKLY']);
    const expected = ['1 Ada@example.com DAILY 2026-03-15', '1 ada@example.com WEEKLY 2026-03-09'];
    assert.deepEqual((await due('2026-03-16T08:00:00Z')).sort(), expected);
    const { due: all } = await reportsNow(database, {
      now: Date.parse('2026-03-16T08:00:00Z'),
      website: 1,
      force: true,
    });
    assert.deepEqual(all.map(({ address }) => address).sort(), ['Ada@example.com', 'ada@example.com']);
  });

  it('gives an operator the last complete periods at any hour, except reports already sent', async () => {
    await fresh(2);
    const now = Date.parse('2026-03-16T00:30:00Z');
    const ask = async (website: number | null, force = false) => {
      const { due: found, sentBefore } = await reportsNow(database, { now, website, force });
      return [found.map(report => `${report.website.id} ${dateOf(report.period.from)}`), sentBefore];
    };
    assert.deepEqual(await ask(null), [['1 2026-03-09', '2 2026-03-09'], 0]);
    const { due: one } = await reportsNow(database, { now, website: 1, force: false });
    await sendReports(
      sendOptions(database, place, smtp.url, () => now),
      one,
    );
    assert.deepEqual(await ask(null), [['2 2026-03-09'], 1]);
    assert.deepEqual(await ask(1), [[], 1]);
    assert.deepEqual(await ask(1, true), [['1 2026-03-09'], 0]);
    await send('2026-03-16T08:00:00Z');
    assert.equal(smtp.received.length, 2);
    await database.dialect.run('UPDATE website SET email = 0');
    assert.deepEqual(await ask(null, true), [[], 0]);
    assert.deepEqual(await ask(1), [[], 0]);
    assert.deepEqual(await ask(1, true), [['1 2026-03-09'], 0]);
  });

  it('never makes a sent report due again, even when a forced second sending fails', async () => {
    await fresh();
    const monday = Date.parse('2026-03-16T08:00:00Z');
    await send('2026-03-16T08:00:00Z');
    const rows = () => database.dialect.all('SELECT state, next_at, changed_at, note FROM report');
    const before = await rows();
    const later = monday + HOUR;
    const options = sendOptions(database, place, smtp.url, () => later);
    for (const code of [451, 550, 550, 550, 550, 550]) {
      smtp.trouble = () => ({ at: 'RCPT', code });
      const forced = await reportsNow(database, { now: later, website: null, force: true });
      const [result] = await sendReports(options, forced.due, true);
      assert.equal(result?.outcome, 'failed');
      assert.match(result.reason, new RegExp(String(code)));
    }
    assert.deepEqual(await rows(), before);
    assert.deepEqual(await due(monday + DAY), []);
  });
});
