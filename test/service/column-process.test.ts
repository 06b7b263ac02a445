import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, it } from 'vitest';
import type { Message, Order } from '../../src/service/column-process.ts';
import { eachDatabase } from '../support/databases.ts';
import { databaseWithWebsites, foldAll, hitOf } from '../support/hits.ts';

const PROGRAM = new URL('../../src/service/column-process.ts', import.meta.url);
const DAY = 86_400_000;
const START = Date.parse('2026-03-01T11:00:00Z');

eachDatabase('The process that packs', open => {
  const started: ChildProcess[] = [];
  afterAll(() => started.map(child => child.kill()));

  function start(): ChildProcess {
    const child = fork(PROGRAM, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    started.push(child);
    return child;
  }

  /** Returns what the process sent until it ended, and its exit code. */
  async function answers(order: Order): Promise<[readonly Message[], number]> {
    const child = start();
    const messages: Message[] = [];
    child.on('message', (message: Message) => messages.push(message));
    child.send(order);
    const [code] = await once(child, 'close');
    return [messages, code];
  }

  it('tells its progress and its result, and ends', async () => {
    const place = await open();
    const database = await databaseWithWebsites(place);
    await foldAll(database, place, [[0, 2].map(day => hitOf({ time: START + day * DAY }))]);
    const order = { databaseUrl: place.url, dataDir: place.dataDir };
    const [[first, ...more], code] = await answers(order);
    assert.deepEqual([first, code], [{ progress: { days: 2, packed: 0, bytes: 0 } }, 0]);
    const last = more.pop();
    assert.ok(last && 'round' in last);
    // A slow machine takes long enough to hear of the progress again.
    assert.ok(more.every(message => 'progress' in message));
    assert.deepEqual([last.round.segments, last.round.progress.packed], [1, 2]);
    await database.close();
  });

  it('tells why it failed', async () => {
    const { dataDir } = await open();
    const order = { databaseUrl: 'mysql://nobody@127.0.0.1:1/nothing', dataDir };
    const [[only, ...more], code] = await answers(order);
    assert.ok(only && 'failed' in only);
    assert.match(only.failed.message, /ECONNREFUSED/);
    assert.deepEqual([more, code], [[], 0]);
  });

  it('ends with the process that started it', async () => {
    const child = start();
    child.disconnect();
    assert.deepEqual(await once(child, 'exit'), [0, null]);
  });
});
