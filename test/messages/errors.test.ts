import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import type * as z from 'zod';
import { email, newApiKey, password } from '../../src/domain/inputs/account.ts';
import { date, days } from '../../src/domain/inputs/days.ts';
import { filterInput } from '../../src/domain/inputs/filter.ts';
import { forgetInput } from '../../src/domain/inputs/forget.ts';
import { funnelInput } from '../../src/domain/inputs/funnel.ts';
import { readMapping } from '../../src/domain/inputs/import-mapping.ts';
import { annotationInput, goalInput, segmentInput, shareInput } from '../../src/domain/inputs/notes.ts';
import { search } from '../../src/domain/inputs/paging.ts';
import { alertsInput, recipientInput } from '../../src/domain/inputs/reports.ts';
import { createWebsiteInput, updateWebsiteInput } from '../../src/domain/inputs/website.ts';
import { LANGUAGES } from '../../src/domain/languages.ts';
import { serverTranslator } from '../../src/messages/catalogues.ts';
import { findSentence, sentenceIn } from '../../src/messages/errors.ts';
import type { MessageKey } from '../../src/messages/keys.ts';

const { raw } = String;
const LONG = 'x'.repeat(600);
const country = (values: readonly string[]) => ({ name: 'COUNTRY', operator: 'IS', values }) as const;
const many = (count: number, line: (at: number) => string) => Array.from({ length: count }, (_, at) => line(at));
const settings = (given: object) => [updateWebsiteInput, given] as const;
const goal = (given: object) => [goalInput, { name: 'Thanks', kind: 'PAGE', pattern: '/thanks', ...given }] as const;
const funnel = (given: object) => [funnelInput, { name: 'Shop', steps: [PAGE, PAGE], ...given }] as const;
const PAGE = { kind: 'PAGE', pattern: '/' };
const site = (domain: string) => [createWebsiteInput, { domain }] as const;
const condition = (key: string, values: readonly string[]) => ({ key, operator: 'IS', values });
const nested = (depth: number): object => (depth === 0 ? country(['DE']) : { not: nested(depth - 1) });

/** What someone can enter on the pages, by the message that refuses it. */
const REFUSED: Readonly<Record<string, readonly [schema: z.ZodType, given: unknown]>> = {
  'error.email.long': [email, `${LONG}@example.com`],
  'error.email.invalid': [email, 'ada'],
  'error.password.length': [password, 'short'],
  'error.password.characters': [password, 'long enough\ud800'],
  'error.apiKey.name': [newApiKey(1), { name: ' ', scope: 'READ', expiresAt: null }],
  'error.apiKey.expired': [newApiKey(2), { name: 'a', scope: 'READ', expiresAt: 1 }],
  'error.share.expired': [shareInput(2), { name: 'a', expiresAt: 1 }],
  'error.domain.missing': site(' '),
  'error.domain.long': site(`${'a.'.repeat(200)}example`),
  'error.domain.ipv6': site('[::1]'),
  'error.domain.path': site('example.com/shop'),
  'error.domain.user': site('ada@example.com'),
  'error.domain.port': site('example.com:8080'),
  'error.domain.invalid': site('my shop'),
  'error.domain.part': site('1.2.3'),
  'error.password.missing': [createWebsiteInput, { domain: 'a.example', privacy: 'PASSWORD' }],
  'error.password.long': settings({ password: LONG }),
  'error.number.bounds': settings({ maxAmount: 0 }),
  'error.timezone.empty': settings({ timezone: '' }),
  'error.timezone.unknown': settings({ timezone: 'Europe/Hamburg' }),
  'error.list.bytes': settings({ embedOrigins: many(5_000, at => `https://example-${at}.example`) }),
  'error.list.oneMore': settings({ excludeIps: many(21, String) }),
  'error.list.more': settings({ excludeIps: many(22, String) }),
  'error.line.characters': settings({ excludeReferrers: ['a.example'], pageGroups: ['/a/*\ud800'] }),
  'error.line.paramCharacters': settings({ excludeParams: ['a\ud800'] }),
  'error.line.paramBeginnings': settings({ excludeParams: many(21, at => `${at}*`) }),
  'error.line.paramLong': settings({ excludeParams: [LONG] }),
  'error.line.origin': settings({ embedOrigins: ['https://a.example/b'] }),
  'error.line.ip': settings({ excludeIps: ['localhost'] }),
  'error.line.groupPath': settings({ pageGroups: ['blog/*'] }),
  'error.line.groupSingle': settings({ pageGroups: ['/blog'] }),
  'error.line.groupLong': settings({ pageGroups: [`/*${LONG}`] }),
  'error.line.groupMany': settings({ pageGroups: many(51, at => `/${at}/*`) }),
  'error.line.host': settings({ hosts: ['a b'] }),
  'error.line.hostWide': settings({ hosts: ['*.com'] }),
  'error.line.hostMany': settings({ allowHosts: many(101, at => `${at}.example`) }),
  'error.line.referrer': settings({ excludeReferrers: ['a b'] }),
  'error.line.referrerMany': settings({ excludeReferrers: many(1_001, at => `${at}.example`) }),
  'error.line.country': settings({ excludeCountries: ['Atlantis'] }),
  'error.date.invalid': [date, ''],
  'error.date.invalidOf': [days.from, '2026-02-30'],
  'error.text.empty': goal({ name: '' }),
  'error.text.long': [annotationInput, { date: '2026-01-31', text: LONG }],
  'error.text.characters': [shareInput(1), { name: '\0' }],
  'error.goal.path': goal({ pattern: 'thanks' }),
  'error.property.key': goal({ conditions: [condition('two words', ['a'])] }),
  'error.property.conditions': goal({ conditions: many(4, at => `k${at}`).map(key => condition(key, ['a'])) }),
  'error.filter.propertyValues': goal({ conditions: [condition('plan', many(101, String))] }),
  'error.filter.value': [segmentInput, { name: 'a', filter: country([LONG]) }],
  'error.filter.search': [search, LONG],
  'error.filter.conditions': [filterInput, { or: many(31, String).map(value => country([value])) }],
  'error.filter.depth': [filterInput, nested(6)],
  'error.filter.values': [filterInput, country(many(101, String))],
  'error.filter.emptyText': [filterInput, { ...country(['']), operator: 'CONTAINS' }],
  'error.funnel.steps': funnel({ steps: [PAGE] }),
  'error.funnel.within': funnel({ within: 0 }),
  'error.date.late': [forgetInput, { from: '2026-02-02', to: '2026-02-01' }],
  'error.forget.times': [forgetInput, { from: '2026-02-01', to: '2026-02-01', fromTime: '10:00', toTime: '09:00' }],
  'error.report.frequencies': [recipientInput, { frequencies: [] }],
  'error.alert.webhook': [alertsInput, { kinds: [], webhookUrl: 'ftp://a.example' }],
};

