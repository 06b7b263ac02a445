import { openDatabase } from '../../src/db/open.ts';
import { dueReports } from '../../src/reports/due.ts';
import { sendReports } from '../../src/reports/send.ts';
import { sendOptions } from '../support/reports.ts';

/** Sends the reports due at a given time; the tests kill this process at any point. */
const [, , url = '', dataDir = '', smtpUrl = '', now = ''] = process.argv;
const database = openDatabase(url);
const options = sendOptions(database, { dataDir }, smtpUrl, () => Number(now));
await sendReports(options, await dueReports(database, options.journal, Number(now)));
await database.close();
process.disconnect?.();
