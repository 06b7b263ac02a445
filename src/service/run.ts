import { join } from 'node:path';
import { type Config, ConfigError, readConfig } from '../config.ts';
import { keepCompiled } from '../process/compile-cache.ts';

/** Runs the service as the environment configures it. */
export async function runService(): Promise<void> {
  const config = configOrExit();
  keepCompiled(join(config.dataDir, 'compiled'));
  // Imported only now, because compiling it takes a third of the start.
  const { serve } = await import('./serve.ts');
  await serve(config);
}

/** Returns the configuration from the environment; prints all faults and exits with 2 if it has any. */
function configOrExit(): Config {
  try {
    return readConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(2);
  }
}