describe('An error of a form', () => {
  for (const [key, [schema, given]] of Object.entries(REFUSED)) {
    it(`is worded in every language, and the same in English: ${key}`, () => {
      const sentences = schema.safeParse(given).error?.issues.map(({ message }) => message) ?? [];
      const sentence = sentences.find(one => findSentence(one)?.key === key) ?? assert.fail(sentences.join(' '));
      assert.equal(serverTranslator('en')(key as MessageKey, findSentence(sentence)?.values), sentence);
      for (const { code } of LANGUAGES) {
        if (code === 'en') continue;
        assert.doesNotMatch(sentenceIn(code, sentence), /; (send|use|write|leave) |\{\w+\}/);
        assert.deepEqual(
          sentences.filter(one => sentenceIn(code, one) === one),
          [],
        );
      }
    });
  }

  it('has what was typed and the limits in its sentence', () => {
    const [schema, given] = settings({ excludeIps: ['203.0.113.9', raw`007\x0a{most}`], timezone: '007' });
    const german = schema.safeParse(given).error?.issues.map(({ message }) => sentenceIn('de', message));
    assert.deepEqual(german, [
      raw`Zeile 2, „007\x0a{most}“: Das ist weder eine IP-Adresse noch ein CIDR-Block. Richtig ist zum Beispiel 203.0.113.9, 203.0.113.0/24 oder 2001:db8::/32.`,
      'Die Zeitzone „007“ ist nicht bekannt. Geben Sie einen IANA-Namen wie Europe/Berlin ein.',
    ]);
    const count = filterInput.safeParse(country(many(101, String))).error?.issues[0]?.message ?? '';
    assert.equal(
      sentenceIn('fr', count),
      'La condition « Pays » a 101 valeurs, pour un maximum de 100. Retirez-en.',
      'Statistics have their names.',
    );
    assert.equal(
      sentenceIn('de', 'Too many wrong passwords; try again in 1 seconds.'),
      'Zu viele falsche Passwörter. Versuchen Sie es in 1 Sekunde erneut.',
    );
    const { fault } = readMapping('[]') as { fault: string };
    assert.match(sentenceIn('es', fault), /\{"date":"Day"\}\.$/);
  });

  it('that no catalogue has stays in English', () => {
    assert.equal(sentenceIn('ja', 'Something new is wrong.'), 'Something new is wrong.');
    assert.equal(sentenceIn('ja', 'Line 1'), 'Line 1');
  });

  it('is found in a long text without delay', () => {
    const long = `Line 1, "${', "'.repeat(300_000)}`;
    assert.equal(sentenceIn('de', long), long);
  });
});

describe('Days in the wrong order', () => {
  it('are worded at both of their fields', () => {
    const { issues } = forgetInput.safeParse({ from: '2026-02-02', to: '2026-02-01' }).error ?? assert.fail();
    assert.deepEqual(
      issues.map(({ path, message }) => [path.join('.'), sentenceIn('zh', message)]),
      [
        ['from', '开始日期 2026-02-02 晚于结束日期 2026-02-01，请选择更早的日期。'],
        ['to', '结束日期 2026-02-01 早于开始日期 2026-02-02，请选择更晚的日期。'],
      ],
    );
  });
});
