import assert from 'node:assert/strict';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, describe, it } from 'vitest';
import { COLUMNS, type Kind, type Part } from '../../../src/counting/columns.ts';
import { KnownSegments } from '../../../src/db/columns/known-segments.ts';
import { PartBuilder } from '../../../src/db/columns/part-builder.ts';
import { BadSegment } from '../../../src/db/columns/segment.ts';
import { ColumnStore } from '../../../src/db/columns/store.ts';
import { writeSegment } from '../../../src/db/columns/write-segment.ts';

const folder = mkdtempSync(join(tmpdir(), 'footfall-segment-'));
afterAll(() => rmSync(folder, { recursive: true }));

const VISITS = 300;

/** A part with numbers of every width: columns of 1, 2 and 4 bytes. The first ids of a kind are all `only`, if it is given. */
function somePart(only?: number): Part {
  const builder = new PartBuilder(20_000, 3);
  for (let visit = 0; visit < VISITS; visit++) {
    const numbers = (kind: Kind, at: number) => [
      ...COLUMNS[kind].plain.map((_, column) => (column % 3 === 0 ? at % 3 : column % 3 === 1 ? at * 7 : at * 70_001)),
      ...COLUMNS[kind].ids.map((_, column) =>
        column === 0 && only !== undefined ? only : 1 + (at % (2 + column * 40)) * 1_000,
      ),
    ];
    builder.add('visit', numbers('visit', visit));
    builder.add('pageview', numbers('pageview', visit));
    if (visit % 3 === 0) builder.add('event', numbers('event', builder.placeOf(`${visit % 5}.5`)));
  }
  return builder.build();
}

function write(name: string, part = somePart()): string {
  const path = join(folder, `${name}.seg`);
  writeSegment(path, part, {
    packed: [
      { day: 20_000, version: 0 },
      { day: 20_002, version: 17 },
    ],
  });
  return path;
}

/** Reads everything in a file. */
function readAll(path: string) {
  const segment = new KnownSegments().open(path);
  try {
    const columns = (Object.keys(COLUMNS) as Kind[]).flatMap(kind =>
      [...COLUMNS[kind].plain, ...COLUMNS[kind].ids].map(name => [`${kind}.${name}`, segment.column(kind, name)]),
    );
    const { firstDay, days, count, amounts, packed } = segment;
    return { firstDay, days, count, amounts, packed, columns: Object.fromEntries(columns) };
  } finally {
    segment.close();
  }
}

describe('A segment', () => {
  it('is opened only if its name says that it may have a day of the range', () => {
    const store = new ColumnStore(join(folder, 'store'));
    const written = ['d19999-a', 'd20000-b', 'd20001-0-c', 'm656-0-d', 'm657-0-e', 'other'];
    store.makeFolder(7);
    for (const name of written) write(join('store', '7', name));
    const openedFor = (from: number, to: number) => {
      const opened = store.open(7, { from, to });
      for (const segment of opened) segment.close();
      return opened.map(({ path }) => basename(path, '.seg')).sort();
    };
    // 2024-10-04 is the day 20000, in the month 657.
    assert.deepEqual(openedFor(20_000, 20_001), ['d20000-b', 'd20001-0-c', 'm657-0-e', 'other']);
    assert.deepEqual(openedFor(19_990, 19_999), ['d19999-a', 'm656-0-d', 'm657-0-e', 'other']);
    assert.equal(store.list(7).length, written.length);
  });

  it('has everything that was packed', () => {
    const read = readAll(write('whole'));
    const part = somePart();
    assert.deepEqual(read.packed, [
      { day: 20_000, version: 0 },
      { day: 20_002, version: 17 },
    ]);
    assert.deepEqual(
      [read.firstDay, read.days, read.count, read.amounts],
      [part.firstDay, part.days, part.count, part.amounts],
    );
    const widths = new Set<number>();
    for (const kind of Object.keys(COLUMNS) as Kind[])
      for (const name of [...COLUMNS[kind].plain, ...COLUMNS[kind].ids]) {
        const column = part.column(kind, name);
        assert.deepEqual(read.columns[`${kind}.${name}`], column, `${kind}.${name}`);
        widths.add(column.values.BYTES_PER_ELEMENT);
      }
    assert.deepEqual([...widths].sort(), [1, 2, 4]);
  });

  it('has no bytes of numbers that are all the same, and reads them as they were', () => {
    const [path, varied] = [write('only', somePart(70_000)), write('varied')];
    const read = readAll(path);
    for (const kind of Object.keys(COLUMNS) as Kind[]) {
      const [name = ''] = COLUMNS[kind].ids;
      assert.deepEqual(read.columns[`${kind}.${name}`], somePart(70_000).column(kind, name), `${kind}.${name}`);
    }
    // A byte for each visit, pageview and third event.
    assert.ok(statSync(varied).size - statSync(path).size > (2 + 1 / 3) * VISITS * 0.9);
  });

  it('is refused wherever it is cut off', () => {
    const path = write('short');
    const { length } = readFileSync(path);
    for (let bytes = length - 8; bytes >= 0; bytes -= 97) {
      truncateSync(path, bytes);
      assert.throws(() => readAll(path), BadSegment, `${bytes} of ${length} bytes`);
    }
  });

  it('is refused from whichever byte on it is empty, as a power cut can leave it', () => {
    const path = write('empty');
    const bytes = readFileSync(path);
    for (let at = 0; at < bytes.length - 8; at += at < 64 ? 1 : 97) {
      const torn = Buffer.from(bytes).fill(0, at);
      if (torn.equals(bytes)) continue;
      writeFileSync(path, torn);
      assert.throws(() => readAll(path), BadSegment, `from byte ${at} of ${bytes.length}`);
    }
  });

  it('is refused, or read as it was packed, whichever bit is flipped', () => {
    const path = write('flipped');
    const bytes = readFileSync(path);
    const whole = JSON.stringify(readAll(path));
    let refused = 0;
    for (let at = 0; at < bytes.length; at += 53) {
      const damaged = Buffer.from(bytes);
      damaged[at]! ^= 1 << (at % 8);
      writeFileSync(path, damaged);
      try {
        assert.equal(JSON.stringify(readAll(path)), whole, `byte ${at} of padding`);
      } catch (error) {
        assert.ok(error instanceof BadSegment, String(error));
        refused++;
      }
    }
    assert.ok(refused > 50);
  });

  it('at another place than it was written to is refused', () => {
    const path = write('here');
    mkdirSync(join(folder, 'elsewhere'));
    for (const elsewhere of [join(folder, 'there.seg'), join(folder, 'elsewhere', 'here.seg')]) {
      copyFileSync(path, elsewhere);
      assert.throws(() => readAll(elsewhere), /is a copy of .*here\.seg/);
    }
  });

  it('of another format is refused', () => {
    const path = write('other');
    const bytes = readFileSync(path);
    writeFileSync(path, Buffer.concat([Buffer.from('footfall columns 00000000\n'), bytes.subarray(26)]));
    assert.throws(() => new KnownSegments().open(path), /another format/);
  });
});
