import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import type { WebsiteSetting } from '../../src/domain/website-setting.ts';
import { type SettingName, WEBSITE_SETTINGS } from '../../src/domain/website-settings.ts';
import { eachDatabase } from '../support/databases.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';
import { SETTING_ROWS } from '../support/website-settings.ts';

eachDatabase('A setting of a website', open => {
  let gateway: TestGateway;
  let domains = 0;
  beforeAll(async () => {
    gateway = await startTestGateway(await open());
  });
  afterAll(() => gateway.stop());

  const create = async (): Promise<string> => {
    const made = await gateway.graphql<{ createWebsite: { id: string } }>(
      'mutation ($input: CreateWebsiteInput!) { createWebsite(input: $input) { id } }',
      { input: { domain: `site-${++domains}.example` } },
    );
    return made.createWebsite.id;
  };
  const update = (id: string, input: object) =>
    gateway.graphql(
      'mutation ($id: ID!, $input: UpdateWebsiteInput!) { updateWebsite(id: $id, input: $input) { id } }',
      {
        id,
        input,
      },
    );
  const send = (id: string, body: object) =>
    gateway.rest(`/websites/${id}`, {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });

  for (const setting of WEBSITE_SETTINGS as readonly WebsiteSetting[]) {
    const { preset, set, read = set, wrong, text } = SETTING_ROWS[setting.name as SettingName];
    const isSecret = setting.kind === 'secret';
    const field = isSecret ? setting.shown : setting.name;

    /** Reads the setting over GraphQL and REST. */
    const readings = async (id: string): Promise<readonly unknown[]> => {
      const { website } = await gateway.graphql<{ website: Record<string, unknown> }>(
        `query ($id: ID!) { website(id: $id) { ${field} } }`,
        { id },
      );
      const { body } = await gateway.rest(`/websites/${id}`);
      const { data } = body as { data: Record<string, unknown> };
      if (setting.rest === undefined) return [website[field]];
      return [website[field], data[isSecret ? setting.restShown : setting.rest]];
    };

    it(`${setting.name} has its default on a new website`, async () => {
      assert.deepEqual(await readings(await create()), preset);
    });

    it(`${setting.name} can be set and read over both GraphQL and REST`, async () => {
      const one = await create();
      await update(one, { [setting.name]: set[0] });
      assert.deepEqual(await readings(one), read);
      // A host belongs to one website.
      await gateway.graphql('mutation ($id: ID!) { deleteWebsite(id: $id) }', { id: one });
      if (setting.rest === undefined) return;
      const other = await create();
      assert.equal((await send(other, { [setting.rest]: set[1] })).status, 200);
      assert.deepEqual(await readings(other), read);
    });

    it(`${setting.name} is rejected with the same text in GraphQL and REST, and stays unchanged`, async () => {
      const id = await create();
      await assert.rejects(update(id, { [setting.name]: wrong[0] }), (error: Error) => {
        const [{ extensions }] = JSON.parse(error.message);
        assert.deepEqual(extensions, { code: 'BAD_USER_INPUT', fields: { [`input.${setting.name}`]: [text] } });
        return true;
      });
      if (setting.rest !== undefined) {
        const { status, body } = await send(id, { [setting.rest]: wrong[1] });
        assert.deepEqual([status, body], [422, { message: text, errors: { [setting.rest]: [text] } }]);
      }
      assert.deepEqual(await readings(id), preset);
    });
  }
});
