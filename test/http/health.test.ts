import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { onSqlite } from '../support/databases.ts';
import { startTestGateway, type TestGateway } from '../support/gateway.ts';

onSqlite('/metrics', open => {
  let alone: TestGateway;
  let guarded: TestGateway;
  beforeAll(async () => {
    alone = await startTestGateway(await open());
    guarded = await startTestGateway(await open(), { METRICS_TOKEN: 'a-long-random-text' });
  });
  afterAll(() => Promise.all([alone.stop(), guarded.stop()]));

  const status = async ({ url }: TestGateway, headers: Record<string, string>) =>
    (await fetch(`${url}/metrics`, { headers })).status;

  it('is open only to this machine, and not through a proxy on it', async () => {
    assert.equal(await status(alone, {}), 200);
    for (const name of ['X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Proto', 'X-Real-IP', 'Forwarded', 'Via'])
      assert.equal(await status(alone, { [name]: 'x' }), 403, name);
  });

  it('is open to callers with the token and, once it is set, to no others', async () => {
    assert.equal(
      await status(guarded, { Authorization: 'Bearer a-long-random-text', 'X-Forwarded-For': '1.1.1.1' }),
      200,
    );
    for (const wrong of ['Bearer a-long-random-texT', 'Bearer ', 'a-long-random-text', `Bearer ${guarded.key}`])
      assert.equal(await status(guarded, { Authorization: wrong }), 403, wrong);
    assert.equal(await status(guarded, {}), 403);
  });
});
