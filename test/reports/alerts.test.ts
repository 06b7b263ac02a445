import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, it } from 'vitest';
import type { AlertSettingRow } from '../../src/db/models/alert-setting.ts';
import { type Database, openDatabase } from '../../src/db/open.ts';
import type { Hit } from '../../src/domain/stored-hit.ts';
import { createLog } from '../../src/log.ts';
import { type DeliverOptions, deliverAlerts } from '../../src/reports/alert-delivery.ts';
import { watchWebsites } from '../../src/reports/alert-watch.ts';
import { alertsOf } from '../../src/reports/alerts.ts';
import { createStatsLoader, openReading } from '../../src/stats/loader.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { hitOf } from '../support/hits.ts';
import { Importing } from '../support/imports.ts';
import { databaseWithReports, foldAt } from '../support/reports.ts';
import { openSmtp, type TestSmtp } from '../support/smtp.ts';

const HOUR = 3_600_000;
const WEEK = 7 * 24 * HOUR;
const EVERY = 600_000;
const log = createLog('silent');
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0 ';
/** The hour from 14 to 15 is over, and its hits are folded. */
const now = Date.parse('2026-03-16T15:06:00Z');
const hour = Date.parse('2026-03-16T14:00:00Z');

eachDatabase('Alerts', open => {
  const closing: (() => Promise<unknown>)[] = [];
  afterAll(() => Promise.all(closing.map(close => close())));
  let place: Place;
  let database: Database;
  let smtp: TestSmtp;

  async function fresh(setting: Partial<AlertSettingRow> = {}): Promise<void> {
    place = await open();
    database = await databaseWithReports(place);
    smtp = await openSmtp();
    closing.push(database.close, smtp.close);
    await database.alertSettings.create({
      websiteId: 1,
      kinds: ['SPIKE', 'DROP', 'FIRST_HIT', 'NO_HITS'],
      byMail: true,
      webhookUrl: null,
      webhookSecret: 'shh',
      since: now,
      ...setting,
    });
  }
  const visits = (from: number, count: number): Hit[] =>
    Array.from({ length: count }, (__, index) =>
      hitOf({ time: from + index * 1000, visitor: ((from / 1000) * 1_000 + index).toString(16).padStart(16, '0') }),
    );
  const weeks = (count: number) => [1, 2, 3, 4].flatMap(week => visits(hour - week * WEEK, count));
  /** Adds the history of a service that was up for the last hours. */
  async function wasUp(hours: number): Promise<void> {
    for (let at = now; at > now - hours * HOUR; at -= EVERY) {
      await database.dialect.run(
        "INSERT INTO job_run (run, name, process, started_at, outcome, note) VALUES (?, 'alerts', '', ?, 'done', '')",
        [String(at), at],
      );
    }
  }
  const watch = (at = now, one = database) => {
    const reading = openReading(one);
    const signal = new AbortController().signal;
    return watchWebsites({
      database: one,
      stats: () => createStatsLoader(reading),
      log,
      now: at,
      signal,
      job: 'alerts',
      every: EVERY,
    });
  };
  const tell = (more: Partial<DeliverOptions> = {}) =>
    deliverAlerts({
      database,
      stats: () => createStatsLoader(openReading(database)),
      route: { smtpUrl: smtp.url, mailFrom: 'stats@example.com' },
      baseUrl: 'https://stats.example.com',
      allowed: [],
      now: () => now,
      signal: new AbortController().signal,
      log,
      ...more,
    });
  /** The links to the statistics in the mails sent so far, which show the days that the alerts are about. */
  const linksSent = () => smtp.received.map(({ mail }) => /^Open the statistics: (.*)$/m.exec(mail.text ?? '')?.[1]);
  const lastDelivery = () => database.alertDeliveries.findOne({ order: [['id', 'DESC']] });
  const noted = async () =>
    (await alertsOf(database, [1])).flat().map(({ kind, count, usual }) => [kind, count, usual]);

  it('report a spike once, by mail, however many processes check', async () => {
    await fresh();
    await foldAt(database, place, now, [...weeks(30), ...visits(hour, 120)]);
    const other = openDatabase(place.url);
    closing.push(other.close);
    await Promise.all([watch(), watch(now, other), watch()]);
    assert.deepEqual(await noted(), [['SPIKE', 120, 30]]);
    assert.equal(await watch(now + EVERY), 'Raised 0 alerts.');
    assert.equal(await tell(), 'Delivered 1 alert; 0 waiting, 0 failed.');
    assert.equal(await tell(), 'Delivered 0 alerts; 0 waiting, 0 failed.');
    assert.deepEqual(
      smtp.received.map(({ to, mail }) => [to, mail.subject]),
      [[['ada@example.com'], 'site-1.example: 120 visits on Monday, March 16 at 2:00 PM, usually 30']],
    );
    assert.deepEqual(linksSent(), ['https://stats.example.com/site-1.example?from=2026-03-16&to=2026-03-16']);
  });

  it('are sent without their causes if these cannot be read, which the log says', async () => {
    await fresh();
    await foldAt(database, place, now, [...weeks(30), ...visits(hour, 120)]);
    await watch();
    await database.dialect.run('ALTER TABLE visit RENAME TO visit_gone');
    const lines: string[] = [];
    const noting = createLog('warn', { write: line => lines.push(line) });
    assert.equal(await tell({ log: noting }), 'Delivered 1 alert; 0 waiting, 0 failed.');
    const [line, more] = lines.map(text => JSON.parse(text));
    assert.match(line?.msg ?? '', /causes of a change could not be read/);
    assert.equal(line?.website, 1);
    assert.ok(line?.err);
    assert.equal(more, undefined);
  });

  it('are not raised by imported history, and report the first hit after it', async () => {
    await fresh({ since: now - 2 * HOUR });
    const importing = new Importing(database, place);
    const context = { now: () => now, databaseTime: () => now, mostRows: 1_000 };
    const daily = Array.from({ length: 30 }, (__, day) => visits(now - (day + 2) * 24 * HOUR, 5)).flat();
    const line = ({ time, visitor }: Hit) =>
      JSON.stringify({
        time: new Date(time).toISOString(),
        page: 'https://site-1.example/',
        user_agent: `${FIREFOX}${visitor}`,
      });
    const history = [...weeks(30), ...daily].map(line).join('\n');
    const id = await importing.add({ files: { 'a.ndjson': history }, until: Math.floor(now / (24 * HOUR)) });
    assert.equal((await importing.run(id, context)).error, null);
    await wasUp(30);
    assert.equal(await watch(), 'Raised 0 alerts.');
    await foldAt(database, place, now, visits(hour, 1));
    assert.equal(await watch(), 'Raised 1 alert.');
    assert.deepEqual(await noted(), [['FIRST_HIT', 1, 0]]);
  });

  it('report a drop and a day without hits, unless the service was down', async () => {
    await fresh();
    const daily = Array.from({ length: 10 }, (__, day) => visits(now - (day + 2) * 24 * HOUR, 5)).flat();
    await foldAt(database, place, now, [...weeks(50), ...daily]);
    await watch();
    assert.deepEqual(await noted(), []);
    await wasUp(26);
    await watch();
    assert.deepEqual((await noted()).map(([kind]) => kind).sort(), ['DROP', 'NO_HITS']);
    await tell();
    assert.deepEqual(linksSent().sort(), [
      'https://stats.example.com/site-1.example?from=2026-03-14&to=2026-03-15',
      'https://stats.example.com/site-1.example?from=2026-03-16&to=2026-03-16',
    ]);
    assert.equal(await watch(now + EVERY), 'Raised 0 alerts.');
  });

  it('report the first hit after they were turned on', async () => {
    await fresh({ since: hour });
    await watch();
    assert.deepEqual(await noted(), []);
    await foldAt(database, place, now, visits(hour, 1));
    await watch();
    await watch();
    assert.deepEqual(await noted(), [['FIRST_HIT', 1, 0]]);
    await fresh({ since: hour + HOUR });
    await foldAt(database, place, now, visits(hour, 1));
    await watch();
    assert.deepEqual(await noted(), []);
  });

  it('are raised only for the chosen kinds', async () => {
    await fresh({ kinds: ['DROP'] });
    await foldAt(database, place, now, [...weeks(30), ...visits(hour, 120)]);
    await watch();
    assert.deepEqual(await noted(), []);
  });

  it('go to a webhook, are retried at growing intervals with the same id, and fail in the end', async () => {
    const calls: { id: unknown; body: string }[] = [];
    let status = 500;
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', part => (body += part));
      request.on('end', () => {
        calls.push({ id: request.headers['footfall-delivery'], body });
        response.writeHead(status).end();
      });
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    closing.push(async () => server.close());
    const webhookUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;

    await fresh({ byMail: false, webhookUrl });
    await foldAt(database, place, now, [...weeks(30), ...visits(hour, 120)]);
    await watch();
    const tries: number[] = [];
    for (let minute = 0; minute < 12 * 60; minute++) {
      const before = calls.length;
      await tell({ allowed: ['127.0.0.1'], now: () => now + minute * 60_000 });
      if (calls.length > before) tries.push(minute);
    }
    assert.deepEqual(tries, [0, 1, 6, 36, 156, 516]);
    assert.equal(new Set(calls.map(({ id }) => id)).size, 1);
    const failed = await lastDelivery();
    assert.deepEqual([failed?.state, failed?.attempts, failed?.note], ['failed', 6, 'The webhook returned 500.']);
    const told = JSON.parse(calls[0]?.body ?? '');
    assert.deepEqual([told.kind, told.count, told.usual, told.hour], ['SPIKE', 120, 30, '2026-03-16T14']);
    assert.deepEqual(told.causes, [], 'All visits are alike.');

    status = 204;
    await fresh({ byMail: false, webhookUrl });
    await foldAt(database, place, now, [...weeks(30), ...visits(hour, 120)]);
    await watch();
    const before = calls.length;
    assert.equal(await tell(), 'Delivered 0 alerts; 0 waiting, 1 failed.');
    assert.equal(calls.length, before, 'A private address was called without permission.');
    assert.match((await lastDelivery())?.note ?? '', /WEBHOOK_ALLOW/);
  });
});
