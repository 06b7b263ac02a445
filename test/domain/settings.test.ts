import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  canonicalTimeZone,
  checkWebsiteInput,
  flagText,
  PRIVACY_TEXT,
  type WebsiteInput,
  websiteFields,
} from '../../src/domain/settings.ts';

const domain = 'example.com';
const secret = { privacy: 'PASSWORD', hasPassword: true } as const;
const open = { privacy: 'PUBLIC', hasPassword: false } as const;
const keysOf = (errors: object | null) => Object.keys(errors ?? {});

test('a new website needs a domain and nothing else', () => {
  assert.equal(checkWebsiteInput({ domain }, null), null);
  assert.deepEqual(checkWebsiteInput({}, null), {
    domain: ['The domain is missing; send a host name such as example.com.'],
  });
  assert.deepEqual(keysOf(checkWebsiteInput({ domain: null }, null)), ['domain']);
  assert.equal(checkWebsiteInput({}, open), null);
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
  assert.equal(checkWebsiteInput(input, null), null);
});

test('all faults are told together, each under its field', () => {
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
  const errors = checkWebsiteInput(input as unknown as WebsiteInput, null);
  assert.deepEqual(keysOf(errors).sort(), Object.keys(input).sort());
  assert.deepEqual(errors?.privacy, [PRIVACY_TEXT]);
  assert.deepEqual(errors?.emailReports, [flagText('email')]);
  assert.equal(errors?.excludeIps?.length, 2);
  for (const text of Object.values(errors ?? {}).flat()) assert.match(text, /^[A-Z].*\.$/);
});

test('the password page needs a password, sent now or set before', () => {
  assert.deepEqual(keysOf(checkWebsiteInput({ domain, privacy: 'PASSWORD' }, null)), ['password']);
  assert.deepEqual(keysOf(checkWebsiteInput({ privacy: 'PASSWORD' }, open)), ['password']);
  assert.equal(checkWebsiteInput({ privacy: 'PASSWORD' }, { privacy: 'PUBLIC', hasPassword: true }), null);
  assert.equal(checkWebsiteInput({ privacy: 'PASSWORD', password: 'x' }, open), null);
});

test('the password cannot be cleared while the privacy is or becomes password', () => {
  assert.deepEqual(keysOf(checkWebsiteInput({ password: null }, secret)), ['password']);
  assert.deepEqual(
    keysOf(checkWebsiteInput({ password: null, privacy: 'PASSWORD' }, { ...secret, privacy: 'PUBLIC' })),
    ['password'],
  );
  assert.deepEqual(keysOf(checkWebsiteInput({ domain, password: null, privacy: 'PASSWORD' }, null)), ['password']);
  assert.equal(checkWebsiteInput({ password: null, privacy: 'PUBLIC' }, secret), null);
  assert.equal(checkWebsiteInput({ password: null }, open), null);
  assert.equal(checkWebsiteInput({ domain, password: null }, null), null);
});

test('a password has 1 to 128 characters, spaces and emoji counted as one each', () => {
  for (const password of [' ', 'x', '😀'.repeat(128)]) assert.equal(checkWebsiteInput({ password }, open), null);
  for (const password of ['', '😀'.repeat(129), 'x'.repeat(1_000_000), 'a\0', '\ud800']) {
    const errors = checkWebsiteInput({ password }, open);
    assert.equal(errors?.password?.length, 1);
    if (password.length > 2)
      assert.ok(!JSON.stringify(errors).includes(password.slice(0, 4)), 'the password was repeated');
  }
});

test('null clears the lists and the password, and is refused for what always has a value', () => {
  assert.equal(checkWebsiteInput({ excludeIps: null, excludeParams: null, password: null }, open), null);
  const nulls = { privacy: null, emailReports: null, excludeBots: null, honorGpc: null, timezone: null };
  assert.deepEqual(keysOf(checkWebsiteInput(nulls, open)).sort(), Object.keys(nulls).sort());
});

test('lists that the database could not hold are refused', () => {
  const excludeIps = Array.from({ length: 10_000 }, (_, i) => `10.0.${i >> 8}.${i & 255}`);
  assert.match(
    checkWebsiteInput({ excludeIps }, open)?.excludeIps?.[0] ?? '',
    /^The excluded addresses take \d+ bytes; at most 60000/,
  );
  const excludeParams = Array.from({ length: 400 }, (_, i) => `${i}${'é'.repeat(100)}`);
  assert.deepEqual(keysOf(checkWebsiteInput({ excludeParams }, open)), ['excludeParams']);
});

test('the rules of the fields check and change nothing', () => {
  assert.equal(websiteFields.domain.parse(' HTTPS://WWW.Example.com/ '), ' HTTPS://WWW.Example.com/ ');
  assert.deepEqual(websiteFields.excludeIps.parse([' ::1 ', '']), [' ::1 ', '']);
  assert.equal(websiteFields.password.parse(' x '), ' x ');
});

const ZONES: readonly (readonly [name: string, zone: string | null])[] = [
  ['UTC', 'UTC'],
  ['utc', 'UTC'],
  ['Europe/Berlin', 'Europe/Berlin'],
  ['europe/berlin', 'Europe/Berlin'],
  ['Asia/Kolkata', 'Asia/Kolkata'],
  ['America/Argentina/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ['Etc/GMT+3', 'Etc/GMT+3'],
  ['+02:00', null],
  ['Mars/Base', null],
  ['', null],
  ['Europe/Berlin ', null],
  ['Europe/Berlin\0', null],
  ['__proto__', null],
  ['x'.repeat(1_000_000), null],
];
for (const [name, zone] of ZONES) {
  test(`${JSON.stringify(name.slice(0, 40))} is ${zone ? `the time zone ${zone}` : 'no time zone'}`, () => {
    assert.equal(canonicalTimeZone(name), zone);
  });
}
