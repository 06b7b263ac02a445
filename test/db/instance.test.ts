import assert from 'node:assert/strict';
import { readdirSync, rmSync } from 'node:fs';
import { it, onTestFinished } from 'vitest';
import { readInstance, renewInstance, settleInstance } from '../../src/db/instance.ts';
import { encodeHit } from '../../src/domain/stored-hit.ts';
import { Spool } from '../../src/spool/spool.ts';
import { eachDatabase } from '../support/databases.ts';
import { startTestGateway } from '../support/gateway.ts';
import { databaseWithWebsites, hitOf } from '../support/hits.ts';

eachDatabase('The identity of a database', open => {
  it('is made once, the same for all processes, and a new one for a copy', async () => {
    const database = await databaseWithWebsites(await open());
    onTestFinished(() => database.close());
    assert.equal(await readInstance(database), null);
    const settled = await Promise.all([1, 2, 3].map(() => settleInstance(database)));
    assert.deepEqual(settled, Array(3).fill(await readInstance(database)));
    assert.equal(settled[0]?.ownsUnmarked, false);
    await renewInstance(database.settings);
    assert.notEqual((await settleInstance(database)).id, settled[0]?.id);
  });

  it('that an upgrade makes owns the spools of the release before, which name no database', async () => {
    const place = await open();
    const folder = `${place.dataDir}/spool`;
    await (await startTestGateway(place)).stop();
    const database = await databaseWithWebsites(place);
    onTestFinished(() => database.close());
    await database.dialect.run("DELETE FROM setting WHERE name = 'instance'");
    const spool = await Spool.create(folder);
    await spool.bind(null);
    await spool.append(encodeHit(hitOf({})));
    await spool.close();
    for (const file of readdirSync(folder)) if (file.endsWith('.owner')) rmSync(`${folder}/${file}`);
    const gateway = await startTestGateway(place);
    await gateway.drain();
    await gateway.stop();
    assert.equal((await database.dialect.all('SELECT id FROM hit')).length, 1);
    assert.equal((await readInstance(database))?.ownsUnmarked, true);
  });
});
