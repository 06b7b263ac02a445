import module from 'node:module';

/**
 * Keeps what is compiled from here on in a folder, for the next start; Node writes it when the process ends. Does nothing
 * if the folder cannot be written, if NODE_COMPILE_CACHE names another one, or on Node 20, which has no such cache.
 */
export function keepCompiled(folder: string): void {
  if (process.env.NODE_COMPILE_CACHE) return;
  module.enableCompileCache?.(folder);
  // For threads, and for processes that are started.
  if (module.getCompileCacheDir?.() !== undefined) process.env.NODE_COMPILE_CACHE = folder;
}
