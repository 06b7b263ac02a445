import { randomBytes } from 'node:crypto';
import { settleSetting } from '../db/models/setting.ts';
import type { Database } from '../db/open.ts';

/** Returns what the hashes of rows are made with, which only this instance has. */
export function settleRowKey(database: Database): Promise<string> {
  return settleSetting(database, 'import_key', randomBytes(16).toString('hex'));
}
