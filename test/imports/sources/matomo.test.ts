import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { rowsOf } from '../../support/source-rows.ts';

const time = Date.parse('2026-02-01T10:00:00Z') / 1000;
const VISIT = { idSite: '1', idVisit: '7', visitorId: 'abc', siteCurrency: 'EUR', referrerType: 'direct' };
const PAGE = { type: 'action', url: 'https://site-1.example/a', timestamp: time, pageId: 1, idpageview: 'x' };
const json = (...visits: object[]) => ({ 'a.json': JSON.stringify(visits) });

describe('Matomo', () => {
  it('has events for everything that is neither a pageview nor a goal', async () => {
    const actions = [
      { ...PAGE, dimension1: 'member', dimension2: '' },
      { type: 'event', eventCategory: 'Video', eventAction: 'Play', eventName: 'Intro', eventValue: '2.50' },
      { type: 'download', url: 'https://site-1.example/f/price%20list.pdf?x=1' },
      { type: 'outlink', url: 'https://www.other.example/b?c#d' },
      { type: 'search', siteSearchKeyword: 'shoes', siteSearchCategory: null },
      { type: 'ecommerceOrder', orderId: 'o1', revenue: '19.99', items: '2' },
      { type: 'ecommerceAbandonedCart', revenue: 5, items: '1' },
      { type: 'content', contentName: 'Ad', contentPiece: 'a.png' },
      { type: 'goal', goalName: 'Bought' },
      { type: 'media' },
    ];
    const { hits, leftOut } = await rowsOf(
      json({ ...VISIT, actionDetails: actions.map(action => ({ timestamp: time, ...action })) }),
    );
    const [view, ...events] = hits.map(({ hit }) => hit);
    assert.deepEqual([view?.event, view?.props], [null, { dimension1: 'member' }]);
    assert.deepEqual(
      events.map(({ event, page }) => [event?.name, event?.value, event?.unit, event?.props, page]),
      [
        ['Video: Play', '2.50', undefined, { category: 'Video', action: 'Play', name: 'Intro' }],
        ['Download: price list.pdf', undefined, undefined, { url: 'https://site-1.example/f/price%20list.pdf' }],
        ['Outbound link: other.example', undefined, undefined, { url: 'https://www.other.example/b' }],
        ['Search', undefined, undefined, { keyword: 'shoes' }],
        ['Purchase', '19.99', 'EUR', { items: '2' }],
        ['Abandoned cart', '5', 'EUR', { items: '1' }],
        ['Content', undefined, undefined, { name: 'Ad', piece: 'a.png' }],
      ].map(event => [...event, PAGE.url]),
    );
    assert.equal(events.at(-1)?.event?.interactive, false);
    assert.deepEqual(leftOut, ['goal', 'other_action']);
  });

  it('has the referrer and the campaign of a visit on its first page alone, and never a person', async () => {
    const visit = (more: object) => ({
      ...VISIT,
      idVisit: JSON.stringify(more),
      userId: 'ann',
      ...more,
      actionDetails: [PAGE, { ...PAGE, pageId: 2 }],
    });
    const origins = [
      { referrerType: 'website', referrerName: 'news.example' },
      { referrerType: 'search', referrerName: 'Google', referrerUrl: '' },
      { referrerType: 'campaign', referrerName: 'spring', referrerKeyword: 'shoes' },
      { referrerType: 'campaign', referrerName: 'spring', campaignName: 'spring', campaignSource: 'letter' },
    ];
    const { hits } = await rowsOf(json(...origins.map(visit)));
    const entries = hits.filter((_, at) => at % 2 === 0);
    assert.deepEqual(
      entries.map(({ hit, given }) => [hit.referrer, given?.campaign]),
      [
        ['https://news.example/', undefined],
        [entries[1]?.hit.referrer, undefined],
        ['', { utm_campaign: 'spring', utm_term: 'shoes' }],
        ['', { utm_source: 'letter', utm_campaign: 'spring' }],
      ],
    );
    assert.match(entries[1]?.hit.referrer ?? '', /google/);
    for (const { hit, given } of hits.filter((_, at) => at % 2 === 1))
      assert.deepEqual([hit.referrer, given?.campaign], ['', undefined]);
    assert.equal(JSON.stringify(hits).includes('"ann"'), false);
  });

  it('is read from NDJSON, and counts actions once that several files have', async () => {
    const visit = { ...VISIT, actionDetails: [PAGE, { ...PAGE, pageId: 2 }, { ...PAGE, pageId: 2 }] };
    const files = {
      'a.ndjson': `${JSON.stringify({ ...visit, actionDetails: [PAGE] })}\n${JSON.stringify(visit)}\n`,
      'b.json': JSON.stringify([visit], null, 2),
    };
    const { hits, leftOut, version } = await rowsOf(files);
    assert.deepEqual([hits.length, leftOut.length, version], [3, 4, 'JSON']);
    const identities = hits.map(({ identity }) => identity);
    assert.equal(new Set(identities).size, 3);
  });

  it('is read from flat CSV with spaces or underscores', async () => {
    const rows = (join: string) =>
      [
        `idSite,idVisit,actionDetails${join}0${join}type,actionDetails${join}0${join}url,actionDetails${join}0${join}timestamp,actionDetails${join}1${join}type,more`,
        `1,7,action,https://site-1.example/a,${time},,`,
        `1,8,action,"https://site-1.example/ü,""b""",${time},goal,x`,
        '',
      ].join('\n');
    for (const join of ['_', ' ']) {
      const { hits, leftOut } = await rowsOf({ 'a.csv': Buffer.from(`\uFEFF${rows(join)}`, 'utf16le') });
      assert.deepEqual(
        hits.map(({ hit, given }) => [hit.page, given?.id]),
        [
          ['https://site-1.example/a', 'visit 7'],
          ['https://site-1.example/ü,"b"', 'visit 8'],
        ],
      );
      assert.deepEqual(leftOut, ['goal']);
    }
  });

  it('says what is wrong with a file, a visit or an action', async () => {
    const wrong = [
      17,
      { ...VISIT, idVisit: null },
      {
        ...VISIT,
        actionDetails: [
          { ...PAGE, timestamp: 'x' },
          { ...PAGE, url: null, pageId: 2 },
        ],
      },
      { ...VISIT, actionDetails: null },
    ];
    const { bad } = await rowsOf({
      'a.json': JSON.stringify([{ ...VISIT, idVisit: 1, actionDetails: [PAGE] }, ...wrong], null, 1),
    });
    assert.deepEqual(
      bad.map(one => one.replace(/^\d+: /, '')),
      [
        'The value is not an object with the fields of a visit.',
        'The visit has no idVisit.',
        'An action of visit 7 has no timestamp in seconds since 1970.',
        'A pageview of visit 7 has no url.',
      ],
    );
    const error = { result: 'error', message: "You can't access this resource." };
    await assert.rejects(
      rowsOf({ 'a.json': JSON.stringify(error) }),
      /a\.json, line 1: It is an error of Matomo .*: You can't access/,
    );
    const whole = JSON.stringify([{ ...VISIT, actionDetails: [PAGE] }]);
    await assert.rejects(rowsOf({ 'a.json': whole.slice(0, -3) }), /a\.json, line 1: The JSON ends before/);
  });
});
