import assert from 'node:assert/strict';
import { it, onTestFinished } from 'vitest';
import { damage } from '../support/damage.ts';
import { eachDatabase } from '../support/databases.ts';
import { startTestGateway } from '../support/gateway.ts';
import { databaseWithWebsites } from '../support/hits.ts';

const DAYS = 'from=2026-01-01&to=2026-01-31';
/** Tables, each with what reads it. */
const READ = {
  website_fold: `/stats/1?name=page&${DAYS}`,
  import: '/websites/1/imports',
  forget: '/websites/1/forget',
  audit: '/websites/1/audit',
};

eachDatabase('A service with damaged tables', open => {
  it('says of whatever reads them that they cannot be read, and returns all else', { timeout: 300_000 }, async () => {
    const place = await open();
    const database = await databaseWithWebsites(place);
    await database.dialect.run('UPDATE website SET privacy = 0');
    for (const table of Object.keys(READ)) await damage(database, place.url, table);
    await database.close();
    const gateway = await startTestGateway(place);
    onTestFinished(() => gateway.stop());
    for (const path of Object.values(READ)) {
      const { status, headers, body } = await gateway.rest(path);
      const { message } = body as { message: string };
      assert.deepEqual([path, status, headers.get('Retry-After')], [path, 503, '60']);
      assert.match(message, /^The database, or a table in it, cannot be read\. .* "footfall doctor" .*\.$/);
    }
    await assert.rejects(
      gateway.graphql('{ website(domain: "site-1.example") { imports { id } } }'),
      /The database, or a table in it, cannot be read.*UNAVAILABLE/,
    );
    assert.equal((await gateway.rest('/websites/1')).status, 200);
    const file = `${gateway.url}/site-1.example/export/page.csv?${DAYS}&lang=de`;
    const { message } = (await (await fetch(file)).json()) as { message: string };
    assert.match(message, /^Die Datenbank oder eine ihrer Tabellen lässt sich nicht lesen\./);
  });

  it('says so on its pages, in their language', { timeout: 300_000 }, async () => {
    const place = await open();
    const database = await databaseWithWebsites(place);
    // On SQLite, a session that does not exist is looked for in the index alone.
    await damage(database, place.url, database.dialect.ownsDatabase ? 'sqlite_autoindex_session_1' : 'session');
    await database.close();
    const gateway = await startTestGateway(place);
    onTestFinished(() => gateway.stop());
    const response = await fetch(`${gateway.url}/websites?lang=de`, {
      headers: { Cookie: `footfall_session=${'a'.repeat(43)}` },
    });
    assert.deepEqual([response.status, response.headers.get('Retry-After')], [503, '60']);
    assert.match(await response.text(), /<h1>Nicht verfügbar<\/h1>\s*<p>Die Datenbank oder eine ihrer Tabellen/);
  });
});
