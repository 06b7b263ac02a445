import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, it } from 'vitest';
import type { Database } from '../../src/db/open.ts';
import { eachDatabase } from '../support/databases.ts';
import { doctor, has } from '../support/doctor.ts';
import { databaseWithWebsites } from '../support/hits.ts';

eachDatabase('footfall doctor where it meets faults', open => {
  const opened: Database[] = [];
  afterAll(() => Promise.all(opened.map(database => database.close())));

  it('reports a check that fails, and all others', async () => {
    const place = await open();
    const database = await databaseWithWebsites(place);
    opened.push(database);
    writeFileSync(join(place.dataDir, 'backups'), 'not a folder');
    await database.dialect.run("INSERT INTO setting (name, value) VALUES ('service_settings', 'not JSON')");
    const found = await doctor({ DATABASE_URL: place.url, DATA_DIR: place.dataDir });
    has(found, 'fail', 'backups', /^It could not be checked \(ENOTDIR.*backups'\)\.$/);
    has(found, 'fail', 'settings', /^It could not be checked \(.*JSON\)\.$/);
    for (const check of ['clock', 'bad hits', 'mail']) has(found, 'ok', check, /./);
  });
});
