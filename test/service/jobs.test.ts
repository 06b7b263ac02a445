import assert from 'node:assert/strict';
import { afterAll, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { type Database, openDatabase } from '../../src/db/open.ts';
import { Jobs } from '../../src/jobs/runner.ts';
import { listJobRuns, listJobs } from '../../src/jobs/runs.ts';
import { createLog } from '../../src/log.ts';
import { createJobs } from '../../src/service/jobs.ts';
import { openReading } from '../../src/stats/loader.ts';
import { eachDatabase } from '../support/databases.ts';
import { databaseWithReports } from '../support/reports.ts';
import { openSmtp } from '../support/smtp.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const log = createLog('silent');

eachDatabase('A month of background work', (open, engine) => {
  const closing: (() => Promise<unknown>)[] = [];
  afterAll(() => Promise.all(closing.map(close => close())));

  it('runs every job on two processes as often as it should, and sends four weekly reports', async () => {
    const place = await open();
    const database = await databaseWithReports(place);
    const smtp = await openSmtp();
    const other = openDatabase(place.url);
    closing.push(database.close, other.close, smtp.close);
    const config = readConfig({ DATABASE_URL: place.url, DATA_DIR: place.dataDir, SMTP_URL: smtp.url });
    const start = Date.parse('2026-03-02T00:00:00Z');
    let now = start;
    // Reports are turned on at this time, so none covers the time before.
    await database.dialect.run('UPDATE website SET updated_at = ?', [start]);
    const ended: Record<string, number> = {};
    const process = (one: Database) => {
      const jobs = createJobs({
        database: one,
        config,
        reading: openReading(one),
        log,
        now: () => now,
        databaseTime: () => now,
      });
      return {
        jobs,
        running: new Jobs({
          database: one,
          jobs,
          log,
          now: () => now,
          look: null,
          ended: (name, outcome) => {
            ended[`${name} ${outcome}`] = (ended[`${name} ${outcome}`] ?? 0) + 1;
          },
        }),
      };
    };
    const processes = [process(database), process(other)];
    const look = () => Promise.all(processes.map(({ running }) => running.runDue()));
    for (; now < start + DAY; now += HOUR) await look();
    for (; now < start + 28 * DAY; now += 12 * HOUR) await look();

    const jobs = processes[0]?.jobs ?? [];
    const states = await listJobs(database);
    assert.deepEqual(
      states.map(({ name }) => name),
      jobs.map(({ name }) => name).sort(),
    );
    const lines: string[] = [];
    for (const { name, every } of jobs) {
      const runs = await listJobRuns(database, name, 10_000);
      const outcomes = Map.groupBy(runs, ({ outcome }) => outcome);
      lines.push(`${name} ${runs.length}`);
      // Checked once an hour for a day and then twice a day; jobs that are due more often run at each check.
      const due = DAY / Math.max(HOUR, every) + (27 * DAY) / Math.max(12 * HOUR, every);
      assert.equal(runs.length, due, name);
      assert.deepEqual([...outcomes.keys()], ['done'], name);
      assert.equal(ended[`${name} done`], runs.length, name);
    }
    assert.equal((await listJobRuns(database, 'forget', 1))[0]?.note, 'Carried out 0 requests to forget visits.');
    console.log(`${engine}: ${lines.join(', ')}`);
    const subjects = smtp.received.map(({ mail }) => mail.subject);
    assert.equal(subjects.length, 4);
    assert.equal(new Set(subjects).size, 4);
  });
});
