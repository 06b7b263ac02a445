import assert from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { launchBrowser, skipWithoutBrowser } from '../support/browser.ts';
import { eachDatabase } from '../support/databases.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { HOST, openShop, type Shop } from '../support/shop.ts';
import { answersOfGraphql, answersOfRest } from '../support/shop-answers.ts';
import { countsOf, FUNNEL } from '../support/shop-counts.ts';
import { readPage, textsOf } from '../support/shop-page.ts';
import { VISITS, type Visit } from '../support/shop-visits.ts';

const DAY = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);

describe.skipIf(skipWithoutBrowser)('A shop with visitors in real browsers', () => {
  eachDatabase('is counted', open => {
    const clock = { time: Date.parse(`${DAY}T09:00:00Z`) };
    let gateway: TestGateway;
    let shop: Shop;
    let browser: Browser;
    let visits: readonly Visit[];
    beforeAll(async () => {
      [gateway, browser] = await Promise.all([
        open().then(place => startTestGateway(place, { TRUST_PROXY: '1' }, () => clock.time)),
        launchBrowser(),
      ]);
      const input = { domain: HOST, privacy: 'PUBLIC' };
      await gateway.graphql('mutation($input: CreateWebsiteInput!) { createWebsite(input: $input) { id } }', { input });
      shop = await openShop(gateway, clock);
      const behindTab = shop.visitBehindTab('/offers');
      for (const visit of VISITS) {
        // After a long pause, the other visit would be over.
        if (visit.after) await behindTab;
        await shop.visit(browser, visit);
      }
      await gateway.drain();
      visits = [...VISITS, visitBehindTab()];
    });
    afterAll(async () => {
      await browser.close();
      await shop.close();
      await gateway.stop();
    });

    /** Returns the visit behind a tab, as its tracker reported it. */
    function visitBehindTab(): Visit {
      const sent = shop.messages.filter(({ who }) => who === 'Dot');
      const seconds = sent.reduce((sum, { body }) => sum + (body.engagement ?? 0), 0);
      return {
        ...{ who: 'Dot', arrives: {}, source: '', channel: 'Direct' },
        steps: [{ page: '/offers', seconds, depth: 100 }],
      };
    }

    it('exactly once, whatever is repeated, and a tab in the background is not read', () => {
      const dropped = shop.messages.filter(({ dropped }) => dropped !== null);
      assert.deepEqual(
        dropped.map(({ who, dropped, body }) => [who, dropped, body.event?.name]),
        [
          ['Ada', 'duplicate', 'Purchase'],
          ['Cem', 'duplicate', 'Purchase'],
        ],
      );
      assert.deepEqual(
        shop.orders.map(({ status, reason }) => [status, reason]),
        [
          ['accepted', undefined],
          ['dropped', 'duplicate'],
        ],
      );
      const sent = shop.messages.filter(({ who, body }) => who === 'Dot' && body.engagement !== undefined);
      assert.equal(sent.length, 2);
    });

    const ofPro = { property: { key: 'plan', event: 'Purchase' }, operator: 'IS', values: ['pro'] };
    const questions = [
      { filter: null, of: () => true },
      {
        filter: { name: 'CHANNEL', operator: 'IS_NOT', values: ['Direct'] },
        of: ({ channel }: Visit) => channel !== 'Direct',
      },
      { filter: ofPro, of: ({ who }: Visit) => who === 'Ada' },
    ];
    it.each(questions)('equally over GraphQL, over REST and by a naive count: $filter', async ({ filter, of }) => {
      const { returns, ...expected } = countsOf(visits.filter(of));
      const asked = { day: DAY, filter };
      assert.deepEqual(await answersOfGraphql(gateway, asked), { ...expected, returns });
      const { summary: _, money: __, amounts: ___, ...rest } = expected;
      assert.deepEqual(await answersOfRest(gateway, asked), { ...rest, returns });
    });

    it('equally on the page', async () => {
      const body = JSON.stringify({ name: 'Shop', steps: FUNNEL });
      const made = await gateway.rest('/websites/1/funnels', {
        method: 'POST',
        body,
        headers: { 'Content-Type': 'application/json' },
      });
      assert.equal(made.status, 201, JSON.stringify(made.body));
      const { locale } = new Intl.NumberFormat().resolvedOptions();
      const page = await (await browser.newContext({ locale, baseURL: gateway.url })).newPage();
      assert.deepEqual(await readPage(page, DAY), textsOf(countsOf(visits)));
    });
  });
});
