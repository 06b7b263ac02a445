import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'vitest';
import { rowsOf } from '../../support/source-rows.ts';

const HEAD = 'session_id,event_id,hostname,url_path,url_query,referrer_domain,event_type,event_name,created_at';
const row = (cells: Partial<Record<string, string>>) =>
  HEAD.split(',')
    .map(name => cells[name] ?? '')
    .join(',');
const VIEW = { session_id: 's', event_id: 'e', url_path: '/a', event_type: '1', created_at: '2026-03-29 01:30:00' };

describe('Umami', () => {
  it('has times in UTC, with or without a fraction, an offset and the letters of ISO 8601', async () => {
    const times = {
      '2026-03-29 01:30:00': '2026-03-29T01:30:00.000Z',
      '2026-03-29T01:30:00Z': '2026-03-29T01:30:00.000Z',
      '2026-03-29 01:30:00.123456+00': '2026-03-29T01:30:00.123Z',
      '2026-03-29 03:30:00.5+02:00': '2026-03-29T01:30:00.500Z',
      '2026-03-28 22:00:00-0330': '2026-03-29T01:30:00.000Z',
    };
    const { hits, bad } = await rowsOf({
      'a.csv': [HEAD, ...Object.keys(times).map(created_at => row({ ...VIEW, created_at }))].join('\n'),
    });
    assert.deepEqual(
      hits.map(({ hit }) => new Date(hit.time).toISOString()),
      Object.values(times),
    );
    assert.deepEqual(bad, []);
    const wrong = ['', '2026-02-29 10:00:00', '2026-03-29 24:00:00', '2026-03-29', '29.3.2026 10:00', '\0'];
    const others = await rowsOf({
      'a.csv': [HEAD, ...wrong.map(created_at => row({ ...VIEW, created_at }))].join('\n'),
    });
    assert.equal(others.bad.length, wrong.length);
    assert.match(others.bad[1] ?? '', /^3: The created_at "2026-02-29 10:00:00" is not a time/);
  });

  it('has a page, a referrer, a campaign and a visitor, whatever the file writes for NULL', async () => {
    const head = `${HEAD},utm_source,gclid`;
    const lines = [
      `${row({ ...VIEW, hostname: 'www.site-1.example', url_query: 'q=1&utm_source=x', referrer_domain: 'news.example' })},x,`,
      `${row({ ...VIEW, url_query: '?q=2', referrer_domain: 'NULL' })},letter,abc`,
      `${row({ ...VIEW, session_id: '\\N', url_path: '', url_query: '\\N' })},NULL,\\N`,
    ];
    const { hits } = await rowsOf({ 'a.csv': `\uFEFF${[head, ...lines].join('\r\n')}\r\n` });
    assert.deepEqual(
      hits.map(({ hit, given }) => [hit.page, hit.referrer, given?.id, given?.campaign]),
      [
        ['https://www.site-1.example/a?q=1&utm_source=x', 'https://news.example/', 's', undefined],
        ['https://site-1.example/a?q=2', '', 's', { utm_source: 'letter', gclid: 'abc' }],
        ['https://site-1.example/', '', undefined, undefined],
      ],
    );
  });

  it('has our names of browsers and systems', async () => {
    const agents = [
      ['chrome', 'Windows 10', 'laptop', 'Chrome', 'Windows 10/11', 'desktop'],
      ['edge-chromium', 'Windows 7', 'desktop', 'Edge', 'Windows 7', 'desktop'],
      ['crios', 'iOS', 'mobile', 'Chrome', 'iOS', 'mobile'],
      ['ios-webview', 'iOS', 'tablet', 'Safari', 'iOS', 'tablet'],
      ['fxios', 'iOS', 'mobile', 'Firefox', 'iOS', 'mobile'],
      ['samsung', 'Android OS', 'mobile', 'Samsung Internet', 'Android', 'mobile'],
      ['safari', 'Mac OS', 'desktop', 'Safari', 'macOS', 'desktop'],
      ['firefox', 'Linux', 'desktop', 'Firefox', 'Linux', 'desktop'],
      ['ie', 'Windows Server 2003', '', 'Internet Explorer', 'Windows', 'desktop'],
      ['yandexbrowser', 'Chrome OS', 'desktop', 'Yandex', 'Chrome OS', 'desktop'],
      ['', '', '', '', '', ''],
    ];
    const lines = agents.map(([browser, os, device]) => `${row(VIEW)},${browser},${os},${device}`);
    const { hits } = await rowsOf({ 'a.csv': [`${HEAD},browser,os,device`, ...lines].join('\n') });
    assert.deepEqual(
      hits.map(({ given }) => [given?.agent?.browser, given?.agent?.osVersion, given?.agent?.device]),
      agents.map(agent => agent.slice(3)),
    );
  });

  it('gives events their properties from the file beside it, kept in a file while it is read', async () => {
    const events = Array.from({ length: 150 }, (_, at) =>
      row({ ...VIEW, event_id: `e${at}`, event_type: '2', event_name: 'Buy' }),
    );
    const long = 'x'.repeat(10_000);
    const rows = events.flatMap((_, at) => [
      `e${at},plan,"a ""${at}""",,1`,
      `e${at},revenue,,${at}.5000,2`,
      `e${at},currency,EUR,,1`,
      `e${at},trial,true,,3`,
      `e${at},list,"[1,2]",,5`,
      `e${at},long,${long}${at},,1`,
    ]);
    const folder = mkdtempSync(join(tmpdir(), 'umami-'));
    for (const options of [{}, { folder }]) {
      const { hits, version } = await rowsOf(
        {
          'website_event.csv': [HEAD, ...events].join('\n'),
          'event_data.csv': ['event_id,data_key,string_value,number_value,data_type', ...rows].join('\n'),
        },
        options,
      );
      assert.equal(version, 'with hostnames');
      hits.forEach(({ hit }, at) => {
        assert.deepEqual(hit.event?.props, {
          plan: `a "${at}"`,
          revenue: at + 0.5,
          currency: 'EUR',
          trial: true,
          long: `${long}${at}`,
        });
        assert.deepEqual([hit.event?.value, hit.event?.unit], [at + 0.5, 'EUR']);
      });
      assert.equal(hits.length, 150);
    }
    assert.deepEqual(readdirSync(folder), []);
    rmSync(folder, { recursive: true });
    const old = 'website_event_id,event_key,string_value,numeric_value,data_type\ne1,seats,,3,2\n';
    const { hits } = await rowsOf({ 'a.csv': `${HEAD}\n${events[1]}\n`, 'b.csv': old });
    assert.deepEqual(hits[0]?.hit.event?.props, { seats: 3 });
  });

  it('leaves out what is no page, and takes tabs, other orders and unknown columns', async () => {
    const turned = [
      'url_path\tmore\tcreated_at\tevent_type\tsession_id\tbrowser',
      '/a\t"\t2026-01-01 10:00:00\t\ts\tchrome',
      '/b\t\t2026-01-01 10:00:00\t3\ts\tchrome',
      '/b\t\t2026-01-01 10:00:00\t1\ts\tsearchbot',
    ];
    const { hits, leftOut, version } = await rowsOf({
      'a.tsv': Buffer.from(`\uFEFF${turned.join('\n').replace('"', '')}`, 'utf16le'),
    });
    assert.deepEqual([hits.length, leftOut, version], [1, ['link_or_pixel', 'bot'], 'with sessions']);
  });

  it('has the id of an event as its identity, and without one what it says', async () => {
    const bare = { ...VIEW, event_id: '' };
    const lines = [VIEW, { ...VIEW, url_path: '/b' }, bare, { ...bare, url_path: '/b' }, bare].map(row);
    const { hits } = await rowsOf({ 'a.csv': [HEAD, ...lines].join('\n'), 'b.csv': [HEAD, row(bare)].join('\n') });
    const [first, same, ...others] = hits.map(({ identity }) => identity);
    assert.deepEqual([first, same], ['e', 'e']);
    assert.deepEqual([others[2], others[3]], [others[0], others[0]]);
    assert.notEqual(others[1], others[0]);
  });

  it('refuses a file of several websites without hostnames, and one that is cut off', async () => {
    const several = `website_id,${HEAD}\nw1,${row(VIEW)}\nw2,${row(VIEW)}\n`;
    await assert.rejects(
      rowsOf({ 'a.csv': several }),
      /a\.csv, line 3: The file has several websites and no hostnames/,
    );
    await assert.rejects(rowsOf({ 'a.csv': `${HEAD}\n${row(VIEW)}\n"s,e,` }), /a\.csv, line 3: The row has a quote/);
  });

  it('says that it leaves out what is about persons, and takes no file of another tool for that', async () => {
    const events = [HEAD, row(VIEW)].join('\n');
    const { rows } = await rowsOf({
      'website_event.csv': events,
      'session_data.csv': 'website_id,session_id,data_key,string_value\nw,s,email,ann@example.com\n',
    });
    const reason = 'The file describes people and was left out.';
    assert.deepEqual(rows[0], { type: 'note', file: 'session_data.csv', line: 0, reason });
    assert.equal(rows.length, 2);
    const points = 'added_iso,path,session_id\n2026-03-01T10:00:00Z,/a,s\n';
    await assert.rejects(rowsOf({ 'website_event.csv': events, 'points.csv': points }), /Nobody recognises/);
  });
});
