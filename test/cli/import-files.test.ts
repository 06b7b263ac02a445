import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, it } from 'vitest';
import { namedFiles } from '../../src/cli/import-files.ts';
import { LINES } from '../support/access-log.ts';

describe('A folder of logs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'footfall-logs-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is imported in the order of time, and what is no log is told and left out', async () => {
    const files = {
      ...{ 'access.log': LINES.combined, 'access.log.1': LINES.combined, 'access.log.2.gz': gzipSync(LINES.combined) },
      ...{
        'access.log.10.gz': gzipSync(LINES.combined),
        'error.log': '2026/01/31 [error] something\n',
        'empty.log': '',
      },
    };
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
    mkdirSync(join(folder, 'old'));
    const told: string[] = [];
    const found = await namedFiles([folder], null, text => told.push(text));
    assert.deepEqual(
      found.map(({ name }) => name),
      ['access.log.10.gz', 'access.log.2.gz', 'access.log.1', 'access.log'],
    );
    assert.deepEqual(told.sort(), [
      `Left out: ${join(folder, 'empty.log')} is empty.`,
      `Left out: ${join(folder, 'error.log')} is not recognised.`,
      `Left out: ${join(folder, 'old')} is not a file.`,
    ]);
    writeFileSync(join(folder, 'sums.csv'), 'date,pageviews\n2026-01-01,3\n');
    const mixed = namedFiles([folder], null, () => undefined);
    await assert.rejects(mixed, { message: /files of the sources access_log and csv; name one with --source/ });
  });
});
