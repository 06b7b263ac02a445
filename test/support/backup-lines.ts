import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';

/** Returns the lines of a backup, without its end record. */
export function backupLines(path: string): string[] {
  const lines = gunzipSync(readFileSync(path)).toString().trimEnd().split('\n');
  return lines.slice(0, -1);
}

/** Writes a backup of these lines with a matching end record, as if it had been created so. */
export function writeBackup(path: string, lines: readonly string[]): void {
  const tables: Record<string, number> = {};
  let table = '';
  for (const line of lines.slice(1)) {
    if (!line.startsWith('[')) table = JSON.parse(line).table;
    tables[table] = (tables[table] ?? 0) + Number(line.startsWith('['));
  }
  const text = lines.map(line => `${line}\n`).join('');
  const sha256 = createHash('sha256').update(text).digest('hex');
  const rows = Object.values(tables).reduce((sum, some) => sum + some, 0);
  writeFileSync(path, gzipSync(`${text}${JSON.stringify({ end: { rows, tables, sha256 } })}\n`));
}
