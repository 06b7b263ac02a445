import { open } from 'node:fs/promises';
import type { Database } from '../../src/db/open.ts';

/** Makes a table unreadable for good, although the engine still knows it. */
export async function damage({ dialect }: Database, url: string, table: string): Promise<void> {
  if (!dialect.ownsDatabase) {
    await dialect.run(`ALTER TABLE ${table} DISCARD TABLESPACE`);
    return;
  }
  await dialect.run('PRAGMA wal_checkpoint(TRUNCATE)');
  const [root] = await dialect.all<{ page: number }>('SELECT rootpage AS page FROM sqlite_master WHERE name = ?', [
    table,
  ]);
  const [size] = await dialect.all<{ bytes: number }>('SELECT page_size AS bytes FROM pragma_page_size');
  const { page = 0, bytes = 0 } = { ...root, ...size };
  const file = await open(url.replace(/^sqlite:/, ''), 'r+');
  await file.write(Buffer.alloc(bytes, 'Z'), 0, bytes, (page - 1) * bytes);
  await file.close();
  // Without this, the connection would go on with the pages that it has read.
  await dialect.run('PRAGMA shrink_memory');
}
