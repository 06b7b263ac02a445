import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { dayNumber } from '../../src/domain/calendar.ts';
import { LANGUAGE } from '../../src/domain/language.ts';
import { LANGUAGES, type Language } from '../../src/domain/languages.ts';
import type { Period } from '../../src/domain/report.ts';
import { localeOf } from '../../src/messages/locale.ts';
import { inert, oneLine, wordsIn, wordsOf } from '../../src/reports/words.ts';

const english = wordsIn('en');

describe('The words of a mail', () => {
  it('exist in every language of the messages, which a website can choose', () => {
    for (const { value } of LANGUAGE.options) assert.equal(wordsOf({ language: value }).language, value.toLowerCase());
  });

  it('format counts, shares and durations', () => {
    const wanted = {
      0: '0',
      7: '7',
      999: '999',
      1000: '1,000',
      1234567: '1,234,567',
      9007199254740991: '9,007,199,254,740,991',
    };
    for (const [count, text] of Object.entries(wanted)) assert.equal(english.number(Number(count)), text);
    assert.deepEqual([1 / 3, 0, 1, 0.071, 0.0004].map(english.percent), ['33%', '0%', '100%', '7.1%', '<0.1%']);
    assert.deepEqual(
      [0, 48, 60, 92, 3600, 7500, 3_600_000].map(seconds => english.duration(seconds)),
      ['0 s', '48 s', '1 min', '1 min 32 s', '1 h', '2 h 5 min', '1,000 h'],
    );
    assert.equal(wordsIn('de').figure('ratio', 2.44), '2,4');
    assert.equal(wordsIn('de').number(1_204), '1.204');
  });

  it('name a period', () => {
    const wanted: readonly [Period, string, string][] = [
      [of('WEEKLY', '2026-03-09', '2026-03-15'), 'March 9 to 15, 2026', 'March 9 to 15'],
      [of('WEEKLY', '2026-03-30', '2026-04-05'), 'March 30 to April 5, 2026', 'March 30 to April 5'],
      [of('WEEKLY', '2025-12-29', '2026-01-04'), 'December 29, 2025 to January 4, 2026', 'December 29 to January 4'],
      [of('DAILY', '2026-03-10', '2026-03-10'), 'Tuesday, March 10, 2026', 'Tuesday, March 10'],
      [of('MONTHLY', '2026-02-01', '2026-02-28'), 'February 2026', 'February 2026'],
    ];
    for (const [period, full, short] of wanted)
      assert.deepEqual([english.period(period, true), english.period(period)], [full, short]);
  });

  it('writes days and hours in each language like the page, whose readers can have a variant of it', () => {
    const at = dayNumber('2026-03-10');
    const wanted = {
      en: ['Tue 10', 'Tuesday, March 10 at 2:00 PM', 'March 9 to 15, 2026'],
      de: ['Di., 10.', 'Dienstag, 10. März um 14:00 Uhr', '9. bis 15. März 2026'],
      fr: ['mar. 10', 'mardi 10 mars à 14:00', '9 au 15 mars 2026'],
      es: ['mar 10', 'martes 10 de marzo a las 14:00', '9 al 15 de marzo de 2026'],
      pt: ['ter., 10', '10 de março (terça-feira) às 14:00', '9 a 15 de março de 2026'],
      ja: ['10日(火)', '3月10日（火曜日）14:00', '2026年3月9日～15日'],
      zh: ['10日周二', '3月10日（星期二）14:00', '2026年3月9日至15日'],
    };
    for (const { code } of LANGUAGES) {
      const words = wordsIn(code);
      const range = words.range({ from: at - 1, to: at + 5 }, true);
      assert.deepEqual([words.weekday(at), words.hour(at * 24 + 14), range], wanted[code], code);
      const inPage = new Intl.DateTimeFormat(localeOf(code), { day: 'numeric', month: 'long', timeZone: 'UTC' });
      assert.ok(words.day(at).includes(inPage.format(at * 86_400_000)), code);
    }
    assert.deepEqual(
      [localeOf('en'), localeOf('de', ['en-GB', 'de-AT']), localeOf('en', ['eno'])],
      ['en', 'de-AT', 'en'],
    );
  });

  it('name days, hours, countries and languages in their language', () => {
    const german = wordsIn('de');
    assert.equal(german.period(of('WEEKLY', '2026-03-09', '2026-03-15'), true), '9. bis 15. März 2026');
    assert.equal(german.period(of('WEEKLY', '2026-03-30', '2026-04-05'), true), '30. März bis 5. April 2026');
    assert.equal(german.period(of('WEEKLY', '2025-12-29', '2026-01-04'), true), '29. Dezember 2025 bis 4. Januar 2026');
    assert.equal(german.hour(dayNumber('2026-03-10') * 24 + 9), 'Dienstag, 10. März um 09:00 Uhr');
    assert.equal(german.weekday(dayNumber('2026-03-09')), 'Mo., 9.');
    const labels = (language: Language) =>
      [
        ['country', 'DE:Germany', 'Germany'],
        ['referrer', '', 'No referrer'],
        ['referrer', 'xn--80ak6aa92e.com', 'аррӏе.com'],
        ['source', 'Hacker News', 'Hacker News'],
        ['language', 'fr', 'French'],
        ['campaign', 'DE:Germany', 'DE:Germany'],
        ['goals', 'g1', 'Signed up'],
      ].map(([name = '', value = '', label = '']) => wordsIn(language).label(name, { value, label }));
    assert.deepEqual(labels('en'), [
      'Germany',
      'No referrer',
      'аррӏе.com (xn--80ak6aa92e.com)',
      'Hacker News',
      'French',
      'DE:Germany',
      'Signed up',
    ]);
    assert.deepEqual(labels('de').slice(4), ['Französisch', 'DE:Germany', 'Signed up']);
    assert.equal(labels('de')[0], 'Deutschland');
  });

  it('keep untrusted text as text, on one line, and without links', () => {
    assert.equal(oneLine('a\r\nBcc: b\u2028c\0d\u202ee', 80), 'a Bcc: b c de');
    assert.equal(oneLine('👩‍🚀'.repeat(3), 5), '👩‍🚀👩…');
    assert.equal(inert('evil.example/<x>', 80).text, 'evil<span>.</span>example/&lt;x&gt;');
    assert.equal(inert('...', 80).text, '...');
  });
});

function of(frequency: Period['frequency'], from: string, to: string): Period {
  return { frequency, from: dayNumber(from), to: dayNumber(to) };
}
