import assert from 'node:assert/strict';
import { test } from 'vitest';
import type { ZodType } from 'zod';
import {
  createWebsiteInput,
  settingSchema,
  updateOf,
  updateWebsiteInput,
  type WebsiteInput,
} from '../../../src/domain/inputs/website.ts';
import type { NumberSetting } from '../../../src/domain/website-setting.ts';
import { type FieldErrors, inputError } from '../../../src/errors.ts';

/** Returns all errors of the input by field; null if it is valid. */
function errorsOf(schema: ZodType, input: unknown): FieldErrors | null {
  const { error } = schema.safeParse(input);
  return error ? (inputError(error).fields ?? null) : null;
}

const domain = 'example.com';
const secret = { privacy: 'PASSWORD', hasPassword: true } as const;
const open = { privacy: 'PUBLIC', hasPassword: false } as const;
const keysOf = (errors: object | null) => Object.keys(errors ?? {});

test('a new website needs a domain and nothing else', () => {
  assert.equal(errorsOf(createWebsiteInput, { domain }), null);
  assert.deepEqual(errorsOf(createWebsiteInput, {}), {
    domain: ['The domain is missing; enter a host name such as example.com.'],
  });
  assert.deepEqual(keysOf(errorsOf(createWebsiteInput, { domain: null })), ['domain']);
  assert.equal(errorsOf(updateOf(open), {}), null);
});

test('every setting at once is accepted', () => {
  const input: WebsiteInput = {
    domain,
    privacy: 'PASSWORD',
    password: ' pass word ',
    emailReports: true,
    excludeBots: false,
    excludeParams: ['a', '*'],
    excludeIps: ['10.0.0.0/8', '::1', ''],
    honorGpc: true,
    timezone: 'Europe/Berlin',
  };
  assert.equal(errorsOf(createWebsiteInput, input), null);
});

test('an empty text has one error, whether it was sent as text or as null', () => {
  const fault = { timezone: ['The time zone is empty; use an IANA name such as Europe/Berlin, or leave it out.'] };
  for (const timezone of ['', null]) assert.deepEqual(errorsOf(createWebsiteInput, { domain, timezone }), fault);
});

test('all errors are reported together, each under its field', () => {
  const input = {
    domain: 'a:1',
    privacy: 'SECRET',
    password: '',
    emailReports: 1,
    excludeBots: 'x',
    excludeParams: ['a\0'],
    excludeIps: ['x', '::1', 'y'],
    honorGpc: 0,
    timezone: 'Mars/Base',
  };
  const errors = errorsOf(createWebsiteInput, input as unknown as WebsiteInput);
  assert.deepEqual(keysOf(errors).sort(), Object.keys(input).sort());
  assert.deepEqual(errors?.privacy, [
    'The privacy is not valid; use 0 (PUBLIC in GraphQL), 1 (PRIVATE) or 2 (PASSWORD), or leave it out to keep it as it is.',
  ]);
  assert.deepEqual(errors?.emailReports, [
    'The setting "email" is neither on nor off; use 1 or 0 (true or false in GraphQL).',
  ]);
  assert.equal(errors?.excludeIps?.length, 2);
  for (const text of Object.values(errors ?? {}).flat()) assert.match(text, /^[A-Z].*\.$/);
});

test('the password page needs a password, sent now or set before', () => {
  assert.deepEqual(keysOf(errorsOf(createWebsiteInput, { domain, privacy: 'PASSWORD' })), ['password']);
  assert.deepEqual(keysOf(errorsOf(updateOf(open), { privacy: 'PASSWORD' })), ['password']);
  assert.equal(errorsOf(updateOf({ privacy: 'PUBLIC', hasPassword: true }), { privacy: 'PASSWORD' }), null);
  assert.equal(errorsOf(updateOf(open), { privacy: 'PASSWORD', password: 'x' }), null);
});

test('the password cannot be cleared while the privacy is or becomes password', () => {
  assert.deepEqual(keysOf(errorsOf(updateOf(secret), { password: null })), ['password']);
  assert.deepEqual(
    keysOf(errorsOf(updateOf({ ...secret, privacy: 'PUBLIC' }), { password: null, privacy: 'PASSWORD' })),
    ['password'],
  );
  assert.deepEqual(keysOf(errorsOf(createWebsiteInput, { domain, password: null, privacy: 'PASSWORD' })), ['password']);
  assert.equal(errorsOf(updateOf(secret), { password: null, privacy: 'PUBLIC' }), null);
  assert.equal(errorsOf(updateOf(open), { password: null }), null);
  assert.equal(errorsOf(createWebsiteInput, { domain, password: null }), null);
});

test('a password has 1 to 128 characters, counting a space and an emoji as one each', () => {
  for (const password of [' ', 'x', '😀'.repeat(128)]) assert.equal(errorsOf(updateOf(open), { password }), null);
  for (const password of ['', '😀'.repeat(129), 'x'.repeat(1_000_000), 'a\0', '\ud800']) {
    const errors = errorsOf(updateOf(open), { password });
    assert.equal(errors?.password?.length, 1);
    if (password.length > 2)
      assert.ok(!JSON.stringify(errors).includes(password.slice(0, 4)), 'the password was repeated');
  }
});

test('null clears lists and the password, and is invalid for all other settings', () => {
  assert.equal(errorsOf(updateOf(open), { excludeIps: null, excludeParams: null, password: null }), null);
  const nulls = { privacy: null, emailReports: null, excludeBots: null, honorGpc: null, timezone: null };
  assert.deepEqual(keysOf(errorsOf(updateOf(open), nulls)).sort(), Object.keys(nulls).sort());
});

test('lists that are too large for the database are rejected', () => {
  const excludeIps = Array.from({ length: 10_000 }, (_, i) => `10.0.${i >> 8}.${i & 255}`);
  assert.match(
    errorsOf(updateOf(open), { excludeIps })?.excludeIps?.[0] ?? '',
    /^The excluded addresses take \d+ bytes; at most 60000/,
  );
  const excludeParams = Array.from({ length: 400 }, (_, i) => `${i}${'é'.repeat(100)}`);
  assert.deepEqual(keysOf(errorsOf(updateOf(open), { excludeParams })), ['excludeParams']);
});

test('accepted values are normalised; a password stays as it was sent', () => {
  assert.deepEqual(
    createWebsiteInput.parse({
      domain: ' HTTPS://WWW.Example.com/ ',
      excludeIps: [' ::1 ', '', '::1'],
      password: ' x ',
      timezone: 'europe/berlin',
    }),
    { domain: 'example.com', excludeIps: ['::1'], password: ' x ', timezone: 'Europe/Berlin' },
  );
  assert.deepEqual(updateWebsiteInput.parse({ excludeIps: null, excludeBots: undefined }), {
    excludeIps: null,
    excludeBots: undefined,
  });
});

test('a number has bounds', () => {
  const setting: NumberSetting = {
    name: 'days',
    column: 'days',
    kind: 'number',
    preset: 30,
    min: 1,
    max: 90,
    called: 'number of days',
    description: 'For how many days',
    group: 'counting',
    label: 'Days',
  };
  const schema = settingSchema(setting);
  for (const days of [1, 30, 90]) assert.equal(schema.parse(days), days);
  for (const days of [0, 91, 1.5, Number.NaN, '30', null])
    assert.deepEqual(
      schema.safeParse(days).error?.issues.map(({ message }) => message),
      ['The number of days is not valid; use a whole number from 1 to 90.'],
      String(days),
    );
});
