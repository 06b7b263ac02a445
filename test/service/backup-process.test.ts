import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'vitest';
import { type Config, readConfig } from '../../src/config.ts';
import { createLog } from '../../src/log.ts';
import { backUpApart } from '../../src/service/backup-process.ts';
import { createJobs } from '../../src/service/jobs.ts';
import { openReading } from '../../src/stats/loader.ts';
import { footfall } from '../support/command-line.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { databaseWithWebsites } from '../support/hits.ts';

const configOf = ({ url, dataDir }: Place, more: Record<string, string> = {}): Config =>
  readConfig({ DATABASE_URL: url, DATA_DIR: dataDir, ...more });
const patience = () => new AbortController().signal;

eachDatabase('Scheduled backups', open => {
  it('are made in DATA_DIR by a separate process, and old ones are removed', async () => {
    const place = await open();
    await (await databaseWithWebsites(place)).close();
    const folder = join(place.dataDir, 'backups');
    mkdirSync(folder);
    for (const day of ['01', '02']) writeFileSync(join(folder, `footfall-202501${day}T000000Z.backup.gz`), '');
    const said = await backUpApart(configOf(place, { BACKUP_KEEP: '2' }), patience());
    assert.match(said, /backups\/footfall-\S+\.backup\.gz: \d+ rows, [\d.]+ MB, in [\d.]+ s\.$/);
    const names = readdirSync(folder).sort();
    assert.equal(names.length, 2);
    assert.equal(names[0], 'footfall-20250102T000000Z.backup.gz');
    assert.equal((await footfall(['restore', join(folder, names[1] ?? ''), '--check'], {})).code, 0);
  });

  it('stop when asked to, and report what went wrong', async () => {
    const place = await open();
    // A process that is starved for five seconds also prints its progress.
    await assert.rejects(
      backUpApart(configOf(place), patience()),
      /ended with code 1: (Waiting for the fold\.\n)?(The database file|The database has no Footfall tables)/,
    );
    await assert.rejects(backUpApart(configOf(place), AbortSignal.abort()), /ended with a signal/);
  });

  it('are off unless BACKUP_DAYS is set', async () => {
    const place = await open();
    const database = await databaseWithWebsites(place);
    const jobOf = (config: Config) => {
      const log = createLog('silent');
      const [now, databaseTime] = [Date.now, Date.now];
      const jobs = createJobs({ database, config, reading: openReading(database), log, now, databaseTime });
      const found = jobs.find(({ name }) => name === 'backup');
      assert.ok(found);
      return found;
    };
    assert.equal(await jobOf(configOf(place)).run(patience()), 'No backups are made because BACKUP_DAYS is 0.');
    assert.ok(!readdirSync(place.dataDir).includes('backups'));
    const weekly = jobOf(configOf(place, { BACKUP_DAYS: '7' }));
    assert.equal(weekly.every, 7 * 86_400_000);
    assert.match(await weekly.run(patience()), /backups\/footfall-/);
    await database.close();
  });
});
