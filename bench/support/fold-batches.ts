import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { sourceAndChannel } from '../../src/domain/origin.ts';
import { encodeHit } from '../../src/domain/stored-hit.ts';
import { CHUNK } from '../../src/fold/run.ts';
import type { FoldWork } from '../../src/fold/work.ts';
import { hitOf } from '../../test/support/hits.ts';
import { sharesOfSteps } from './steps.ts';

/* Hits of many visitors of one website, folded in batches as they wait in the spool after a load of batches. */

const BATCH = 1_000;
const VISITORS = 100_000;
const PAGES = 20_000;
/** Hits that arrive in a second. */
const RATE = 45_000;
const AGENTS = [
  ['Chrome', 'Windows', 'desktop'],
  ['Safari', 'macOS', 'desktop'],
  ['Safari', 'iOS', 'phone'],
  ['Chrome', 'Android', 'phone'],
  ['Firefox', 'Linux', 'desktop'],
] as const;
const REFERRERS = ['', '', '', 'google.com', 'duckduckgo.com', 'news.ycombinator.com'];

/** Folds that many hits, a multiple of 1,000; prints how many a second, and the processor time by step. `server` is its process, if there is one. */
export async function foldBatches(work: FoldWork, hits: number, server: number | null): Promise<void> {
  console.log(`  ${hits} hits of ${VISITORS} visitors and ${PAGES} pages, ${CHUNK} at once`);
  const spent = { seconds: 0, thread: 0, process: 0, server: 0 };
  const started = Date.now();
  const waiting = Array.from({ length: hits / BATCH }, (_, index) => ({
    first: index * BATCH + 1,
    hits: BATCH,
    body: bodyOf(started, index * BATCH),
  }));
  let ahead: typeof waiting | undefined;
  const shares = await sharesOfSteps(async () => {
    while (ahead || waiting.length > 0) {
      const batches = ahead ?? waiting.splice(0, CHUNK / BATCH);
      // As the loop does, which reads them meanwhile.
      ahead = waiting.length > 0 ? waiting.splice(0, CHUNK / BATCH) : undefined;
      const before = [performance.now() / 1000, threadSeconds(), processSeconds(), serverSeconds(server)] as const;
      await work('spool-batches', batches, ahead && Promise.resolve(ahead));
      spent.seconds += performance.now() / 1000 - before[0];
      spent.thread += threadSeconds() - before[1];
      spent.process += processSeconds() - before[2];
      spent.server += serverSeconds(server) - before[3];
    }
  });
  const perMillion = (seconds: number) => `${((seconds / hits) * 1e6).toFixed(2).padStart(6)} s`;
  console.log(`  ${Math.round(hits / spent.seconds)} hits/s; processor time for a million hits:`);
  for (const [step, share] of shares) console.log(`    ${perMillion(share * spent.thread)}  ${step}`);
  console.log(
    `    ${perMillion(spent.process - spent.thread)}  threads of Node${server === null ? ' and SQLite' : ''}`,
  );
  if (server !== null) console.log(`    ${perMillion(spent.server)}  the server`);
  console.log(`    ${perMillion(spent.process + spent.server)}  in all`);
}

function bodyOf(started: number, from: number): string {
  const body: string[] = [];
  for (let at = from; at < from + BATCH; at++) {
    const visitor = Math.floor(Math.random() * VISITORS);
    const [browser, os, device] = AGENTS[visitor % AGENTS.length] as (typeof AGENTS)[number];
    const referrer = REFERRERS[visitor % REFERRERS.length] ?? '';
    const values = {
      page: `/page-${Math.floor((PAGES + 1) ** Math.random()) - 1}`,
      referrer,
      ...sourceAndChannel({ referrer }),
      browser,
      os,
      device,
      country: visitor % 3 > 0 ? 'DE:Germany' : 'FR:France',
      continent: 'EU:Europe',
      city: `City ${visitor % 500}`,
      language: 'de-DE',
      resolution: '1920x1080',
    };
    const time = started + Math.floor((at * 1000) / RATE);
    body.push(encodeHit(hitOf({ time, visitor: hash('sha256', `${visitor}`, 'hex').slice(0, 16), values })));
  }
  return body.join(',');
}

function threadSeconds(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1e6;
}

function processSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** Linux counts the processor time of another process in hundredths of a second. */
function serverSeconds(pid: number | null): number {
  if (pid === null) return 0;
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
