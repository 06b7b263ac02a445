import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { serverAudits } from 'graphql-http';
import { eachDatabase } from '../support/databases.ts';
import { type GraphqlServer, startGraphql } from '../support/graphql.ts';

eachDatabase('GraphQL over HTTP', (_, open, engine) => {
  let server: GraphqlServer;
  before(async () => {
    server = await startGraphql(await open());
  });
  after(() => server.close());

  test('all 61 audits of graphql-http pass, those of mere advice too', {
    skip: engine !== 'SQLite' && 'nothing of it touches the database',
  }, async () => {
    const audits = serverAudits({ url: () => server.url, fetchFn: fetch });
    assert.equal(audits.length, 61);
    const results = await Promise.all(audits.map(audit => audit.fn()));
    const missed = results
      .filter(({ status }) => status !== 'ok')
      .map(({ id, name, status }) => `${id} ${name}: ${status}`);
    assert.deepEqual(missed, []);
  });
});
