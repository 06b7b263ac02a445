import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, readdirSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { it } from 'vitest';
import { startFootfall } from '../support/command-line.ts';
import { eachDatabase } from '../support/databases.ts';
import { databaseWithWebsites } from '../support/hits.ts';

eachDatabase('A stopped footfall backup', open => {
  it('leaves no file, says so and exits with 1', async () => {
    const place = await open();
    const database = await databaseWithWebsites(place);
    const columns = 'website_id, seen_at, reason, body';
    await database.dialect.run(`INSERT INTO bad_hit (${columns}) VALUES (1, 1, 'bad', 'a hit')`);
    // Enough rows to keep the backup reading for about a second.
    for (let doubled = 0; doubled < 17; doubled++)
      await database.dialect.run(`INSERT INTO bad_hit (${columns}) SELECT ${columns} FROM bad_hit`);
    await database.close();
    const folder = join(place.dataDir, 'backups');
    mkdirSync(folder);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      const child = startFootfall(['backup'], { DATABASE_URL: place.url, DATA_DIR: place.dataDir });
      // It must not end before it gets the signal, even if this process has to wait for its turn.
      setPriority(child.pid ?? 0, 19);
      let err = '';
      child.stderr.on('data', part => {
        err += part;
      });
      const closed = once(child, 'close');
      while (readdirSync(folder).length === 0 && child.exitCode === null) await sleep(5);
      child.kill(signal);
      const [code] = await closed;
      assert.equal(code, 1);
      // A backup that takes a while says what it does.
      assert.match(err, /(^|\n)The backup was stopped and its unfinished file removed\.\n$/);
      assert.deepEqual(readdirSync(folder), []);
    }
  });
});
