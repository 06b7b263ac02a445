import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, it } from 'vitest';
import type { Database } from '../../src/db/open.ts';
import { dayNumber } from '../../src/domain/calendar.ts';
import { verify } from '../../src/fold/verify.ts';
import { beginUndo } from '../../src/imports/imports.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { databaseWithWebsites } from '../support/hits.ts';
import { dump, Importing, Killed } from '../support/imports.ts';

const RUNS = Number(process.env.RUNS ?? 2);
const START = Date.parse('2026-01-10T22:00:00Z');
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** Hits of a few visitors in the hours around two midnights, each at a time of its own. */
const someHits = fc
  .array(
    fc.record({
      visitor: fc.integer({ min: 1, max: 5 }),
      minute: fc.integer({ min: 0, max: 1_700 }),
      path: fc.constantFrom('/', '/a', '/b?utm_campaign=Shop', '/c'),
      referrer: fc.constantFrom('', '', '', 'https://x.example/', 'https://t.co/1'),
      more: fc.constantFrom(
        ...[{}, {}, {}, { event: { name: 'Buy', value: 3, unit: 'EUR' } }],
        ...[{ event: { name: 'See', interactive: false, props: { plan: 'pro' } } }, { engagement: 40, depth: 60 }],
      ),
    }),
    { minLength: 20, maxLength: 160, size: 'max' },
  )
  .map(hits => {
    // A page gets attention after it was opened; otherwise, what it got would depend on the size of the batches.
    const latest = new Map<number, string>();
    const pages = new Map(
      hits
        .toSorted((a, b) => a.minute - b.minute)
        .map(hit => {
          const { visitor, more, path } = hit;
          const page = 'engagement' in more ? (latest.get(visitor) ?? '/none') : path;
          if (Object.keys(more).length === 0) latest.set(visitor, path);
          return [hit, page];
        }),
    );
    return hits.map((hit, at) => ({
      time: new Date(START + hit.minute * 60_000 + at).toISOString(),
      ip: `203.0.113.${hit.visitor}`,
      user_agent: AGENT,
      page: `https://site-1.example${pages.get(hit)}`,
      referrer: hit.referrer,
      ...hit.more,
    }));
  });

/** Returns a line as it would be if what was added and taken off again, as a bounce that goes on, had never been added. */
function withoutZeros(line: string): string[] {
  const plain = line.replaceAll(/:0(?=[,}])/g, ':null');
  return /^0 /.test(plain) && /"value":[^,]*(?:,"\w+":null)+\}$/.test(plain) ? [] : [plain];
}

function ofRollups(lines: readonly string[]): string[] {
  return lines
    .filter(line => /^[0-2] /.test(line))
    .map(line => line.replaceAll(/,"(?:engaged|depth)_\w+":\w+/g, ''))
    .sort();
}

eachDatabase('An import of hits in any order', open => {
  let place: Place;
  let database: Database;
  let importing: Importing;
  beforeAll(async () => {
    place = await open();
    database = await databaseWithWebsites(place);
    importing = new Importing(database, place);
  });
  afterAll(() => database.close());

  it('is the same as of hits in order of time, whatever the size of its batches', async () => {
    const some = fc.record({ hits: someHits, shuffling: fc.infiniteStream(fc.nat()) });
    await fc.assert(
      fc.asyncProperty(some, async ({ hits, shuffling }) => {
        const sorted = hits.toSorted((a, b) => (a.time < b.time ? -1 : 1));
        const keys = new Map(hits.map(hit => [hit, Number(shuffling.next().value)]));
        const shuffled = hits.toSorted((a, b) => (keys.get(a) as number) - (keys.get(b) as number));
        const expected = await countedFor(sorted, 100_000);
        assert.deepEqual(await countedFor(sorted.toReversed(), 50), expected);
        assert.deepEqual(await countedFor(shuffled, 12), expected);
        // Days that are too old to be stored have no hits, and no attention across batches.
        const old = await countedFor(shuffled, 12, { retentionDays: 30, killedAfter: 'batch 3' });
        assert.deepEqual(ofRollups(old), ofRollups(expected));
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  });

  /** Returns what counts after hits are imported in this order; then takes it out again. */
  async function countedFor(
    hits: readonly object[],
    mostRows: number,
    { retentionDays = 400, killedAfter = '' } = {},
  ): Promise<string[]> {
    const files = { 'hits.ndjson': hits.map(hit => JSON.stringify(hit)).join('\n') };
    const id = await importing.add({ files, until: dayNumber('2026-03-01') });
    // With the same secret, visitors have the same hashes.
    const folder = join(place.dataDir, 'imports', String(id));
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'secret'), '0123456789abcdef'.repeat(2));
    const stepped = (step: string) => {
      if (step === killedAfter) throw new Killed();
    };
    await importing.run(id, { mostRows, retentionDays, stepped }).catch(async error => {
      if (!(error instanceof Killed)) throw error;
      // A killed process leaves its lease behind, which ends.
      await database.dialect.run('UPDATE import SET held_until = 0');
    });
    const done = await importing.run(id, { mostRows, retentionDays });
    assert.deepEqual([done.state, done.error, done.counted], ['done', null, hits.length]);
    assert.deepEqual((await verify(database, 1)).differences, []);
    const lines = (await dump(database)).filter(line => /^[0-4] /.test(line)).flatMap(withoutZeros);
    await beginUndo(database, id);
    await importing.run(id, { mostRows });
    assert.deepEqual(await dump(database), []);
    return lines;
  }
});
