import { existsSync } from 'node:fs';
import module from 'node:module';
import { resolve } from 'node:path';

const FOLDER = 'compiled';

/**
 * Keeps what is compiled from here on in a folder of DATA_DIR, for the next start; Node writes it when the process ends.
 * Does nothing if the folder cannot be written, if NODE_COMPILE_CACHE names another one, or on Node 20, which has no
 * such cache.
 */
export function keepCompiled(dataDir: string): void {
  if (process.env.NODE_COMPILE_CACHE) return;
  const folder = resolve(dataDir, FOLDER);
  module.enableCompileCache?.(folder);
  // For threads, and for processes that are started.
  if (module.getCompileCacheDir?.() !== undefined) process.env.NODE_COMPILE_CACHE = folder;
}

/** Does the same before the configuration is read, a tenth of a start, if an earlier start kept something in the usual place. */
export function keepCompiledEarly(): void {
  const { DATA_DIR = '', DATA_DIR_FILE = '' } = process.env;
  const usual = DATA_DIR || 'data';
  if (DATA_DIR_FILE === '' && existsSync(resolve(usual, FOLDER))) keepCompiled(usual);
}
