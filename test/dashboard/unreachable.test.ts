import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { skipWithoutBrowser } from '../support/browser.ts';
import { type Dashboard, DESKTOP } from '../support/dashboard.ts';
import { onOneDatabase, type Place } from '../support/databases.ts';
import { startTestGateway } from '../support/gateway.ts';
import { movesOf, noteMoves } from '../support/moves.ts';
import { startSite } from '../support/site-hits.ts';

onOneDatabase.skipIf(skipWithoutBrowser)('views of a server that stops and comes back', openPlace => {
  let dashboard: Dashboard;
  let place: Place;
  beforeAll(async () => {
    dashboard = await startSite(async () => {
      place = await openPlace();
      return place;
    });
    await dashboard.count([{ page: 'https://site.example/', ip: '8.8.8.8', user_agent: DESKTOP }]);
  });
  afterAll(() => dashboard.close());

  it('say so without moving, and go on by themselves', async () => {
    const { page: live } = await dashboard.open('/login');
    await noteMoves(live);
    await live.goto('/site.example?view=live');
    await live.locator('.live-sums dd').first().getByText('1', { exact: true }).waitFor();
    const { page: list } = await dashboard.open('/site.example?period=all&view=page');
    await list.getByRole('button', { name: '/docs: show only this' }).waitFor();
    const number = list.getByRole('link', { name: /^1 now/ });
    await number.waitFor();

    const { port } = dashboard.gateway;
    await dashboard.gateway.stop();
    const said = live
      .getByRole('status')
      .getByText(/^Can't reach the server\. Retrying… Showing the numbers from \d\d:\d\d\.$/);
    await said.waitFor();
    assert.deepEqual(await movesOf(live), []);
    // A number of now that no longer changes would be wrong.
    await number.waitFor({ state: 'detached' });
    await list.getByRole('searchbox').fill('pricing');
    const fault = list.getByRole('alert');
    await fault.waitFor();
    await list.locator('.detail [aria-busy=true]').getByText('/docs').waitFor();

    const again = await startTestGateway(place, { PORT: String(port) });
    await list.getByRole('button', { name: '/docs: show only this' }).waitFor({ state: 'detached' });
    await list.getByRole('button', { name: '/pricing: show only this' }).waitFor();
    await fault.waitFor({ state: 'detached' });
    await number.waitFor();
    await said.waitFor({ state: 'detached' });
    // Their requests failed on purpose, so they are not used again.
    await live.context().close();
    await list.context().close();
    await again.stop();
  });
});
