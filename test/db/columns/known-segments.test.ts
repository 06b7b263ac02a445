import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, it } from 'vitest';
import { KnownSegments } from '../../../src/db/columns/known-segments.ts';
import { PartBuilder } from '../../../src/db/columns/part-builder.ts';
import { BadSegment, GoneSegment, type Segment } from '../../../src/db/columns/segment.ts';
import { writeSegment } from '../../../src/db/columns/write-segment.ts';

const folder = mkdtempSync(join(tmpdir(), 'footfall-known-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, firstDay: number): string {
  const path = join(folder, `${name}.seg`);
  writeSegment(path, new PartBuilder(firstDay, 1).build(), { packed: [{ day: firstDay, version: 0 }] });
  return path;
}

function readColumn(segment: Segment): number {
  const { length } = segment.column('visit', 'day').values;
  segment.close();
  return length;
}

describe('The segments that a thread knows', () => {
  it('are the same objects at the next question, whose columns need not be read again', () => {
    const known = new KnownSegments();
    const path = write('same', 20_000);
    const first = known.open(path);
    first.column('visit', 'day');
    first.close();
    assert.equal(known.open(path), first);
    assert.equal(first.hasColumns, true);
    assert.equal(readColumn(first), 0);
  });

  it('are read again after the file was replaced, also while one is in use', () => {
    const known = new KnownSegments();
    const path = write('replaced', 20_000);
    const before = known.open(path);
    rmSync(path);
    write('replaced', 20_001);
    const after = known.open(path);
    assert.deepEqual([before.firstDay, after.firstDay], [20_000, 20_001]);
    before.close();
    assert.equal(readColumn(after), 0);
  });

  it('are refused once they are damaged, copied or gone', () => {
    const known = new KnownSegments();
    const path = write('damaged', 20_000);
    known.open(path).close();
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.subarray(0, 100));
    assert.throws(() => known.open(path), BadSegment);
    mkdirSync(join(folder, 'other'));
    const copy = join(folder, 'other', 'damaged.seg');
    writeFileSync(path, bytes);
    copyFileSync(path, copy);
    assert.throws(() => known.open(copy), /is a copy of/);
    const segment = known.open(path);
    segment.release();
    rmSync(path);
    assert.throws(() => segment.column('visit', 'day'), GoneSegment);
    segment.close();
    assert.throws(() => known.open(path), { code: 'ENOENT' });
  });
});
