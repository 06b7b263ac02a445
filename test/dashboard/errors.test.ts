import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, it } from 'vitest';
import { LANGUAGES, type Language } from '../../src/domain/languages.ts';
import { readCatalogue } from '../../src/messages/catalogues.ts';
import { skipWithoutBrowser } from '../support/browser.ts';
import { assertFits, type Dashboard, DESKTOP, OWNER, startDashboard } from '../support/dashboard.ts';
import { onOneDatabase } from '../support/databases.ts';

/** The error of a domain with a path, in each language. */
const WRONG: Readonly<Record<Language, string>> = {
  en: 'The domain "a.example/shop" has a path or query; use only the host name, such as example.com.',
  de: '„a.example/shop“ enthält einen Pfad oder Parameter. Geben Sie nur den Hostnamen ein, etwa example.com.',
  fr: '« a.example/shop » contient un chemin ou des paramètres. Saisissez seulement le nom d’hôte, comme example.com.',
  es: '«a.example/shop» contiene una ruta o parámetros. Escribe solo el nombre de host, como example.com.',
  pt: '“a.example/shop” contém um caminho ou parâmetros. Informe apenas o nome de host, como example.com.',
  ja: '「a.example/shop」にパスまたはクエリが含まれています。example.comのようにホスト名だけを入力してください。',
  zh: '“a.example/shop”含有路径或查询参数，请只输入主机名，如 example.com。',
};

const messages = (code: Language) => {
  const files = ['names', 'common', 'manage', 'imports', 'errors', 'paths'] as const;
  const all = Object.assign({}, ...files.map(file => readCatalogue(code, file))) as Readonly<Record<string, string>>;
  return (key: string) => all[key] ?? assert.fail(`${code} lacks ${key}`);
};

onOneDatabase.skipIf(skipWithoutBrowser)('the errors of forms in the languages of their readers', openPlace => {
  let dashboard: Dashboard;
  beforeAll(async () => {
    dashboard = await startDashboard(openPlace, { RATE_LIMIT: '100000' });
    await dashboard.create({ domain: 'site.example', privacy: 'PUBLIC' });
    await dashboard.count([{ page: 'https://site.example/thanks', ip: '9.9.9.9', user_agent: DESKTOP }]);
  });
  afterAll(() => dashboard.close());

  /** Opens a page in a language on a phone; refused requests, which the browser notes, are no faults of the page. */
  async function open(
    code: Language,
    path: string,
  ): Promise<{ readonly page: Page; readonly close: () => Promise<void> }> {
    // Signing in is in English.
    const session = await dashboard.open('/websites', OWNER, { locale: 'en' });
    const { page } = session;
    await page.setViewportSize({ width: 390, height: 800 });
    await page.context().addCookies([{ name: 'footfall_language', value: code, url: dashboard.gateway.url }]);
    await page.goto(path);
    await page.locator(`html[lang=${code}]`).waitFor();
    return { page, close: () => page.context().close() };
  }

  it('are beside their fields, and fit a phone', async () => {
    for (const { code } of LANGUAGES) {
      const t = messages(code);
      const { page, close } = await open(code, '/websites/new');
      const asked = page.waitForRequest(request => request.method() === 'POST');
      await page.getByLabel(t('common.domain'), { exact: true }).fill('a.example/shop');
      await page.getByRole('button', { name: t('newWebsite.add') }).click();
      await page.getByText(WRONG[code], { exact: true }).waitFor();
      const field = page.getByLabel(t('common.domain'), { exact: true });
      assert.equal(await field.getAttribute('aria-invalid'), 'true');
      assert.equal(new URL((await asked).url()).search, code === 'en' ? '' : `?lang=${code}`);
      await assertFits(page, code);

      await page.goto('/websites/1/settings');
      await page.getByLabel(t('setting.excludeIps'), { exact: true }).fill('localhost');
      await page
        .getByRole('button', { name: t('common.save'), exact: true })
        .first()
        .click();
      const line = t('error.line.ip').replace('{line}', '1').replace('{value}', 'localhost');
      await page.getByText(line, { exact: true }).waitFor();
      await assertFits(page, code);
      await close();
    }
  });

  it('are in it for what the stored data refuses, and for files', async () => {
    const t = messages('de');
    const { page, close } = await open('de', '/account');
    const password = page.getByRole('region', { name: t('common.password') });
    await password.getByLabel(t('newPassword.current'), { exact: true }).fill('not this one');
    await password.getByLabel(t('newPassword.next'), { exact: true }).fill('another long password');
    await password.getByRole('button', { name: t('newPassword.change') }).click();
    await page.getByText(t('error.password.wrong'), { exact: true }).waitFor();

    await page.goto('/websites/1/imports');
    const chosen = { name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from('date,page,pageviews\n') };
    const details = page.locator('details summary').first();
    await details.click();
    await page.getByLabel(t('imports.timezoneOfFile'), { exact: true }).fill('Europe/Hamburg');
    await page.locator('input[type=file][multiple]').setInputFiles(chosen);
    const zone = t('error.timezone.ofFile').replace('{value}', 'Europe/Hamburg');
    await page.getByText(zone, { exact: true }).waitFor();
    await close();
  });

  it('say that what another tab has deleted no longer exists', async () => {
    for (const code of ['en', 'de'] as const) {
      const t = messages(code);
      const { createGoal } = await dashboard.gateway.graphql<{ createGoal: { id: string } }>(
        'mutation($input: GoalInput!) { createGoal(website: 1, input: $input) { id } }',
        { input: { name: 'Thanks', kind: 'PAGE', pattern: '/thanks' } },
      );
      const { page, close } = await open(code, '/site.example?period=all');
      await page.getByRole('button', { name: t('goals.editOne').replace('{name}', 'Thanks') }).click();
      await dashboard.gateway.graphql('mutation($id: ID!) { deleteGoal(id: $id) }', createGoal);
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: t('common.save') }).click();
      await dialog.getByRole('alert').getByText(t('error.gone'), { exact: true }).waitFor();
      await close();
    }
  });

  it('say of too long a range what to choose instead, and do not offer to ask for it again', async () => {
    const { page, close } = await open('en', '/site.example?from=1970-01-01&to=2069-12-31&interval=day');
    const alert = page.getByRole('alert').first();
    await alert.getByText(/^The query is too large: use fewer days or longer intervals/).waitFor();
    assert.equal(await alert.getByRole('button').count(), 0);
    await close();
  });
});
