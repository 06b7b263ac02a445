import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import type * as z from 'zod';
import { annotationInput, goalInput, segmentInput } from '../../../src/domain/inputs/notes.ts';
import { parseInput } from '../../../src/domain/inputs/parse.ts';
import { alertsInput, recipientInput } from '../../../src/domain/inputs/reports.ts';
import { AppError, type FieldErrors } from '../../../src/errors.ts';

function faultsOf(schema: z.ZodType, given: unknown): FieldErrors {
  try {
    parseInput(schema, given);
  } catch (error) {
    if (error instanceof AppError && error.code === 'BAD_USER_INPUT') return error.fields ?? {};
    throw error;
  }
  return {};
}

describe('The input for notes, recipients and alerts', () => {
  it('has trimmed texts and normalised addresses', () => {
    const goal = { name: ' Sold ', kind: 'EVENT', pattern: ' Buy ' };
    assert.deepEqual(parseInput(goalInput, goal), { name: 'Sold', kind: 'EVENT', pattern: 'Buy', conditions: [] });
    const alerts = { kinds: ['DROP'], webhookUrl: 'HTTPS://Hook.Example' };
    assert.deepEqual(parseInput(alertsInput, alerts), {
      kinds: ['DROP'],
      byMail: true,
      webhookUrl: 'https://hook.example/',
    });
    const recipient = { email: ' Bob@Example.COM', frequencies: ['DAILY'] };
    assert.deepEqual(parseInput(recipientInput, recipient), { email: 'Bob@example.com', frequencies: ['DAILY'] });
  });

  it('is unchanged by a second parse', () => {
    const given: [z.ZodType, object][] = [
      [goalInput, { name: ' x ', kind: 'PAGE', pattern: ' /a* ' }],
      [annotationInput, { date: '2026-02-28', text: ' x ' }],
      [segmentInput, { name: ' x ', filter: { not: { name: 'page', operator: 'IS', values: ['/'] } } }],
      [alertsInput, { kinds: [], byMail: null, webhookUrl: 'http://hook.example' }],
      [recipientInput, { email: null, frequencies: ['WEEKLY'] }],
    ];
    for (const [schema, input] of given) {
      const once = parseInput(schema, input);
      assert.deepEqual(parseInput(schema, once), once);
    }
  });

  it('has every error reported under its field', () => {
    assert.deepEqual(faultsOf(goalInput, { name: ' ', kind: 'PAGE', pattern: 'thanks' }), {
      name: ['The name is empty; use 1 to 100 characters.'],
      pattern: ['The pattern "thanks" is not a path; begin it with / or *, such as /thanks or /blog/*.'],
    });
    assert.deepEqual(faultsOf(goalInput, { name: 'x'.repeat(101), kind: 'PAGE', pattern: '' }), {
      name: ['The name is longer than 100 characters; use a shorter one.'],
      pattern: ['The pattern is empty; use 1 to 255 characters.'],
    });
    const long = { name: 'x', kind: 'EVENT', pattern: 'Buy', conditions: [{ key: 'plan', values: ['x'.repeat(256)] }] };
    assert.match(String(faultsOf(goalInput, long)['conditions.0.values.0']), /longer than 255 characters/);
    assert.deepEqual(faultsOf(annotationInput, { date: '2026-02-30', text: 'a\0b' }), {
      date: [
        'The date "2026-02-30" is not a date from 1970-01-01 on; enter a real day as YYYY-MM-DD, such as 2026-01-31.',
      ],
      text: ['The text contains a character that cannot be stored; leave out U+0000 and lone surrogates.'],
    });
    assert.deepEqual(Object.keys(faultsOf(segmentInput, { name: '\ud800', filter: { and: [] } })), ['name', 'filter']);
    assert.deepEqual(faultsOf(recipientInput, { email: 'ada', frequencies: [] }), {
      email: ['"ada" is not an e-mail address; use one such as ada@example.com.'],
      frequencies: ['The list of frequencies is empty; choose one or more.'],
    });
  });

  it('is measured in characters, counting an emoji as one', () => {
    const text = (length: number) => faultsOf(annotationInput, { date: '2026-02-28', text: '😀'.repeat(length) });
    assert.deepEqual(text(500), {});
    assert.deepEqual(text(501), { text: ['The text is longer than 500 characters; use a shorter one.'] });
  });

  it('can only have a webhook with a plain http or https URL', () => {
    for (const webhookUrl of ['ftp://x.example', 'nonsense', 'https://u:p@x.example/', 'javascript:alert(1)', ''])
      assert.deepEqual(Object.keys(faultsOf(alertsInput, { kinds: [], webhookUrl })), ['webhookUrl'], webhookUrl);
    assert.ok(faultsOf(alertsInput, { kinds: [], webhookUrl: `https://x.example/${'a'.repeat(2_000)}` }).webhookUrl);
  });
});
