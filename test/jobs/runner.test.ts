import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, it } from 'vitest';
import { type Database, openDatabase } from '../../src/db/open.ts';
import { type Job, Jobs, type JobsOptions } from '../../src/jobs/runner.ts';
import { listJobRuns, listJobs } from '../../src/jobs/runs.ts';
import { createLog } from '../../src/log.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { createTables } from '../support/tables.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const START = Date.parse('2026-03-01T00:00:00Z');
const silent = createLog('silent');

eachDatabase('Background work', open => {
  const opened: Database[] = [];
  afterAll(() => Promise.all(opened.map(database => database.close())));
  let place: Place;
  let now = START;

  async function fresh(): Promise<Database> {
    place = await open();
    now = START;
    await createTables(place.url);
    const database = openDatabase(place.url);
    opened.push(database);
    return database;
  }
  function process(database: Database, jobs: readonly Job[], more: Partial<JobsOptions> = {}): Jobs {
    return new Jobs({ database, jobs, log: silent, now: () => now, look: null, ...more });
  }
  function job(run: Job['run'], every = HOUR, name = 'work'): Job {
    return { name, description: 'Does what a test asks for.', every, run };
  }

  it('runs at once, and then once per period', async () => {
    const ran: number[] = [];
    const jobs = process(await fresh(), [job(async () => `run ${ran.push(now)}`)]);
    for (; now <= START + 5 * HOUR; now += 10 * MINUTE) await jobs.runDue();
    assert.deepEqual(
      ran,
      [0, 1, 2, 3, 4, 5].map(hour => START + hour * HOUR),
    );
  });

  it('runs once, however many processes check at the same time', async () => {
    const database = await fresh();
    const other = openDatabase(place.url);
    opened.push(other);
    const ran: number[] = [];
    const work = job(async () => String(ran.push(now)));
    const processes = [
      process(database, [work]),
      process(other, [work]),
      process(database, [work]),
      process(other, [work]),
    ];
    for (let hour = 0; hour < 48; hour++, now += HOUR) await Promise.all(processes.map(jobs => jobs.runDue()));
    assert.deepEqual(
      ran,
      Array.from({ length: 48 }, (__, hour) => START + hour * HOUR),
    );
    assert.equal((await listJobRuns(database, 'work', 100)).length, 48);
  });

  it('makes up for the time it was off with one run', async () => {
    let runs = 0;
    const jobs = process(await fresh(), [job(async () => String(++runs))]);
    await jobs.runDue();
    now += 40 * DAY;
    await jobs.runDue();
    await jobs.runDue();
    assert.equal(runs, 2);
  });

  it('records for every run what it did, how it ended and where', async () => {
    const database = await fresh();
    const jobs = process(database, [job(async () => 'Swept the floor.')]);
    await jobs.runDue();
    const [run] = await listJobRuns(database, 'work', 10);
    assert.equal(run?.note, 'Swept the floor.');
    assert.equal(run?.outcome, 'done');
    assert.equal(run?.startedAt, START);
    assert.equal(run?.endedAt, START);
    assert.match(run?.process ?? '', new RegExp(`:${globalThis.process.pid}$`));
    assert.deepEqual(await listJobs(database), [
      { name: 'work', period: HOUR, dueAt: START + HOUR, failures: 0, run: null, heldUntil: null },
    ]);
  });

  it('retries failures after ever longer pauses, reports them, and forgets them after a success', async () => {
    const database = await fresh();
    const told: string[] = [];
    const log = createLog('error', { write: line => void told.push(line) });
    let broken = true;
    const attempts: number[] = [];
    const work = job(async () => {
      attempts.push(now);
      if (broken) throw new Error('The broom is broken.');
      return 'Swept.';
    });
    const jobs = process(database, [work], { log });
    for (; now < START + 8 * HOUR; now += 25_000) await jobs.runDue();
    const waits = attempts.slice(1).map((at, index) => at - (attempts[index] as number));
    assert.ok(attempts.length >= 10 && attempts.length <= 20, `${attempts.length} attempts in eight hours`);
    waits.slice(0, 6).forEach((wait, index) => {
      const wanted = 30_000 * 2 ** index;
      assert.ok(wait >= wanted * 0.9 && wait <= wanted * 1.1 + 50_000, `wait ${index} took ${wait} ms`);
    });
    assert.ok(Math.max(...waits) <= HOUR + 50_000);
    assert.equal(told.length, attempts.length);
    assert.match(told[0] ?? '', /The broom is broken/);
    const [run] = await listJobRuns(database, 'work', 1);
    assert.deepEqual([run?.outcome, run?.note], ['failed', 'The broom is broken.']);

    broken = false;
    now += HOUR;
    await jobs.runDue();
    assert.equal((await listJobs(database))[0]?.failures, 0);
  });

  it('does not let failing or slow work delay other work', async () => {
    const database = await fresh();
    let ran = 0;
    const jobs = process(database, [
      job(signal => new Promise(resolve => signal.addEventListener('abort', () => resolve('cut off'))), HOUR, 'slow'),
      job(() => Promise.reject(new Error('never works')), HOUR, 'broken'),
      job(async () => String(++ran), HOUR, 'other'),
    ]);
    for (let hour = 0; hour < 3; hour++, now += HOUR) {
      void jobs.runDue();
      // The next run can begin once the end of this one is recorded.
      while (ran <= hour || (await database.jobs.findByPk('other'))?.run !== null) await sleep(20);
    }
    await jobs.stop();
    const [slow] = await listJobRuns(database, 'slow', 10);
    assert.deepEqual([slow?.outcome, slow?.note], ['stopped', 'cut off']);
  });

  it('keeps running when the clock is set back', async () => {
    let runs = 0;
    const jobs = process(await fresh(), [job(async () => String(++runs))]);
    await jobs.runDue();
    now += 400 * DAY;
    await jobs.runDue();
    now -= 400 * DAY;
    await jobs.runDue();
    assert.equal(runs, 3);
    now += 30 * MINUTE;
    await jobs.runDue();
    assert.equal(runs, 3);
    now += 30 * MINUTE;
    await jobs.runDue();
    assert.equal(runs, 4);
  });

  it('takes over from a killed process and records its run as lost', async () => {
    const database = await fresh();
    const child = fork(new URL('./hanging-process.ts', import.meta.url), [place.url, String(START)]);
    await once(child, 'message');
    let runs = 0;
    const jobs = process(database, [job(async () => String(++runs))]);
    await jobs.runDue();
    assert.equal(runs, 0);
    child.kill('SIGKILL');
    await once(child, 'exit');
    now += 61_000;
    await jobs.runDue();
    assert.equal(runs, 1);
    assert.deepEqual(
      (await listJobRuns(database, 'work', 10)).map(({ outcome }) => outcome),
      ['done', 'lost'],
    );
  });

  it('holds long work for as long as its process lives', async () => {
    const database = await fresh();
    let runs = 0;
    const ended = Promise.withResolvers<string>();
    const long = job(() => {
      runs++;
      return ended.promise;
    });
    const lease = 300;
    const [first, second] = [process(database, [long], { lease }), process(database, [long], { lease })];
    const running = first.runDue();
    // More than three leases in steps of half a lease, each only after the hold has been extended.
    for (let half = 0; half < 7; half++) {
      while ((await listJobs(database))[0]?.heldUntil !== now + lease) await sleep(10);
      assert.equal(await second.runDue(), 0);
      now += lease / 2;
    }
    ended.resolve('done at last');
    assert.deepEqual([await running, runs], [1, 1]);
    const outcomes = (await listJobRuns(database, 'work', 10)).map(({ outcome }) => outcome);
    assert.deepEqual(outcomes, ['done']);
  });

  it('gives up work that another process has taken', async () => {
    const database = await fresh();
    let begun = false;
    let aborted = false;
    const work = job(async signal => {
      begun = true;
      await once(signal, 'abort');
      aborted = true;
      return 'given up';
    });
    const jobs = process(database, [work], { lease: 150 });
    const running = jobs.runDue();
    while (!begun) await sleep(10);
    await database.dialect.run("UPDATE job SET holder = 'another'");
    await running;
    assert.ok(aborted);
    assert.equal((await listJobs(database))[0]?.run, 'another');
  });

  it('abandons work that does not end when asked to', async () => {
    const database = await fresh();
    const hanging = { ...job(() => new Promise<string>(() => {})), limit: 50 };
    const jobs = process(database, [hanging], { patience: 100 });
    await jobs.runDue();
    const [run] = await listJobRuns(database, 'work', 1);
    assert.equal(run?.outcome, 'failed');
    assert.match(run?.note ?? '', /did not end/);
  });

  it('checks for due work on its own, and releases its work when it stops', async () => {
    const database = await fresh();
    let begun = 0;
    const work = job(async signal => {
      begun++;
      await sleep(60_000, undefined, { signal });
      return '';
    });
    const jobs = process(database, [work], { look: 20 });
    while (begun === 0) await sleep(10);
    await jobs.stop();
    const [row] = await listJobs(database);
    assert.deepEqual([row?.run, row?.failures], [null, 0]);
    assert.ok((row?.dueAt ?? Infinity) <= now);
    await sleep(100);
    assert.equal(begun, 1);
  });
});
