import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Config, readConfig } from '../src/config.ts';
import { openDatabase } from '../src/db/open.ts';
import { createLog } from '../src/log.ts';
import { Gateway } from '../src/service/gateway.ts';
import { seedDemo } from './demo.ts';

/** A running service with the demo data, in a folder of its own. */
export interface BriefDemo {
  readonly url: string;
  readonly folder: string;
  readonly config: Config;
  readonly gateway: Gateway;
}

/** `env` has further variables. */
export async function withBriefDemo<T>(
  work: (demo: BriefDemo) => Promise<T>,
  env: Record<string, string> = {},
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'footfall-demo-'));
  try {
    const config = readConfig({ PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'silent', ...env });
    const database = openDatabase(config.databaseUrl);
    await seedDemo(database, join(folder, 'spool'), () => undefined);
    await database.close();
    const gateway = await Gateway.start(config, createLog(config.logLevel));
    try {
      await gateway.ready;
      return await work({ url: `http://127.0.0.1:${gateway.port}`, folder, config, gateway });
    } finally {
      await gateway.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
