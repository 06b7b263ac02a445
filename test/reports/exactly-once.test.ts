import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { after, it } from 'node:test';
import { saveRecipient } from '../../src/db/recipient-rows.ts';
import { dueReports } from '../../src/reports/due.ts';
import { openJournal } from '../../src/reports/journal.ts';
import { eachDatabase } from '../support/databases.ts';
import { databaseWithReports } from '../support/reports.ts';
import { openSmtp } from '../support/smtp.ts';

const WEBSITES = 2;
/** More than a report is held for by a process that has died. */
const ROUND = 11 * 60_000;
const KILLS = Number(process.env.KILLS ?? 10);
/** Enough that there is always something left to be killed in. */
const RECIPIENTS = 10 + KILLS;

eachDatabase('A report is sent once', (_, open, engine) => {
  const closing: (() => Promise<unknown>)[] = [];
  after(() => Promise.all(closing.map(close => close())));

  it(`however often two sending processes are killed (${KILLS} times here)`, async t => {
    const place = await open();
    const database = await databaseWithReports(place, WEBSITES);
    const smtp = await openSmtp();
    const journal = openJournal(place.dataDir);
    closing.push(database.close, smtp.close);
    smtp.slowness = 5;
    let now = Date.parse('2026-03-16T08:00:00Z');
    for (let website = 1; website <= WEBSITES; website++) {
      for (let index = 0; index < RECIPIENTS; index++) {
        const email = `reader-${index}@example.com`;
        const token = `${website}x${index}x`.padEnd(43, '0');
        await saveRecipient(database.dialect, database.dialect, {
          website,
          email,
          frequencies: ['WEEKLY'],
          token,
          since: 0,
        });
      }
    }
    const start = () =>
      fork(new URL('./sending-process.ts', import.meta.url), [place.url, place.dataDir, smtp.url, String(now)], {
        stdio: 'inherit',
      });
    /** Kills both somewhere in their conversations with the server: at its n-th word, or a few milliseconds after. */
    const killBoth = async (children: readonly ChildProcess[]) => {
      let words = 1 + Math.floor(Math.random() * 8);
      const kill = () => {
        for (const child of children) child.kill('SIGKILL');
      };
      smtp.trouble = () => {
        if (--words === 0) setTimeout(kill, Math.random() * 9);
        return null;
      };
      await Promise.all(children.map(child => once(child, 'exit')));
      smtp.trouble = () => null;
    };
    let kills = 0;
    // With all sent there is nothing left to be killed in.
    while (kills < KILLS && (await dueReports(database, journal, now)).length > 0) {
      await killBoth([start(), start()]);
      kills += 2;
      now += ROUND;
    }
    while ((await dueReports(database, journal, now)).length > 0) {
      await once(start(), 'exit');
      now += ROUND;
    }

    const mails = new Map<string, number>();
    for (const { to, mail } of smtp.received) {
      const key = `${to[0]} ${mail.subject?.split(':')[0]}`;
      mails.set(key, (mails.get(key) ?? 0) + 1);
    }
    const states = await database.dialect.all<{ state: string; reports: number }>(
      'SELECT state, COUNT(*) AS reports FROM report GROUP BY state',
    );
    const count = (state: string) => states.find(row => row.state === state)?.reports ?? 0;
    const all = WEBSITES * (RECIPIENTS + 1);
    const lost = all - mails.size;
    t.diagnostic(
      `${engine}: ${all} reports, ${kills} kills, ${smtp.received.length} mails, ${lost} lost, ${count('handed')} in doubt`,
    );
    assert.equal(smtp.received.length, mails.size, 'A report was sent twice.');
    assert.equal(count('sent') + count('handed'), all);
    // Between the mark and the last byte lie a few instructions: what was killed there is in doubt, and must be known to be.
    assert.ok(lost <= count('handed'));
    assert.ok(count('handed') <= kills);
  });
});
