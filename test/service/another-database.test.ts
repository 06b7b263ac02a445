import assert from 'node:assert/strict';
import { it, onTestFinished } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { settleInstance } from '../../src/db/instance.ts';
import { openDatabase } from '../../src/db/open.ts';
import { encodeHit } from '../../src/domain/stored-hit.ts';
import { createLog } from '../../src/log.ts';
import { Gateway } from '../../src/service/gateway.ts';
import { sortSpools } from '../../src/spool/owner.ts';
import { footfall } from '../support/command-line.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { databaseWithWebsites, hitOf, spoolOf } from '../support/hits.ts';

eachDatabase('A process on the DATA_DIR of another database', open => {
  /** Leaves a spool with three hits as a killed service of the right database does. */
  async function leaveHits(): Promise<{ right: Place; wrong: Place; left: string }> {
    const right = await open();
    const wrong = { url: (await open()).url, dataDir: right.dataDir };
    const database = await databaseWithWebsites(right);
    onTestFinished(() => database.close());
    const spool = await spoolOf(database, `${right.dataDir}/spool`);
    await spool.append(Array.from({ length: 3 }, () => encodeHit(hitOf({}))).join(','), 3);
    await spool.close();
    return { right, wrong, left: spool.id };
  }
  async function pageviews({ url }: Place): Promise<number> {
    const database = openDatabase(url);
    const rows = await database.dialect.all('SELECT id FROM hit');
    await database.close();
    return rows.length;
  }
  /** Runs a service until it has folded everything it can; returns what /readyz said and what was logged. */
  async function serve({ url, dataDir }: Place): Promise<{ ready: object; log: string }> {
    const lines: string[] = [];
    const log = createLog('info', { write: line => void lines.push(line) });
    const gateway = await Gateway.start(readConfig({ PORT: '0', DATABASE_URL: url, DATA_DIR: dataDir }), log);
    try {
      await gateway.drain();
      const response = await fetch(`http://127.0.0.1:${gateway.port}/readyz`);
      assert.equal(response.status, 200);
      return { ready: (await response.json()) as object, log: lines.join('') };
    } finally {
      await gateway.stop();
    }
  }

  it('leaves its hits alone and says so, and the right one counts them', async () => {
    const { right, wrong, left } = await leaveHits();
    const { ready, log } = await serve(wrong);
    assert.deepEqual(Object.keys(ready), ['status', 'checks', 'warnings']);
    assert.match(
      JSON.stringify(ready),
      /DATA_DIR has spools of another database, whose hits are not counted here \(1\)/,
    );
    assert.match(log, new RegExp(`The spool ${left} in .* belongs to the database [0-9a-f-]{36}, not to that of`));
    for (const line of ['backup', 'import /dev/null']) {
      const { code, err } = await footfall(line, { DATABASE_URL: wrong.url, DATA_DIR: wrong.dataDir });
      assert.equal(code, 0, err);
      assert.match(err, /is left alone\. Correct DATABASE_URL or DATA_DIR/);
    }
    assert.equal(await pageviews(wrong), 0);

    assert.deepEqual(Object.keys((await serve(right)).ready), ['status', 'checks']);
    assert.equal(await pageviews(right), 3);
    assert.equal(await pageviews(wrong), 0);
  });

  it('counts the hits of one that is gone for good, once the operator says so', async () => {
    const { wrong } = await leaveHits();
    const database = await databaseWithWebsites(wrong);
    onTestFinished(() => database.close());
    const env = { DATABASE_URL: wrong.url, DATA_DIR: wrong.dataDir };
    const nobody = await footfall('adopt unknown', env);
    assert.match(nobody.err, /has no spools of the database unknown; doctor lists those it has/);
    const [other] = sortSpools(`${wrong.dataDir}/spool`, await settleInstance(database)).others;
    const { code, out, err } = await footfall(['adopt', other?.instance ?? ''], env);
    assert.equal(code, 0, err);
    assert.equal(out, 'Spools adopted: 1; hits counted: 3.\n');
    assert.equal(await pageviews(wrong), 3);
  });

  it('is not reached by a restored backup, which is the same database, unless the original goes on', async () => {
    const { right } = await leaveHits();
    const backup = `${right.dataDir}/before.gz`;
    const elsewhere = (await open()).dataDir;
    assert.equal(
      (await footfall(['backup', '--to', backup], { DATABASE_URL: right.url, DATA_DIR: elsewhere })).code,
      0,
    );
    const [copy, restored] = [await open(), await open()];
    for (const [words, { url }] of [
      [['--copy'], copy],
      [[], restored],
    ] as const) {
      const { code, err } = await footfall(['restore', ...words, backup], { DATABASE_URL: url, DATA_DIR: elsewhere });
      assert.equal(code, 0, err);
    }
    await serve({ url: copy.url, dataDir: right.dataDir });
    assert.deepEqual([await pageviews(copy), await pageviews(restored)], [0, 0]);
    await serve({ url: restored.url, dataDir: right.dataDir });
    assert.deepEqual([await pageviews(copy), await pageviews(restored)], [0, 3]);
  });
});
