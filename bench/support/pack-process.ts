import '../../src/process/production.ts';
import { readdirSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { packColumns } from '../../src/db/columns/pack.ts';
import { openColumnStore } from '../../src/db/columns/store.ts';
import { openDatabase } from '../../src/db/open.ts';

/*
 * A process that packs what is missing of the columns of all websites, as fast as it can.
 */

export interface PackOrder {
  readonly databaseUrl: string;
  readonly dataDir: string;
}

export interface PackResult {
  readonly segments: number;
  readonly ms: number;
  /** Milliseconds of processor time of this process; a database server has its own. */
  readonly cpu: number;
  /** The most memory that was in use, in bytes. */
  readonly peak: number;
  /** Hits in the files, and their bytes. */
  readonly hits: number;
  readonly bytes: number;
}

const { databaseUrl, dataDir } = JSON.parse(await text(process.stdin)) as PackOrder;
const database = openDatabase(databaseUrl, { timeout: 600_000 });
const store = await openColumnStore(database, dataDir);
const options = { dialect: database.dialect, store, now: Date.now() };
const cpu = process.cpuUsage();
const began = performance.now();
const segments = await packColumns(options);
const ms = performance.now() - began;
const { user, system } = process.cpuUsage(cpu);
let hits = 0;
for (const website of readdirSync(store.folder))
  for (const segment of store.open(Number(website))) {
    hits += segment.count.pageview + segment.count.event;
    segment.close();
  }
console.log(
  JSON.stringify({
    segments,
    ms,
    cpu: (user + system) / 1_000,
    peak: process.resourceUsage().maxRSS * 1_024,
    hits,
    bytes: store.bytes(),
  } satisfies PackResult),
);
await database.close();
