import type { Config, readConfig } from '../config.ts';
import { keepCompiled, keepCompiledEarly } from '../process/compile-cache.ts';

/** Runs the service as the environment configures it. */
export async function runService(): Promise<void> {
  keepCompiledEarly();
  const config = await configOrExit();
  keepCompiled(config.dataDir);
  // Imported only now, because compiling it takes a third of the start.
  const { serve } = await import('./serve.ts');
  await serve(config);
}

/** Returns the configuration as `readConfig` does; prints all faults and exits with 2 if it has any. */
export async function configOrExit(instead?: Parameters<typeof readConfig>[1]): Promise<Config> {
  const { ConfigError, readConfig } = await import('../config.ts');
  try {
    return readConfig(undefined, instead);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(2);
  }
}
