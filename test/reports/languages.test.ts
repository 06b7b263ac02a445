import assert from 'node:assert/strict';
import { afterAll, it } from 'vitest';
import type { Database } from '../../src/db/open.ts';
import { dayNumber } from '../../src/domain/calendar.ts';
import { LANGUAGE } from '../../src/domain/language.ts';
import { createLog } from '../../src/log.ts';
import { alertBody, alertMail } from '../../src/reports/alert-mail.ts';
import { readDigest } from '../../src/reports/digest.ts';
import { dueReports } from '../../src/reports/due.ts';
import { Journal } from '../../src/reports/journal.ts';
import { reportMail } from '../../src/reports/report-mail.ts';
import { sendReports } from '../../src/reports/send.ts';
import { createStatsLoader, openReading } from '../../src/stats/loader.ts';
import { websiteOfRow } from '../../src/websites/website.ts';
import { onSqlite, type Place } from '../support/databases.ts';
import { hitOf } from '../support/hits.ts';
import { databaseWithReports, foldAt, sendOptions } from '../support/reports.ts';
import { openSmtp } from '../support/smtp.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const MONDAY = dayNumber('2026-03-16');
const now = MONDAY * DAY + 9 * HOUR;
const NEWS = { kind: 'SPIKE', slot: (MONDAY - 1) * 24 + 14, count: 1_204, usual: 30 } as const;
const CONTEXT = { causes: [], baseUrl: 'https://stats.example.com' };

onSqlite('Mails of a website in another language', open => {
  const closing: (() => Promise<unknown>)[] = [];
  afterAll(() => Promise.all(closing.map(close => close())));

  /** Returns a database with one website in a language, which last week had 1,300 visitors and a week before 650. */
  async function counted(language: number): Promise<{ place: Place; database: Database }> {
    const place = await open();
    const database = await databaseWithReports(place);
    closing.push(database.close);
    await database.dialect.run("UPDATE website SET domain = 'site.example', language = ?", [language]);
    const hits = Array.from({ length: 1_950 }, (_, at) =>
      hitOf({
        time: (MONDAY - (at < 1_300 ? 1 + (at % 7) : 8 + (at % 7))) * DAY + 12 * HOUR + at * 1000,
        visitor: at.toString(16).padStart(16, '0'),
        values: { page: '/', country: 'DE:Germany', referrer: at < 1_300 && at % 2 ? 'news.example' : '' },
      }),
    );
    await foldAt(
      database,
      place,
      now,
      hits.toSorted((one, other) => one.time - other.time),
    );
    return { place, database };
  }
  const websiteIn = async (database: Database) => {
    const row = await database.websites.findByPk(1);
    assert.ok(row);
    return websiteOfRow(row);
  };

  it('are German in every sentence, number and date', async () => {
    const { place, database } = await counted(1);
    const smtp = await openSmtp();
    closing.push(smtp.close);
    const due = await dueReports(database, new Journal(place.dataDir), now);
    await sendReports(
      sendOptions(database, place, smtp.url, () => now),
      due,
    );
    const [{ mail } = assert.fail('No report was sent.')] = smtp.received;
    assert.equal(
      mail.subject,
      'site.example: 1.300 Besucher vom 9. bis 15. März, plus 100\u00a0%; 650 Besuche von news.example',
    );
    const text = (mail.text ?? '').replaceAll('\r\n', '\n');
    assert.match(text, /^site\.example: 9\. bis 15\. März 2026\n=+\nVerglichen mit der Woche davor\.$/m);
    assert.match(text.replaceAll('\n', ' '), / Die Zahl der Besucher stieg von 650 auf 1\.300, denn die /);
    assert.match(text, /^Mo\., 9\. {3}185 {2}█+$/m);
    assert.match(text, /^Deutschland +1\.300 {2}▲ 100\u00a0%$/m);
    assert.match(text, /^Statistik öffnen: https:/m);
    assert.match(text, /^Sie erhalten diesen Bericht jede Woche, weil Sie Empfänger der Berichte über$/m);
    const html = mail.html ?? '';
    assert.match(html, /<html lang="de" dir="ltr">/);
    assert.match(html, /9\. bis 15\. März 2026, verglichen mit der Woche davor</);
    assert.match(html, />Meistbesuchte Seiten<.*>Statistik öffnen<.*>Abbestellen</s);
    assert.doesNotMatch(`${mail.subject}${text}${html}`, /Top pages|Unsubscribe|compared|within noise|March|Mon /);

    const website = await websiteIn(database);
    const alert = alertMail(website, NEWS, CONTEXT);
    assert.equal(alert.subject, 'site.example: 1.204 Besuche am Sonntag, 15. März um 14:00 Uhr, sonst 30');
    assert.match(alert.text, /\n\nStatistik öffnen: https:.*\nSie können diese Benachrichtigungen in den/s);
    assert.match(alert.html, /<html lang="de".*>Statistik öffnen</s);
    const { message } = JSON.parse(alertBody(website, NEWS, { ...CONTEXT, at: now }));
    assert.equal(
      message,
      'site.example: 1,204 visits on Sunday, March 15 at 2:00 PM, usually 30',
      'Webhooks are an API.',
    );
  });

  it('can be drawn in every language', async () => {
    const { database } = await counted(0);
    const sources = { database, stats: createStatsLoader(openReading(database)), log: createLog('silent') };
    const period = { frequency: 'WEEKLY', from: MONDAY - 7, to: MONDAY - 1 } as const;
    const digest = await readDigest(sources, await websiteIn(database), period);
    for (const { value: language } of LANGUAGE.options) {
      const website = { ...digest.website, language };
      const { subject, text, html } = reportMail({ ...digest, website }, CONTEXT.baseUrl, 'token');
      const alert = alertMail(website, NEWS, CONTEXT);
      assert.match(subject, /^site\.example.*news\.example/, language);
      assert.match(alert.subject, /^site\.example.*30/, language);
      const all = `${text}${html}${alert.text}${alert.html}`;
      assert.doesNotMatch(all, /undefined|\[object|NaN|\{\w+[,}]/, language);
      assert.ok(html.includes(`<html lang="${language.toLowerCase()}"`), language);
    }
  });
});
