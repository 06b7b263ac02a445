import assert from 'node:assert/strict';
import { afterAll, it } from 'vitest';
import type { Database } from '../../src/db/open.ts';
import { dayNumber } from '../../src/domain/calendar.ts';
import { startOfDay } from '../../src/domain/time-zone.ts';
import { dueReports } from '../../src/reports/due.ts';
import { Journal } from '../../src/reports/journal.ts';
import { sendReports } from '../../src/reports/send.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { type HitParts, hitOf } from '../support/hits.ts';
import { databaseWithReports, foldAt, sendOptions } from '../support/reports.ts';
import { openSmtp, type TestSmtp } from '../support/smtp.ts';

const HOUR = 3_600_000;
const monday = dayNumber('2026-03-16');

eachDatabase('A report', open => {
  const closing: (() => Promise<unknown>)[] = [];
  afterAll(() => Promise.all(closing.map(close => close())));
  let place: Place;
  let journal: Journal;
  let database: Database;
  let smtp: TestSmtp;
  const zone = 'America/New_York';
  const now = startOfDay(monday, zone) + 9 * HOUR;

  async function fresh(): Promise<void> {
    place = await open();
    journal = new Journal(place.dataDir);
    database = await databaseWithReports(place);
    smtp = await openSmtp();
    await database.dialect.run("UPDATE website SET domain = 'site.example', timezone = ?", [zone]);
    closing.push(database.close, smtp.close);
  }
  /** Returns a hit of a visitor on a day before Monday, at noon in New York. */
  function hit(daysBefore: number, visitor: number, parts: HitParts = {}) {
    const time = startOfDay(monday - daysBefore, zone) + 12 * HOUR + (parts.time ?? 0) * 1000;
    return hitOf({ timezone: zone, visitor: visitor.toString(16).padStart(16, '0'), ...parts, time });
  }
  async function send() {
    const results = await sendReports(
      sendOptions(database, place, smtp.url, () => now),
      await dueReports(database, journal, now),
    );
    assert.deepEqual(
      results.map(({ outcome }) => outcome),
      ['sent'],
    );
    const [received] = smtp.received;
    assert.ok(received);
    return received;
  }

  it('shows exactly what was counted, as text and HTML, compared with the period before', async () => {
    await fresh();
    const inWeek = [
      hit(1, 1, { values: { page: '/a', referrer: 'duckduckgo.com', country: 'DE:Germany', campaign: 'spring' } }),
      hit(1, 1, { time: 90, values: { page: '/b' } }),
      hit(1, 2, { values: { page: '/a', country: 'FR:France' } }),
      hit(2, 3, { values: { page: '/a', referrer: 'duckduckgo.com', country: 'DE:Germany' } }),
      hit(7, 4, { values: { page: '/c', country: 'DE:Germany', referrer: 'duckduckgo.com' } }),
      hit(7, 4, { values: { page: '/c' }, time: 2 }),
      hit(7, 4, { time: 1, kind: 'event', values: { event: 'Signup', page: '/c' } }),
    ];
    const weekBefore = [
      hit(8, 5, { values: { page: '/a', country: 'FR:France', referrer: 'bing.com' } }),
      hit(14, 6, { values: { page: '/c', country: 'DE:Germany' } }),
    ];
    const outside = [
      hit(15, 7, { values: { page: '/old' } }),
      hit(0, 8, { values: { page: '/new' }, time: -6 * 3600 }),
    ];
    await foldAt(database, place, now, [...inWeek, ...weekBefore, ...outside]);
    await database.dialect.run(
      "INSERT INTO goal (id, website_id, name, kind, pattern, created_at) VALUES ('g1', 1, 'Read B', 'PAGE', '/b', 0)",
    );
    const { mail, from, to } = await send();

    assert.equal(mail.subject, 'site.example: 4 visitors from March 9 to 15, up 100%, within noise');
    assert.equal(from, 'stats@example.com');
    assert.deepEqual(to, ['ada@example.com']);
    assert.equal(
      mail.text?.replaceAll('\r\n', '\n').replace(/\n+$/, '\n'),
      `site.example: March 9 to 15, 2026
=================================
Compared with the week before.

Visitors went from 2 to 4, which is within noise.

Visitors           4  up 100%, within noise
Pageviews          6  up 200%, within noise
Bounce rate      50%  down 50 points, within noise
Visit duration  23 s  up from 0, within noise

Visitors by day
---------------
Mon 9   1  ███████████████
Tue 10  0
Wed 11  0
Thu 12  0
Fri 13  0
Sat 14  1  ███████████████
Sun 15  2  ██████████████████████████████

Top pages (pageviews)
---------------------
/a                                            3  ▲ 200% (noise)
/c                                            2  ▲ 100% (noise)
/b                                            1  new (noise)

Referrers (visits)
------------------
duckduckgo.com                                3  new (noise)
No referrer                                   1  no change

Countries (visitors)
--------------------
Germany                                       3  ▲ 200% (noise)
France                                        1  no change

Campaigns (visits)
------------------
spring                                        1  new (noise)

Goals (conversions)
-------------------
Read B                                        1  new (noise)

Events (count)
--------------
Signup                                        1  new (noise)

Open the statistics: https://stats.example.com/site.example?from=2026-03-09&to=2026-03-15

--${' '}
Noise is a change of less than 5%, or one that chance alone could explain.
You get this report every week because you are a recipient of the reports
about site.example. Days and hours are in the time zone America/New_York.
Unsubscribe: ${unsubscribeLink(mail.headers)}
`,
    );
    const words = textOf(mail.html ?? '');
    for (const line of [
      'site.example March 9 to 15, 2026, compared with the week before',
      'Visitors 4 ▲ 100% (noise) Pageviews 6 ▲ 200% (noise) Bounce rate 50% ▼ 50 points (noise) Visit duration 23 s new (noise)',
      'Visitors by day 1 0 0 0 0 1 2 Mon 9 Tue 10 Wed 11 Thu 12 Fri 13 Sat 14 Sun 15',
      'Top pages Pageviews /a 3 50% ▲ 200% (noise) /c 2 33% ▲ 100% (noise) /b 1 17% new (noise)',
      'Referrers Visits duckduckgo.com 3 75% new (noise) No referrer 1 25% no change',
      'Countries Visitors Germany 3 75% ▲ 200% (noise) France 1 25% no change',
      'Campaigns Visits spring 1 100% new (noise)',
      'Events Count Signup 1 100% new (noise)',
      'Goals Conversions Read B 1 25% new (noise)',
    ]) {
      assert.ok(words.includes(line), `${line}\nis not in\n${words}`);
    }
    assert.doesNotMatch(mail.html ?? '', /class="(good|bad)"/, 'noise is grey');
  });

  it('says on top what changed most and why, in the colours of good and bad', async () => {
    await fresh();
    const referrer = 'x.example';
    const days = Array.from({ length: 14 }, (_, at) => at + 1);
    const hits = days.flatMap(day =>
      Array.from({ length: day > 7 ? 40 : 20 }, (_, at) =>
        hit(day, day * 100 + at, { values: at < 20 ? {} : { referrer } }),
      ),
    );
    await foldAt(database, place, now, hits);
    const { mail } = await send();
    const sentence =
      'Visitors fell from 280 to 140: visitors from x.example fell from 140 to 0, while the rest stayed the same.';
    const [, lead] = (mail.text ?? '').replaceAll('\r\n', '\n').split('\n\n');
    assert.equal(lead?.replaceAll('\n', ' '), sentence);
    assert.match(mail.html ?? '', /class="bad"[^>]*>▼ 50%</);
    assert.ok(textOf(mail.html ?? '').includes(`compared with the week before ${sentence} Visitors 140`));
    assert.ok(!mail.html?.includes('x.example'), 'no mail program turns a referrer into a link');
  });

  it('has the headers for one-click unsubscribing and against automatic replies', async () => {
    await fresh();
    await foldAt(database, place, now, [hit(1, 1)]);
    const { mail } = await send();
    const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value;
    assert.match(unsubscribeLink(mail.headers), /^https:\/\/stats\.example\.com\/unsubscribe\/[0-9A-Za-z]{43}$/);
    assert.equal(header('list-unsubscribe-post'), 'List-Unsubscribe=One-Click');
    assert.equal(header('auto-submitted'), 'auto-generated');
    assert.match(header('message-id') ?? '', /^<report\.[0-9a-f]{32}@example\.com>$/);
    assert.deepEqual(mail.from, { name: 'Footfall', address: 'stats@example.com' });
    assert.ok((mail.html ?? '').includes(unsubscribeLink(mail.headers)));
    assert.doesNotMatch(mail.html ?? '', /<img|<script|src=|@import|url\(/);
  });

  it('turns nothing that strangers send into a header, markup or a link', async () => {
    await fresh();
    const evil = 'evil\r\nBcc: eve@example.com\r\n\r\n<script>alert(1)</script>"><img src=x onerror=alert(2)>';
    const referrer = 'click.evil.example';
    const early = hit(14, 99);
    const hits = Array.from({ length: 40 }, (__, index) =>
      hit(1, index + 1, {
        values: { page: `/${evil}`, referrer: index === 0 ? evil : referrer, campaign: evil, country: `DE:${evil}` },
      }),
    );
    await foldAt(database, place, now, [
      early,
      ...hits,
      hit(1, 1, { time: 5, kind: 'event', values: { event: evil } }),
    ]);
    await database.dialect.run('UPDATE website SET domain = ?', ['site.example\r\nBcc: eve@example.com']);
    const { mail, raw, to } = await send();

    assert.deepEqual(to, ['ada@example.com']);
    assert.deepEqual(mail.to, [{ name: '', address: 'ada@example.com' }]);
    const names = mail.headers.map(({ key }) => key);
    assert.deepEqual(
      names.filter(name => ['bcc', 'cc'].includes(name)),
      [],
    );
    assert.equal(names.length, new Set(names).size);
    assert.doesNotMatch(raw.slice(0, raw.indexOf('\r\n\r\n')), /^bcc:/im);
    assert.match(
      mail.subject ?? '',
      /^site\.example Bcc: eve@example\.com: 40 visitors .*; 39 visits from click\.evil\.example$/,
    );
    assert.doesNotMatch(mail.html ?? '', /<script|<img|onerror=alert\(2\)>"/);
    assert.ok((mail.html ?? '').includes('click<span>.</span>evil<span>.</span>example'));
    assert.ok((mail.html ?? '').includes('&lt;script&gt;'));
    const links = [...(mail.html ?? '').matchAll(/href="([^"]*)"/g)].map(([, link]) => new URL(link ?? '').origin);
    assert.deepEqual(links, ['https://stats.example.com', 'https://stats.example.com']);
  });

  it('says when nothing was counted', async () => {
    await fresh();
    const { mail } = await send();
    assert.equal(mail.subject, 'site.example: no visitors from March 9 to 15');
    assert.match(mail.text ?? '', /Nothing was counted in this period\./);
    assert.match(textOf(mail.html ?? ''), /check that the snippet is still on the website/);
  });

  it('shows a day by hour and a month by day', async () => {
    await fresh();
    await foldAt(database, place, now, [hit(1, 1), hit(1, 2, { time: 3 * 3600 }), hit(40, 3)]);
    await dueReports(database, journal, now);
    await database.dialect.run('UPDATE report_recipient SET frequencies = 5');
    const due = await dueReports(database, journal, now);
    const results = await sendReports(
      sendOptions(database, place, smtp.url, () => now),
      due,
    );
    assert.deepEqual(
      results.map(({ outcome }) => outcome),
      ['sent', 'sent'],
    );
    const [daily, monthly] = smtp.received.map(({ mail }) => mail);
    assert.equal(daily?.subject, 'site.example: 2 visitors on Sunday, March 15, up from 0, within noise');
    assert.match(daily?.text ?? '', /^12:00 PM {2}1 {2}█{30}$/m);
    assert.match(daily?.text ?? '', /^3:00 PM {3}1 {2}█{30}$/m);
    assert.equal(monthly?.subject, 'site.example: 1 visitor in February 2026');
    assert.match(monthly?.text ?? '', /^Not compared: the statistics begin on Wednesday, February 4, 2026\.$/m);
    assert.doesNotMatch(`${monthly?.text}${monthly?.html}`, /[▲▼]|new|[Nn]oise/);
    assert.match(monthly?.text ?? '', /^Sat 28 {2}0$/m);
    assert.match(monthly?.text ?? '', /^Wed 4 {3}1 {2}█{30}$/m);
  });
});

function unsubscribeLink(headers: readonly { key: string; value: string }[]): string {
  return headers.find(({ key }) => key === 'list-unsubscribe')?.value.replace(/^<|>$/g, '') ?? '';
}

/** Returns the text that a reader of the page sees, in one line. */
function textOf(html: string): string {
  return html
    .replace(/^[\s\S]*<\/head>/, '')
    .replace(/<div style="display:none[^>]*>.*?<\/div>/, '')
    .replace(/<\/?span[^>]*>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&nbsp;/g, ' ')
    .replace(/\s+/g, ' ');
}
