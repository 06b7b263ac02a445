import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import type { Part } from '../../src/counting/columns.ts';
import { packColumns } from '../../src/db/columns/pack.ts';
import type { Segment } from '../../src/db/columns/segment.ts';
import { openColumnStore } from '../../src/db/columns/store.ts';
import { writeSegment } from '../../src/db/columns/write-segment.ts';
import type { Database } from '../../src/db/open.ts';
import { removeOldHits } from '../../src/jobs/retention.ts';
import { footfall } from '../support/command-line.ts';
import { eachDatabase } from '../support/databases.ts';
import { startTestGateway } from '../support/gateway.ts';
import { databaseWithWebsites, foldAll, hitOf as hitParts } from '../support/hits.ts';

const DAY = 86_400_000;
const now = Date.now();

eachDatabase('footfall verify and rebuild after a purge', open => {
  let database: Database;
  let env: Record<string, string>;
  beforeAll(async () => {
    const place = await open();
    env = { DATABASE_URL: place.url, DATA_DIR: place.dataDir };
    const gateway = await startTestGateway(place, { RETENTION_DAYS: '5' });
    await gateway.stop();
    database = await databaseWithWebsites(place);
    const days = Array.from({ length: 50 }, (_unused, day) => hitParts({ time: now - day * DAY }));
    await foldAll(database, place, [days]);
    await removeOldHits(database, { days: 5, now, signal: new AbortController().signal });
  });
  afterAll(() => database.close());

  it('stop and say so when a setting is not the one of the service', async () => {
    for (const line of ['verify', 'rebuild', 'import -', 'forget --website 1 --from 2026-03-01 --to 2026-03-02']) {
      const { code, err } = await footfall(line, env);
      assert.equal(code, 1, line);
      assert.match(err, /^RETENTION_DAYS is 400 here, but the service was last started with 5\. Run the command with/);
    }
    // What is stored decides how far back these reach.
    assert.equal((await footfall('export --website 1 --from 2026-03-01 --to 2026-03-02', env)).code, 0);
    const made = await footfall('backup', env);
    assert.equal(made.code, 0, made.err);
    assert.match(made.err, /last started with 5\. Hits in the spool are not folded first\./);
    const { out } = await footfall('doctor --json', env);
    assert.match(out, /"check":"settings","state":"warn","text":"RETENTION_DAYS is 400 here/);
  });

  it('leave everything that was counted before the purge as it is, whatever the environment says', async () => {
    const pageviews = async () =>
      (await database.dialect.all('SELECT SUM(pageviews) AS day FROM rollup_day WHERE name = 1'))[0]?.day;
    const right = await footfall('verify', { ...env, RETENTION_DAYS: '5' });
    assert.deepEqual([right.code, right.err], [0, '']);
    assert.equal((await footfall('rebuild', { ...env, RETENTION_DAYS: '5' })).code, 0);
    assert.equal(await pageviews(), 50);
    // As if the service had been restarted with it.
    await database.dialect.run("DELETE FROM setting WHERE name = 'service_settings'");
    const lacking = await footfall('verify', env);
    assert.deepEqual([lacking.code, lacking.err], [0, '']);
    assert.equal((await footfall('rebuild', env)).code, 0);
    assert.equal(await pageviews(), 50);
  });

  it('name a file of columns with a wrong number, and remove it', async () => {
    const store = await openColumnStore(database, env.DATA_DIR as string);
    await packColumns({ dialect: database.dialect, store });
    const whole = await footfall('verify', env);
    assert.equal(whole.code, 0);
    assert.match(
      whole.out,
      /^site-1\.example: \d+ rows compared, 0 differences\.\nsite-1\.example: (\d+) files of columns compared, 0 wrong\.\n$/,
    );
    const [segment, ...others] = store.open(1) as [Segment, ...Segment[]];
    const { firstDay, days, count, amounts, packed, path } = segment;
    const seconds = { values: Uint8Array.of(7), ids: null };
    const column: Part['column'] = (kind, name) => (name === 'seconds' ? seconds : segment.column(kind, name));
    writeSegment(path, { firstDay, days, count, amounts, column }, { packed });
    for (const one of [segment, ...others]) one.close();
    const { code, out } = await footfall('verify', env);
    assert.equal(code, 1);
    assert.match(
      out,
      /files of columns compared, 1 wrong\.\n {2}The file .*\.seg has 7 as seconds of visit 0, but the database has 0\. It is removed and will be packed again\.\n$/,
    );
    assert.equal((await footfall('verify', env)).code, 0);
    const { out: json } = await footfall('verify --json', env);
    assert.deepEqual(JSON.parse(json)[0].columns, { files: others.length, faults: [] });
  });
});
