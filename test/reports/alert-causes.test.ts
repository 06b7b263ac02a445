import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { createRandom } from '../../seeds/random.ts';
import type { Database } from '../../src/db/open.ts';
import type { Hit } from '../../src/domain/stored-hit.ts';
import { startOfDay } from '../../src/domain/time-zone.ts';
import { createLog } from '../../src/log.ts';
import { deliverAlerts } from '../../src/reports/alert-delivery.ts';
import { watchWebsites } from '../../src/reports/alert-watch.ts';
import { createStatsLoader, openReading } from '../../src/stats/loader.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { hitOf } from '../support/hits.ts';
import { databaseWithReports, foldAt } from '../support/reports.ts';
import { openSmtp, type TestSmtp } from '../support/smtp.ts';

const HOUR = 3_600_000;
const TIMEZONE = 'Asia/Kolkata';
const TODAY = 20_528;
/** The hour of which an alert is sent, while a campaign runs in the hour before. */
const AT = 14;
const now = startOfDay(TODAY, TIMEZONE) + (AT + 1) * HOUR + 6 * 60_000;
const STRANGE = 'Letter <b>& co</b>';

/** What a visit of a website has. */
interface Told {
  readonly day: number;
  readonly hour: number;
  readonly source: string;
  readonly country: string;
  readonly browser: string;
}

/** Returns visits of so many weeks; `extra` is how many visits from one source today's hour has besides. */
function visitsOf(seed: number, weeks: number, extra: number): Told[] {
  const random = createRandom(seed);
  const one = <T>(list: readonly T[]) => list[Math.floor(random() ** 1.5 * list.length)] as T;
  const visit = (day: number, hour: number, source?: string): Told => ({
    day,
    hour,
    source: source ?? one(['Google', '', 'DuckDuckGo', STRANGE, 'GitHub']),
    country: one(['DE:Germany', 'FR:France', 'PT:Portugal', '']),
    browser: one(['Chrome', 'Safari', 'Firefox']),
  });
  const visits: Told[] = [];
  for (let day = TODAY - 7 * weeks; day <= TODAY; day++) {
    const count = 30 + Math.floor(random() * 12);
    for (let at = 0; at < count; at++) visits.push(visit(day, AT));
    // What happens in another hour must not matter.
    for (let at = 0; at < 20; at++) visits.push(visit(day, AT - 1, 'GitHub'));
  }
  for (let at = 0; at < extra; at++) visits.push(visit(TODAY, AT, STRANGE));
  return visits;
}

function hitsOf(website: number, visits: readonly Told[]): Hit[] {
  const hits = visits.map(({ day, hour, ...values }, at) =>
    hitOf({
      website,
      timezone: TIMEZONE,
      time: startOfDay(day, TIMEZONE) + hour * HOUR + (at % 3_000) * 1_000,
      visitor: (website * 100_000 + at).toString(16).padStart(16, '0'),
      values,
    }),
  );
  return hits.sort((a, b) => a.time - b.time);
}

/** Counts the visits of the hour that match: today, and the mean of the middle weeks. */
function recount(visits: readonly Told[], matches: (visit: Told) => boolean) {
  const counts = (day: number, all: boolean) =>
    visits.filter(visit => visit.day === day && visit.hour === AT && (all || matches(visit))).length;
  const days: number[] = [];
  for (let day = TODAY - 7; day > TODAY - 7 * 9; day -= 7) if (counts(day, true) > 0) days.push(day);
  // The first hour of all is the one in which counting began.
  const sorted = days.sort((a, b) => counts(a, true) - counts(b, true));
  const middle = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]] as [number, number];
  return { before: (counts(middle[0], false) + counts(middle[1], false)) / 2, after: counts(TODAY, false) };
}

eachDatabase('The causes of an alert', open => {
  const websites = [
    visitsOf(1, 8, 120),
    visitsOf(2, 5, 90),
    // Everything rose alike.
    [...visitsOf(3, 6, 0), ...visitsOf(4, 0, 0).concat(visitsOf(5, 0, 0), visitsOf(6, 0, 0))],
  ];
  let place: Place;
  let database: Database;
  let smtp: TestSmtp;

  beforeAll(async () => {
    place = await open();
    database = await databaseWithReports(place, websites.length);
    await database.dialect.run('UPDATE website SET timezone = ?', [TIMEZONE]);
    smtp = await openSmtp();
    const setting = { byMail: true, webhookUrl: null, webhookSecret: 'shh', since: now };
    for (const [at, visits] of websites.entries()) {
      await database.alertSettings.create({ ...setting, websiteId: at + 1, kinds: ['SPIKE', 'DROP'] });
      await foldAt(database, place, now, hitsOf(at + 1, visits));
    }
  });
  afterAll(() => Promise.all([database.close(), smtp.close()]));
  const stats = () => createStatsLoader(openReading(database));

  /** Checks all websites, and returns their mails by website. */
  async function mails() {
    const signal = new AbortController().signal;
    const log = createLog('silent');
    await watchWebsites({ database, stats, log, now, signal, job: 'alerts', every: 600_000 });
    const route = { smtpUrl: smtp.url, mailFrom: 'stats@example.com' };
    const how = { route, baseUrl: 'https://x.example', allowed: [], now: () => now, signal, log };
    await deliverAlerts({ database, stats, ...how });
    return websites.map((_, at) => smtp.received.find(({ mail }) => mail.subject?.startsWith(`site-${at + 1}.`))?.mail);
  }

  it('are told in its mail in one sentence each, with the numbers of its own hours', async () => {
    const found = await mails();
    for (const at of [0, 1]) {
      const visits = websites[at] as Told[];
      const all = recount(visits, () => true);
      const { before, after } = recount(visits, ({ source }) => source === STRANGE);
      const sentence = `Visits from ${STRANGE} rose from ${Math.round(before)} to ${after}, while the rest `;
      const { subject, text, html } = found[at] ?? {};
      assert.match(
        subject ?? '',
        new RegExp(`: ${all.after} visits on .* at 2:00 PM, usually ${Math.round(all.before)}$`),
      );
      const lines = (text ?? '').replaceAll('\r\n', '\n').split('\n\n');
      assert.equal(lines[1]?.replaceAll('\n', ' ').startsWith(sentence), true, `${text}`);
      assert.match(lines[2] ?? '', /^The statistics show /);
      assert.ok(html?.includes('Visits from Letter &lt;b&gt;&amp; co&lt;/b&gt; rose'), html);
    }
  });

  it('are left out when everything changed alike', async () => {
    const { text } = (await mails())[2] ?? {};
    const [, next] = (text ?? '').replaceAll('\r\n', '\n').split('\n\n');
    assert.match(next ?? '', /^The statistics show /);
  });
});
