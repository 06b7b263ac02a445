import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { rowsOf } from '../../support/source-rows.ts';

const POINT = { added_iso: '2026-02-01T10:00:00.000Z', path: '/a', uuid: 'u', session_id: 's' };
const json = (...points: unknown[]) => ({ 'a.json': JSON.stringify(points) });

describe('Simple Analytics', () => {
  it('has pages, referrers and attention', async () => {
    const { hits } = await rowsOf(
      json(
        {
          ...POINT,
          query: '?b=1',
          utm_source: 'x',
          document_referrer: 'news.example/a',
          duration_seconds: 42,
          scrolled_percentage: 80,
        },
        {
          ...POINT,
          hostname: 'www.site-1.example',
          path_and_query: '/c?utm_source=y',
          utm_source: 'y',
          duration_seconds: null,
        },
      ),
    );
    assert.deepEqual(
      hits.map(({ hit, given }) => [hit.page, hit.referrer, hit.engagement, hit.depth, given?.campaign, given?.id]),
      [
        ['https://site-1.example/a?b=1', 'https://news.example/a', null, null, { utm_source: 'x' }, 's'],
        ['https://site-1.example/a?b=1', '', 42, 80, { utm_source: 'x' }, 's'],
        ['https://www.site-1.example/c?utm_source=y', '', null, null, undefined, 's'],
      ],
    );
    assert.equal((hits[1]?.hit.time ?? 0) - (hits[0]?.hit.time ?? 0), 42_000);
  });

  it('has no visitor of a pageview that is not unique, where a file has no sessions', async () => {
    const csv =
      'added_unix;path;is_unique;duration_seconds;user_agent\n1769940000;/a;true;5;\n1769940000;/a;TRUE;5;\n1769940060.5;/b;false;5;"Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"\n';
    const { hits } = await rowsOf({ 'a.csv': `\uFEFF${csv}` });
    const ids = hits.map(({ given }) => given?.id);
    assert.deepEqual([hits.length, new Set(ids).size, ids.at(-1)], [5, 3, undefined]);
    assert.deepEqual([hits.at(-1)?.given?.agent?.browser, hits.at(-1)?.hit.userAgent], ['Firefox', '']);
  });

  it('is read as the API answers, with the points in an object', async () => {
    const meta = { amount: 1, createdAt: '2026-02-02T00:00:00.000Z', datapoints: [{ ...POINT, uuid: 'no point' }] };
    for (const answer of [
      { datapoints: [POINT], meta },
      { ok: true, meta, datapoints: [POINT] },
    ]) {
      const { hits, rows } = await rowsOf({ 'a.json': JSON.stringify(answer, null, 2) });
      assert.deepEqual([rows.length, hits.map(({ hit }) => hit.page)], [1, ['https://site-1.example/a']]);
    }
  });

  it('has events with properties, as an object or in columns of their own', async () => {
    const points = [
      { ...POINT, datapoint: 'signup', metadata: { plan: 'pro', seats: 3 } },
      { ...POINT, datapoint: 'signup', metadata: '{"plan":"pro","seats":3}' },
      {
        ...POINT,
        datapoint: 'signup',
        'metadata.plan_text': 'pro',
        'metadata.seats_int': 3,
        'metadata.seats_text': null,
      },
    ];
    const { hits } = await rowsOf(json(...points));
    assert.deepEqual(
      hits.map(({ hit }) => hit.event?.props),
      [
        { plan: 'pro', seats: 3 },
        { plan: 'pro', seats: 3 },
        { plan: 'pro', seats: '3' },
      ],
    );
    const views = await rowsOf(json({ ...POINT, datapoint: 'pageview', metadata: { author: 'Ann' } }));
    assert.deepEqual([views.hits[0]?.hit.event, views.hits[0]?.hit.props], [null, { author: 'Ann' }]);
  });

  it('has the same identity and visitor in every file that has the point, and a visitor for each of two equal ones', async () => {
    const bare = { added_iso: POINT.added_iso, path: '/a', is_unique: true };
    const { hits } = await rowsOf({
      ...json(POINT, bare, bare),
      'b.json': JSON.stringify([{ ...POINT, uuid: 'v' }, POINT, bare, { ...bare, path: '/b' }, bare]),
    });
    const rows = hits.map(({ identity, given }) => `${identity} of ${given?.id}`);
    const [first, one, other, , again, oneAgain, page, otherAgain] = rows;
    assert.deepEqual([again, oneAgain, otherAgain], [first, one, other]);
    assert.equal(new Set([first, one, other, page]).size, 4);
    assert.equal(hits[1]?.identity, hits[2]?.identity);
  });

  it('leaves robots out, and says what is wrong', async () => {
    const { bad, leftOut, version } = await rowsOf(
      json({ ...POINT, is_robot: true }, { ...POINT, added_iso: '' }, [1], 'x'),
    );
    assert.deepEqual([leftOut, version], [['bot'], 'JSON']);
    assert.equal(bad.length, 3);
    await assert.rejects(
      rowsOf({ 'a.json': `[${JSON.stringify(POINT)},\n{"added_iso":` }),
      /a\.json, line 2: The JSON ends before/,
    );
  });
});
