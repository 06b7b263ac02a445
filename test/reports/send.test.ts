import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, it } from 'vitest';
import { type Database, openDatabase } from '../../src/db/open.ts';
import { createLog } from '../../src/log.ts';
import { dueReports, reportsNow } from '../../src/reports/due.ts';
import { Journal } from '../../src/reports/journal.ts';
import { type SendOptions, type SendResult, sendDueReports, sendReports } from '../../src/reports/send.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { databaseWithReports, sendOptions } from '../support/reports.ts';
import { openSmtp, type TestSmtp } from '../support/smtp.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const monday = Date.parse('2026-03-16T08:00:00Z');
const log = createLog('silent');

eachDatabase('Sending reports', open => {
  const closing: (() => Promise<unknown>)[] = [];
  afterAll(() => Promise.all(closing.map(close => close())));
  let place: Place;
  let journal: Journal;
  let database: Database;
  let smtp: TestSmtp;
  let now = monday;

  async function fresh(recipients: readonly string[] = []): Promise<void> {
    now = monday;
    place = await open();
    journal = new Journal(place.dataDir);
    database = await databaseWithReports(place);
    smtp = await openSmtp();
    closing.push(database.close, smtp.close);
    for (const email of recipients) {
      const token = email.padEnd(43, '0');
      await database.reportRecipients.create({ websiteId: 1, email, frequencies: ['WEEKLY'], token, since: 0 });
    }
  }
  const options = (more: Partial<SendOptions> = {}) => ({
    ...sendOptions(database, place, smtp.url, () => now),
    log,
    ...more,
  });
  const send = async (more: Partial<SendOptions> = {}): Promise<SendResult[]> =>
    sendReports(options(more), await dueReports(database, journal, now));
  const outcomes = (results: readonly SendResult[]) =>
    results.map(({ report, outcome }) => `${report.address} ${outcome}`);
  const arrived = () => smtp.received.map(({ to }) => to[0]).sort();
  const states = () =>
    database.dialect.all<{ state: string; attempts: number; note: string }>('SELECT state, attempts, note FROM report');

  it('sends one mail to each recipient, alone on its envelope', async () => {
    await fresh(['bob@example.com']);
    assert.deepEqual(outcomes(await send()).sort(), ['ada@example.com sent', 'bob@example.com sent']);
    assert.deepEqual(arrived(), ['ada@example.com', 'bob@example.com']);
    for (const { to, mail } of smtp.received)
      assert.deepEqual(
        mail.to?.map(({ address }) => address),
        to,
      );
    assert.deepEqual(await send(), []);
  });

  it('sends each report once when several processes try at the same moment', async () => {
    await fresh(['bob@example.com', 'eve@example.com']);
    smtp.slowness = 30;
    const other = openDatabase(place.url);
    closing.push(other.close);
    const all = await Promise.all(
      [database, other, database, other].map(async one =>
        sendReports({ ...options(), database: one }, await dueReports(one, journal, now)),
      ),
    );
    assert.deepEqual(arrived(), ['ada@example.com', 'bob@example.com', 'eve@example.com']);
    assert.equal(all.flat().filter(({ outcome }) => outcome === 'sent').length, 3);
  });

  it('retries when a greylisting server defers a mail, with the same id', async () => {
    await fresh(['bob@example.com']);
    const ids: string[] = [];
    smtp.trouble = to => (to.startsWith('bob') ? { at: 'RCPT', code: 451 } : null);
    assert.deepEqual(outcomes(await send()).sort(), ['ada@example.com sent', 'bob@example.com waiting']);
    assert.deepEqual(await send(), []);
    smtp.trouble = to => (to.startsWith('bob') ? { at: 'DATA', code: 451 } : null);
    now += 5 * MINUTE;
    const [second] = await send();
    assert.equal(second?.outcome, 'waiting');
    assert.match(second?.reason ?? '', /451/);
    smtp.trouble = () => null;
    now += 10 * MINUTE;
    assert.deepEqual(outcomes(await send()), ['bob@example.com sent']);
    assert.deepEqual(arrived(), ['ada@example.com', 'bob@example.com']);
    for (const { mail } of smtp.received) ids.push(mail.messageId ?? '');
    assert.equal(new Set(ids).size, 2);
  });

  it('retries a refused mail at growing intervals, and fails in the end', async () => {
    await fresh();
    smtp.trouble = () => ({ at: 'RCPT', code: 550 });
    const tries: number[] = [];
    // A waiting report stays due, so that hourly checks also see the later retries.
    for (; now < monday + 24 * HOUR; now += now < monday + 3 * HOUR ? 5 * MINUTE : HOUR)
      if ((await send()).length > 0) tries.push((now - monday) / MINUTE);
    assert.deepEqual(tries, [0, 5, 15, 35, 75]);
    const [state] = await states();
    assert.equal(state?.state, 'failed');
    assert.match(state?.note ?? '', /550/);
    smtp.trouble = () => null;
    assert.deepEqual(await send(), []);
    const { due } = await reportsNow(database, { now, website: null, force: false });
    assert.deepEqual(outcomes(await sendReports(options(), due)), ['ada@example.com sent']);
  });

  it('sends the other reports when one is refused', async () => {
    await fresh(['a1@example.com', 'a2@example.com', 'z@example.com']);
    smtp.trouble = to => (to.startsWith('a') ? { at: 'RCPT', code: 451 } : null);
    await send();
    assert.deepEqual(arrived(), ['z@example.com']);
  });

  it('fails while the mail server is away, and sends all reports when it is back', async () => {
    await fresh(['b@example.com', 'c@example.com', 'd@example.com', 'e@example.com']);
    const { url } = smtp;
    await smtp.close();
    await assert.rejects(sendDueReports(options()), /accepts no e-mail, and 5 reports are waiting/);
    assert.equal((await states()).length, 3);
    smtp = await openSmtp();
    closing.push(smtp.close);
    assert.notEqual(smtp.url, url);
    now += 10 * MINUTE;
    assert.equal(await sendDueReports(options()), 'Sent 5 reports; 0 waiting, 0 failed.');
    assert.equal(arrived().length, 5);
  });

  it('fails when the mail server refuses the sender or the sign-in', async () => {
    await fresh(['b@example.com']);
    smtp.trouble = () => ({ at: 'MAIL', code: 550 });
    await assert.rejects(sendDueReports(options()), /accepts no e-mail/);
    assert.deepEqual(
      (await states()).map(({ state }) => state),
      ['waiting', 'waiting'],
    );
    const wrong = { smtpUrl: smtp.url.replace('//', '//user:wrong@'), mailFrom: 'stats@example.com' };
    now += HOUR;
    smtp.trouble = () => null;
    await send({ route: wrong });
    assert.deepEqual(smtp.received.length, 2, 'A server that offers no sign-in must get none.');
  });

  it('times out on a server that hangs, before or after it has the mail, and retries', async () => {
    await fresh();
    const silent = createServer(() => undefined).listen(0, '127.0.0.1');
    await new Promise(resolve => silent.once('listening', resolve));
    const { port } = silent.address() as { port: number };
    const route = { smtpUrl: `smtp://127.0.0.1:${port}`, mailFrom: 'stats@example.com', patience: 200 };
    const [first] = await send({ route });
    assert.deepEqual([first?.outcome, first?.isServer], ['waiting', true]);
    silent.close();

    now += HOUR;
    smtp.trouble = () => ({ at: 'hang' });
    const [second] = await send({ route: { ...route, smtpUrl: smtp.url } });
    assert.equal(second?.outcome, 'waiting');
    smtp.trouble = () => null;
    now += HOUR;
    assert.deepEqual(outcomes(await send()), ['ada@example.com sent']);
    assert.equal(smtp.received.length, 1);
  });

  it('does not finish a mail that another process has taken over', async () => {
    await fresh();
    const [report] = await dueReports(database, journal, now);
    assert.ok(report);
    const taken: SendOptions = {
      ...options(),
      stats: () => {
        const loader = options().stats();
        return {
          ...loader,
          load: async query => {
            await database.dialect.run("UPDATE report SET claim = 'another'");
            return loader.load(query);
          },
        };
      },
    };
    const [result] = await sendReports(taken, [report]);
    assert.equal(result?.outcome, 'taken');
    await sleep(50);
    assert.deepEqual(smtp.received, []);
    assert.deepEqual(
      (await states()).map(({ state }) => state),
      ['claimed'],
    );
    now += 11 * MINUTE;
    assert.deepEqual(outcomes(await send()), ['ada@example.com sent']);
    assert.equal(smtp.received.length, 1);
  });

  it('knows after a crash at the last moment whether the mail was out, and never repeats a doubtful one', async () => {
    const readers = ['bob@example.com', 'eve@example.com', 'joe@example.com', 'kim@example.com'];
    await fresh(readers);
    await send();
    smtp.received.length = 0;
    for (const [index, email] of ['', ...readers].entries()) {
      await database.dialect.run(
        "UPDATE report SET state = 'handed', held_until = 0, claim = ? WHERE recipient_id = (SELECT id FROM report_recipient WHERE email = ?)",
        [`claim-${index}`, email],
      );
    }
    // The journal does not know claim-2; the end of claim-1 was begun, claim-3 and claim-4 were about to begin theirs.
    for (const index of [0, 1, 3, 4]) await journal.begin(`claim-${index}`);
    (await journal.handOver('claim-1'))();
    await journal.handOver('claim-3');
    await journal.handOver('claim-4');
    const [note = ''] = (await readdir(`${place.dataDir}/mail`)).filter(name => name.startsWith('claim-4'));
    // The process of claim-4 is dead, unlike this one, which could still continue.
    await writeFile(`${place.dataDir}/mail/${note}`, String(spawnSync('true').pid));
    now += HOUR;
    assert.deepEqual(outcomes(await send()).sort(), ['ada@example.com sent', 'kim@example.com sent']);
    assert.deepEqual(await send(), []);
    // If a process taken for dead wakes up, it cannot finish its mail.
    await assert.rejects(() => journal.handOver('claim-0'), { code: 'ENOENT' });
    assert.deepEqual(arrived(), ['ada@example.com', 'kim@example.com']);
  });

  it('stops between two mails when asked, and continues with the rest', async () => {
    await fresh(['b@example.com', 'c@example.com']);
    const stopping = new AbortController();
    smtp.trouble = () => {
      if (smtp.received.length === 1) stopping.abort();
      return null;
    };
    await send({ signal: stopping.signal });
    assert.ok(smtp.received.length < 3);
    await send();
    assert.equal(new Set(arrived()).size, 3);
    assert.equal(smtp.received.length, 3);
  });
});
