import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, it } from 'vitest';
import { skipWithoutBrowser } from '../support/browser.ts';
import { type Dashboard, DESKTOP, startDashboard } from '../support/dashboard.ts';
import { onOneDatabase } from '../support/databases.ts';
import { unzip } from '../support/zip.ts';

const DAY = 86_400_000;
const YESTERDAY = new Date(Date.now() - DAY).toISOString().slice(0, 10);

/** Three visits of yesterday, two of which order. */
function hits(): object[] {
  const visits = [['/', '/cart', '!'], ['/', '/cart', '!'], ['/']];
  return visits.flatMap((pages, visit) =>
    pages.map((page, at) => ({
      page: `https://all.example${page === '!' ? '/cart' : page}`,
      time: `${YESTERDAY}T${[10, 15, 12][visit]}:0${at}:00Z`,
      ip: `203.0.113.${visit + 1}`,
      user_agent: DESKTOP,
      ...(page === '!' && { event: { name: 'Order', value: 12.5, unit: 'EUR', props: { plan: 'pro' } } }),
    })),
  );
}

onOneDatabase.skipIf(skipWithoutBrowser)('everything as CSV', openPlace => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await startDashboard(openPlace);
    const website = await dashboard.create({ domain: 'all.example', privacy: 'PUBLIC' });
    await dashboard.count(hits());
    const steps = ['/', '/cart'].map(pattern => ({ kind: 'PAGE', pattern }));
    await dashboard.gateway.graphql(
      `mutation($website: ID!, $goal: GoalInput!, $funnel: FunnelInput!, $note: AnnotationInput!) {
        createGoal(website: $website, input: $goal) { id }
        createFunnel(website: $website, input: $funnel) { id }
        createAnnotation(website: $website, input: $note) { id }
      }`,
      {
        website,
        goal: { name: 'Ordered', kind: 'EVENT', pattern: 'Order' },
        funnel: { name: 'Checkout', steps },
        note: { date: YESTERDAY, text: 'Release' },
      },
    );
  });
  afterAll(() => dashboard.close());

  async function filesOf(page: Page): Promise<Map<string, string[]>> {
    await page.getByRole('button', { name: 'Export' }).click();
    const download = page.waitForEvent('download');
    await page.getByText('Everything as CSV (zip)').click();
    const files = await unzip(await buffer(await (await download).createReadStream()));
    return new Map([...files].map(([name, text]) => [name, text.replace('\ufeff', '').trimEnd().split('\r\n')]));
  }

  it('has every part of the page, with the numbers of the page', async () => {
    const { page, close } = await dashboard.open(
      `/all.example?from=${YESTERDAY}&to=${YESTERDAY}&interval=hour&by=event&start=Order&event=Order&key=plan`,
    );
    const visitors = await page.locator('[data-metric=visitors]').innerText();
    assert.equal(visitors, '3');
    await page.locator('.panel-goals').getByText('€25').waitFor();
    await page.locator('.panel-events').getByText('pro').waitFor();
    const files = await filesOf(page);
    const of = (name: string) => files.get(`${name}.csv`) ?? [];
    assert.equal(of('summary')[1], `visitors,${visitors}`);
    assert.equal(of('summary').at(-1), 'amounts,25 EUR');
    const points = of('timeseries').map(line => line.split(','));
    assert.equal(points.length, 1 + 24);
    assert.equal(sum(points, points[0]?.indexOf('visitors')), 3);
    assert.equal(
      sum(
        of('heatmap').map(line => line.split(',')),
        3,
      ),
      3,
    );
    assert.deepEqual(of('annotations'), ['date,text', `${YESTERDAY},Release`]);
    assert.deepEqual(of('goals').slice(1), ['Ordered,event,Order,2,3,0.6666666666666666,25 EUR']);
    assert.deepEqual(
      of('funnels')
        .slice(1)
        .map(line => line.split(',').slice(0, 4).join()),
      ['Checkout,/,3,1', 'Checkout,/cart,2,0'],
    );
    assert.deepEqual(of('journeys').slice(0, 2), ['step,from,to,visits', '1,,Order,2']);
    assert.deepEqual(of('returns'), ['visits,visitors', '1,3']);
    assert.deepEqual(of('properties'), ['event,key,events,values', 'Order,plan,2,1']);
    assert.match(of('property')[1] ?? '', /^pro,pro,2,1,/);
    const values = (name: string) => of(name).map(line => line.split(',')[0]);
    assert.deepEqual(values('pageviews_hours').slice(1), ['10', '12', '15']);
    assert.match(of('event')[1] ?? '', /^Order,Order,2,.*,25 EUR$/);
    await close();
  });

  it('has only what a filter matches', async () => {
    const { page, close } = await dashboard.open(
      `/all.example?from=${YESTERDAY}&to=${YESTERDAY}&filter=page:is:/cart&end=/cart`,
    );
    await page.waitForFunction(() => document.querySelector('[data-metric=visitors]')?.textContent === '2');
    const files = await filesOf(page);
    assert.equal(files.get('summary.csv')?.[1], 'visitors,2');
    assert.equal(sum(files.get('heatmap.csv')?.map(line => line.split(',')) ?? [], 3), 2);
    assert.match(files.get('goals.csv')?.[1] ?? '', /^Ordered,event,Order,2,2,1,/);
    assert.deepEqual(files.get('returns.csv')?.slice(1), ['1,2']);
    assert.deepEqual(files.get('journeys.csv')?.slice(1), ['1,/cart,,2', '2,/,/cart,2', '3,(start),/,2']);
    // Of every event, also of those that are not open on the page.
    assert.deepEqual(files.get('properties.csv')?.slice(1), ['Order,plan,2,1']);
    assert.equal(files.has('crawler.csv'), false);
    await close();
  });
});

function sum(rows: readonly (readonly string[])[], column = -1): number {
  return rows.slice(1).reduce((all, row) => all + Number(row[column]), 0);
}
