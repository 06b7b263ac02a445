import { randomBytes, randomUUID } from 'node:crypto';
import { Salts } from '../../../src/collect/salts.ts';
import { settleSetting } from '../../../src/db/models/setting.ts';
import { type Database, openDatabase } from '../../../src/db/open.ts';
import { retriedTransaction } from '../../../src/db/transaction.ts';
import { beginRun, endRun, registerJobs } from '../../../src/jobs/runs.ts';
import { claimReport } from '../../../src/reports/reports.ts';
import type { Outcome } from '../../faults/fault.ts';

const ROUNDS = 60;

/**
 * Lets processes on several nodes repeatedly compete for something that only one may have: a day's salt, a setting, a
 * piece of background work, a report. Returns a sentence for each time that more than one got it.
 */
export async function raceOn(urls: readonly string[]): Promise<Outcome> {
  const databases = urls.map(url => openDatabase(url));
  const broken: string[] = [];
  let refused = 0;
  /** Returns the results of all nodes; a node that meets a conflict tries again, as the real callers would. */
  async function together<T>(work: (database: Database, index: number) => Promise<T>): Promise<T[]> {
    return Promise.all(
      databases.map(async (database, index) => {
        for (;;) {
          try {
            return await work(database, index);
          } catch (error) {
            if (database.dialect.fault(error) !== 'retry') throw error;
            refused++;
          }
        }
      }),
    );
  }
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const salts = await together(database => new Salts(database, Date.now).share(90_000 + round, randomBytes(16)));
      if (new Set(salts).size > 1) broken.push(`${new Set(salts).size} salts were issued for one day.`);
      const settled = await together(database => settleSetting(database, `race ${round}`, randomUUID()));
      if (new Set(settled).size > 1) broken.push(`${new Set(settled).size} values were settled for one setting.`);

      const key = { websiteId: 1_000_000, recipientId: round, frequency: 'WEEKLY', day: 20_000 } as const;
      const [claim, now] = [randomUUID(), Date.now()];
      const claims = await together((database, index) =>
        claimReport(database, key, null, { claim: claim.slice(0, -1) + index, heldUntil: now + 60_000, now }),
      );
      if (claims.filter(Boolean).length !== 1)
        broken.push(`${claims.filter(Boolean).length} processes claimed one report.`);
      broken.push(...(await raceForJob(together)));
    }
    for (const { dialect } of databases.slice(0, 1)) {
      await dialect.run('DELETE FROM salt WHERE day >= 90000');
      await dialect.run('DELETE FROM report WHERE website_id = 1000000');
      await dialect.run("DELETE FROM setting WHERE name LIKE 'race %'");
      await retriedTransaction(dialect, tx => tx.run("DELETE FROM job WHERE name = 'race'"));
    }
  } finally {
    for (const database of databases) await database.close();
  }
  return {
    broken,
    figures: { 'races for salts, settings, reports and jobs': ROUNDS * 4, 'of them met a conflict': refused },
  };
}

type Together = <T>(work: (database: Database, index: number) => Promise<T>) => Promise<T[]>;

async function raceForJob(together: Together): Promise<string[]> {
  const [lease, now] = [60_000, Date.now()];
  await together(database => registerJobs(database, [{ name: 'race', every: 1 }], now));
  const begun = await together(async (database, index) => {
    const job = await database.jobs.findByPk('race', { raw: true });
    if (!job) throw new Error('The job was not registered.');
    const run = randomUUID();
    const mine = await beginRun(database, job, { run, process: `node${index}`, lease, now: Date.now() });
    return mine ? { database, run } : null;
  });
  const holders = begun.filter(holder => holder !== null);
  for (const { database, run } of holders)
    await endRun(database, 'race', run, { now, dueAt: now, outcome: 'done', note: '', failures: 0 });
  return holders.length === 1 ? [] : [`${holders.length} processes held one job at once.`];
}
