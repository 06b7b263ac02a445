import assert from 'node:assert/strict';
import { test } from 'vitest';
import { GA4 } from '../../../src/imports/sources/ga4.ts';
import { rowsOf } from '../../support/import-rows.ts';

const MICROS = '1769940000123456';
const TIME = 1_769_940_000_123;

function event(name: string, params: Readonly<Record<string, string | number>>, more: object = {}): string {
  const all = Object.entries(params).map(([key, value]) => ({
    key,
    value: typeof value === 'string' ? { string_value: value } : { int_value: String(value) },
  }));
  return JSON.stringify({
    event_name: name,
    event_timestamp: MICROS,
    event_params: all,
    user_pseudo_id: '1.2',
    ...more,
  });
}

async function read(...lines: string[]) {
  const { rows } = await rowsOf(GA4, { 'events_20260201.json': `\uFEFF${lines.join('\r\n')}\r\n` });
  return rows;
}

const PAGE = {
  page_location: 'https://shop.example/a?utm_source=x#top',
  page_referrer: 'https://t.co/',
  ga_session_id: 5,
};

test('An event becomes a pageview, an event with its amount and properties, or attention', async () => {
  const rows = await read(
    event('page_view', { ...PAGE, content_group: 'docs', engagement_time_msec: 9 }),
    event('purchase', { ...PAGE, value: 20, currency: 'EUR', transaction_id: 'T1', coupon: '🎉' }),
    event('scroll', { ...PAGE, percent_scrolled: 90, engagement_time_msec: 1500 }),
    event('newsletter_sign_up', { engagement_time_msec: 700, session_engaged: '1' }),
  );
  const hits = rows.map(row => (row.type === 'hit' ? row.hit : assert.fail(JSON.stringify(row))));
  assert.deepEqual(
    hits.map(({ page, time, event: given, props, engagement, depth }) => [
      page,
      time,
      given?.name,
      given?.value,
      given?.unit,
      given?.props ?? props,
      engagement,
      depth,
    ]),
    [
      [PAGE.page_location, TIME, undefined, undefined, undefined, { content_group: 'docs' }, null, null],
      [PAGE.page_location, TIME, 'purchase', '20', 'EUR', { coupon: '🎉' }, null, null],
      [PAGE.page_location, TIME, undefined, undefined, undefined, undefined, 1.5, 90],
      ['https://site-1.example/', TIME, 'newsletter_sign_up', undefined, undefined, {}, 0.7, null],
    ],
  );
  assert.equal(hits[0]?.referrer, 'https://t.co/');
});

test('A revenue counts without a parameter for it, and a visitor without an id is nobody', async () => {
  const revenue = { ecommerce: { purchase_revenue: 12.5 }, user_pseudo_id: null };
  const [row] = await read(event('purchase', { currency: 'USD' }, revenue));
  assert.deepEqual(row?.type === 'hit' && [row.hit.event?.value, row.given], [12.5, {}]);
});

test('Automatic events, apps and events that cannot be read are left out', async () => {
  const rows = await read(
    event('session_start', PAGE),
    event('user_engagement', PAGE),
    event('page_view', PAGE, { platform: 'ANDROID' }),
    event('page_view', {}),
    event('page_view', PAGE, { event_timestamp: '17' }),
    'null',
    event('page_view', PAGE, { platform: 'WEB', new_column: [1] }),
  );
  assert.deepEqual(
    rows.map(row => (row.type === 'left out' ? row.reason : row.type === 'bad' ? row.line : row.type)),
    ['automatic', 'automatic', 'app', 4, 5, 6, 'hit'],
  );
});

test('A file that is cut off is refused with its line', async () => {
  await assert.rejects(read(event('page_view', PAGE), event('page_view', PAGE).slice(0, 150)), /line [23]: .*cut off/);
});
