import assert from 'node:assert/strict';
import { afterAll, it } from 'vitest';
import { dateOf } from '../../src/domain/calendar.ts';
import type { Hit } from '../../src/domain/stored-hit.ts';
import type { Outcome, Task } from '../../src/stats/answers.ts';
import type { Asker } from '../../src/stats/budget.ts';
import { ReadingThreads } from '../../src/stats/threads.ts';
import { eachDatabase } from '../support/databases.ts';
import { foldAll, hitOf } from '../support/hits.ts';
import { type RestServer, startRest } from '../support/rest.ts';

/** More than the list of a key that is read without a thread. */
const MANY = 5_100;

/** Does something after each task, as if it happened between two pages of a file. */
class Interrupted extends ReadingThreads {
  between: () => Promise<void> = async () => undefined;

  override async answer(asker: Asker, task: Task): Promise<readonly Outcome[]> {
    const outcomes = await super.answer(asker, task);
    await this.between();
    return outcomes;
  }
}

eachDatabase('A file of a long list over REST', open => {
  const closing: (() => Promise<unknown>)[] = [];
  afterAll(async () => {
    for (const close of closing.reverse()) await close();
  });

  it('has every row once, although hits change the list while it is sent', { timeout: 120_000 }, async () => {
    const place = await open();
    const threads = new Interrupted({ databaseUrl: place.url, dataDir: place.dataDir });
    const rest: RestServer = await startRest(place, { threads });
    closing.push(
      () => rest.close(),
      () => threads.stop(),
    );
    const { id } = (await rest.call('POST', '/websites', { body: { domain: 'site.example' } })).body.data;
    const { token } = (await rest.call('POST', `/websites/${id}/shares`, { body: { name: 'Sheet' } })).body.data;
    const now = Date.now();
    const hit = (page: number): Hit =>
      hitOf({ website: id, time: now, values: { page: `/${String(page).padStart(5, '0')}` } });
    await foldAll(rest.database, place, [Array.from({ length: MANY }, (_, page) => hit(page))], { maxNewValues: 1e9 });
    const days = `from=${dateOf(Math.floor(now / 86_400_000) - 1)}&to=${dateOf(Math.floor(now / 86_400_000))}`;

    for (const [query, key] of [
      [`&share=${token}`, null],
      ['', rest.keys.read],
    ] as const) {
      let last = MANY;
      let moved = 0;
      threads.between = async () => {
        // The last pages of the list move to its beginning.
        if (moved++ < 3) await foldAll(rest.database, place, [Array.from({ length: 150 }, () => hit(--last))]);
      };
      const path = `/stats/${id}.csv?name=page&${days}${query}`;
      const { status, text } = await rest.call('GET', path, { key });
      threads.between = async () => undefined;
      const pages = text
        .trim()
        .split('\r\n')
        .slice(1)
        .map(line => line.split(',')[0]);
      assert.equal(status, 200);
      assert.ok(moved > 3, 'hits arrived between the pages');
      assert.equal(new Set(pages).size, MANY);
      assert.equal(pages.length, MANY);
    }
  });
});
