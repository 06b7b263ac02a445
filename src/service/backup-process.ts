import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Config } from '../config.ts';
import { AppError } from '../errors.ts';
import { yieldTo } from '../process/thread.ts';

const CLI = fileURLToPath(new URL('../cli.ts', import.meta.url));
const LONGEST_REASON = 500;

/** Makes a backup in a process of low priority; resolves with its output, rejects with its error output. */
export async function backUpApart(config: Config, signal: AbortSignal): Promise<string> {
  const { databaseUrl, dataDir, retentionDays, maxNewValues, backupKeep } = config;
  const child = spawn(process.execPath, [CLI, 'backup', '--keep', String(backupKeep)], {
    env: {
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      RETENTION_DAYS: String(retentionDays),
      MAX_NEW_VALUES: String(maxNewValues),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stop = () => child.kill();
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  let said = '';
  let fault = '';
  child.stdout.on('data', part => {
    said += part;
  });
  child.stderr.on('data', part => {
    fault = `${fault}${part}`.slice(-LONGEST_REASON);
  });
  try {
    const ended = once(child, 'close');
    if (child.pid !== undefined) yieldTo(child.pid);
    const [code] = await ended;
    const reason = fault.trim();
    if (code === null) throw new AppError('INTERNAL', `The backup ended with a signal: ${reason}`);
    if (code !== 0) throw new AppError('INTERNAL', `The backup ended with code ${code}: ${reason}`);
    return said.trim();
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
