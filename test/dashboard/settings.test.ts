import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { skipWithoutBrowser } from '../support/browser.ts';
import { type Dashboard, OWNER, startDashboard } from '../support/dashboard.ts';
import { onOneDatabase } from '../support/databases.ts';

onOneDatabase.skipIf(skipWithoutBrowser)('the settings of a website', openPlace => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await startDashboard(openPlace);
  });
  afterAll(() => dashboard.close());
  const read = async <T>(id: string, fields: string) =>
    (await dashboard.gateway.graphql<{ website: T }>(`{ website(id: ${id}) { ${fields} } }`)).website;

  it('that one tab saves are kept by another that was opened before', async () => {
    const id = await dashboard.create({ domain: 'tabs.example', privacy: 'PASSWORD', password: 'sesame' });
    const path = `/websites/${id}/settings`;
    const one = await dashboard.open(path, OWNER);
    const other = await dashboard.open(path, OWNER);
    await one.page.getByLabel('Excluded query parameters').fill('ref');
    await one.page.getByLabel('Respect Do Not Track').check();
    await one.page.getByRole('button', { name: 'Save', exact: true }).click();
    await one.page.getByText('Saved.').waitFor();

    const sent = other.page.waitForRequest(request => request.method() === 'POST');
    await other.page.getByLabel('Time zone').fill('Europe/Berlin');
    await other.page.getByRole('button', { name: 'Save', exact: true }).click();
    await other.page.getByText('Saved.').waitFor();
    assert.deepEqual((await sent).postDataJSON().variables.input, { timezone: 'Europe/Berlin' });
    assert.deepEqual(await read(id, 'timezone excludeParams honorGpc hasPassword'), {
      timezone: 'Europe/Berlin',
      excludeParams: ['ref'],
      honorGpc: true,
      hasPassword: true,
    });
    assert.equal(await other.page.getByLabel('Excluded query parameters').inputValue(), 'ref');
    await one.close();
    await other.close();
  });
});
