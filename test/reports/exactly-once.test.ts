import assert from 'node:assert/strict';
import { it } from 'vitest';
import { eachDatabaseAtOnce } from '../support/databases.ts';
import { killReports } from '../support/killed-reports.ts';

/** The fault test `reports-killed` kills more often. */
const KILLS = Number(process.env.KILLS ?? 4);

eachDatabaseAtOnce('A report is sent once', (open, engine) => {
  it(`however often two sending processes are killed (${KILLS} times here)`, async () => {
    const { reports, kills, mails, twice, lost, inDoubt, sent } = await killReports(await open(), KILLS);
    console.log(`${engine}: ${reports} reports, ${kills} kills, ${mails} mails, ${lost} lost, ${inDoubt} in doubt`);
    assert.equal(twice, 0, 'A report was sent twice.');
    assert.equal(sent + inDoubt, reports);
    // Only a few instructions separate the mark from the last byte; a report killed there must be stored as in doubt.
    assert.ok(lost <= inDoubt);
    assert.ok(inDoubt <= kills);
  });
});
