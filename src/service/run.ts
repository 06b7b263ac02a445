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

/** Returns the configuration as `readConfig` does, with a free port in place of 0; prints all faults and exits with 2 if it has any. */
export async function configOrExit(instead?: Parameters<typeof readConfig>[1]): Promise<Config> {
  const { ConfigError, readConfig } = await import('../config.ts');
  try {
    return await withPort(readConfig(undefined, instead));
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(2);
  }
}

/** Links and the check of a request's origin need the port before the service listens. */
async function withPort(config: Config): Promise<Config> {
  if (config.port !== 0) return config;
  const { freePort } = await import('../http/server.ts');
  // Why it cannot listen is told when the service tries to.
  const port = await freePort(config.host).catch(() => 0);
  const baseUrl = config.baseUrl === 'http://localhost:0' ? `http://localhost:${port}` : config.baseUrl;
  return Object.freeze({ ...config, port, baseUrl });
}
