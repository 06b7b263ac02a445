import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'vitest';
import { setMessages } from '../../../src/dashboard/messages.ts';
import { changedSettings } from '../../../src/domain/audit.ts';
import { wordsOf } from '../../../src/domain/forget.ts';
import type { Language } from '../../../src/domain/languages.ts';
import type { Statistic } from '../../../src/domain/statistic.ts';
import { NAMED_STATISTICS, PROPERTY } from '../../../src/domain/statistics.ts';
import { FORM_KEYS } from '../../../src/domain/website-setting.ts';
import { WEBSITE_SETTINGS } from '../../../src/domain/website-settings.ts';
import { APP_FILES, compiledMessages, readCatalogue } from '../../../src/messages/catalogues.ts';

// The build defines it.
const settings = JSON.parse(JSON.stringify(WEBSITE_SETTINGS, [...FORM_KEYS]));
Object.assign(globalThis, { __WEBSITE_SETTINGS__: settings });
const { detailsText } = await import('../../../src/dashboard/websites/audit-details.ts');

const NAMES = readCatalogue('ja', 'names');
const speak = (language: Language) => setMessages(compiledMessages(language, APP_FILES.manage));

/** Of every kind, as the code stores them. */
const STORED = [
  'annotation',
  'alerts',
  'recipients of reports',
  'goal "Ziel"',
  'funnel "Ziel"',
  'segment "Ziel"',
  'share link "Ziel"',
  'import 3',
  '2026-11-18 to 2026-11-18, chosen by everything',
  '2026-11-01 to 2026-11-18, chosen by time of day, visitor, page, utm_source, property',
] as const;

describe('the details of the audit log', () => {
  afterEach(() => speak('en'));

  it('are in the language of the page', () => {
    speak('de');
    assert.deepEqual(STORED.slice(0, 8).map(detailsText), [
      'Anmerkung',
      'Benachrichtigungen',
      'Empfänger der Berichte',
      'Ziel „Ziel“',
      'Funnel „Ziel“',
      'Segment „Ziel“',
      'Freigabelink „Ziel“',
      'Import 3',
    ]);
    const before = { privacy: 1, excludeBots: 1, timezone: 'UTC', maxAmount: 10_000_000, hosts: null, language: 0 };
    const after = { privacy: 0, excludeBots: 0, timezone: 'Asia/Tokyo', maxAmount: 5, hosts: 'a.example', language: 1 };
    assert.equal(
      detailsText(changedSettings(before as never, after as never)),
      '„Wer die Statistik sehen kann“ (von Privat auf Öffentlich), „Bots ignorieren“ (von Ein auf Aus), „Zeitzone“ (von UTC auf Asia/Tokyo), „Weitere Hosts“, „Höchstbetrag eines Ereignisses“ (von 10,000,000 auf 5), „Sprache der Berichte und Benachrichtigungen“ (von English auf Deutsch)',
    );
  });

  it('have days as the page writes them, one day once', () => {
    const [all, some] = STORED.slice(-2).map(detailsText);
    assert.equal(all, 'Wed, Nov 18, 2026 (everything)');
    assert.equal(
      some?.replace(/\s–\s/, ' – '),
      'Nov 1 – 18, 2026 (chosen by: Time of day, Visitor, Page, Campaign source, Property)',
    );
    const filter = { name: 'country', operator: 'IS', values: ['DE'] } as const;
    const choice = { from: 0, to: 0, fromMinute: null, toMinute: null, visitorAt: null, page: null, filter };
    assert.match(detailsText(`2026-11-18 to 2026-11-18, chosen by ${wordsOf(choice as never)}`), /by: Country\)$/);
  });

  it('have the label of every setting, and of every statistic by which visits are chosen', () => {
    speak('ja');
    for (const { name, called } of WEBSITE_SETTINGS)
      assert.equal(detailsText(`settings: ${called}`), `「${NAMES[`setting.${name}`]}」`);
    const stored = ({ name }: { name: string }) => `2026-11-18 to 2026-11-18, chosen by ${name}`;
    for (const one of [
      ...(NAMED_STATISTICS as readonly Statistic[]).filter(({ column }) => column !== undefined),
      PROPERTY,
    ]) {
      const label = NAMES[`statistic.${one.name}.one`] ?? assert.fail(one.name);
      assert.ok(detailsText(stored(one)).endsWith(`（条件: ${label}）`), one.name);
    }
  });

  it('stay as they are where the page does not know them', () => {
    speak('de');
    for (const stored of [
      'something new',
      'import of the past',
      'dashboard "Ziel"',
      '2026-11-18, chosen by page',
      'settings: mood',
    ])
      assert.equal(detailsText(stored), stored.replace(/^settings: /, ''));
    assert.equal(detailsText('settings: mood (a to b), hosts'), 'mood (a to b), „Weitere Hosts“');
  });
});
