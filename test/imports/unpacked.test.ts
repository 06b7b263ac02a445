import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { onTestFinished, test } from 'vitest';
import { sourceFiles } from '../../src/imports/files.ts';

test('Packed files have as many bytes together as an import may have, however often they are read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'footfall-test-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const stored = [];
  for (const name of ['a.csv.gz', 'b.csv.gz']) {
    const bytes = gzipSync(name.repeat(80_000));
    await writeFile(join(folder, name), bytes);
    stored.push({ name, path: join(folder, name), bytes: bytes.length });
  }
  const read = async (files: Awaited<ReturnType<typeof sourceFiles>>) => {
    let length = 0;
    for (const file of files) for await (const piece of file.read()) length += piece.length;
    return length;
  };
  const both = await sourceFiles(stored, 1_280_000);
  for (let time = 0; time < 2; time++) assert.equal(await read(both), 1_280_000);
  await assert.rejects(
    read(await sourceFiles(stored, 1_279_999)),
    /b\.csv\.gz: Unpacked, the files have more than 1 MB/,
  );
});
