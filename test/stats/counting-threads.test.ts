import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeEach, describe, it } from 'vitest';
import { byKind, type Portion } from '../../src/counting/columns.ts';
import { type Answers, answerPart, type Question } from '../../src/counting/questions.ts';
import { KnownSegments } from '../../src/db/columns/known-segments.ts';
import type { Segment } from '../../src/db/columns/segment.ts';
import { writeSegment } from '../../src/db/columns/write-segment.ts';
import { clock, Meter } from '../../src/stats/budget.ts';
import { CountingThreads } from '../../src/stats/counting-threads.ts';
import { FIRST_DAY, partOf } from '../support/naive-visits.ts';

const EVERYTHING = { always: true } as const;
const GOALS: Question<'goals'> = { name: 'goals', asked: [{ hit: 'page', ids: [2] }] };
/** So many that they end only what hangs. */
const TRIES = 2_000;
/** Visits from which on helpers are asked, too. */
const MANY = 200_000;

const folder = mkdtempSync(join(tmpdir(), 'footfall-threads-'));
const known = new KnownSegments();
const threads = new CountingThreads(2);
const traps: Trap[] = [];
let files = 0;

/** Returns a segment with two visits, one of which matches the goal. */
function segment(): Portion<Segment> {
  const path = join(folder, `d${FIRST_DAY}-${files++}.seg`);
  const visits = [1, 2].map(page => ({
    day: FIRST_DAY,
    visitor: String(page),
    hits: [{ second: FIRST_DAY * 86_400, page, event: 0, unit: 0, amount: '' }],
  }));
  writeSegment(path, partOf(visits, FIRST_DAY, 1), { packed: [{ day: FIRST_DAY, version: 0 }] });
  const portion = { part: known.open(path), isWanted: Uint8Array.of(1) };
  // This thread has the columns from now on.
  answerPart(portion, EVERYTHING, GOALS);
  return portion;
}

/** A segment at whose file a helper waits until `letGo` is called while it is there, which then returns true. */
interface Trap extends Portion<Segment> {
  letGo(): boolean;
}

function trap(): Trap {
  const portion = segment();
  const { path } = portion.part;
  rmSync(path);
  execFileSync('mkfifo', [path]);
  const letGo = () => {
    try {
      // Fails if nobody waits for it; the helper then cannot read the file, so this thread counts the segment.
      closeSync(openSync(path, constants.O_WRONLY | constants.O_NONBLOCK));
      return true;
    } catch {
      return false;
    }
  };
  traps.push({ ...portion, letGo });
  return { ...portion, letGo };
}

/** Returns many visits without hits, in memory; `whenRead` is called before this thread takes any segment. */
function manyVisits(whenRead: () => void): Portion {
  const column = () => {
    whenRead();
    return { values: new Uint8Array(MANY), ids: Uint32Array.of(1) };
  };
  const part = { firstDay: FIRST_DAY, days: 1, count: { ...byKind(() => 0), visit: MANY }, amounts: [''], column };
  return { part, isWanted: Uint8Array.of(0) };
}

/** Looks until it has come, while this thread does nothing else; returns whether it has. */
function waitFor(hasCome: () => boolean, looks: number): boolean {
  for (let look = 0; look < looks; look++) {
    if (hasCome()) return true;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
  }
  return false;
}

function ask(portions: readonly Portion[]): Promise<Answers['goals']> {
  return threads.answer(portions, EVERYTHING, GOALS, new Meter({ until: clock() + 60_000, comparisons: 0, ids: 0 }));
}

/** Asks until a helper comes to the trap, and lets it go; returns false if none comes. */
async function helperComes(to: Trap, tries: number): Promise<boolean> {
  let hasCome = false;
  const letGo = () => {
    hasCome ||= to.letGo();
    return hasCome;
  };
  for (let once = 0; once < tries && !hasCome; once++) {
    await whileLetting(letGo, ask([manyVisits(() => void waitFor(letGo, 4)), to]));
    await setTimeout(20);
  }
  return hasCome;
}

/** Waits for an answer, while helpers are let go. */
async function whileLetting<T>(letGo: () => boolean, answer: Promise<T>): Promise<T> {
  const timer = setInterval(letGo, 5);
  return answer.finally(() => clearInterval(timer));
}

describe('Helpers', () => {
  beforeEach(async () => {
    // At first they have to start.
    assert.ok(await helperComes(trap(), TRIES));
  });
  afterAll(async () => {
    while (traps.some(({ letGo }) => letGo()));
    await threads.stop();
    rmSync(folder, { recursive: true });
  });

  it('are not waited for if this thread has counted everything, because they may be busy', async () => {
    const [first, second] = [trap(), trap()];
    const look = manyVisits(() => {
      // Then it takes the second one.
      if (waitFor(first.letGo, 10)) waitFor(() => false, 10);
    });
    const slow = ask([look, first, second]);
    assert.deepEqual(await ask([manyVisits(() => undefined), segment(), segment()]), { visits: 4, of: [2] });
    assert.deepEqual(await whileLetting(second.letGo, slow), { visits: 4, of: [2] });
  });

  it('take no further segment for a question that has failed', async () => {
    const [first, second] = [trap(), trap()];
    const fail = manyVisits(() => {
      waitFor(() => false, 10);
      throw new Error('over');
    });
    let hasCome = false;
    while (!hasCome) {
      await assert.rejects(ask([fail, first, second]), /over/);
      hasCome = waitFor(first.letGo, 10);
      await setTimeout(20);
    }
    assert.ok(await helperComes(trap(), TRIES), 'it does not wait at the second one');
  });
});
