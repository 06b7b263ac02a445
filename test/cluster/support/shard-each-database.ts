import { shardDatabase } from './spider.ts';

/** Called by the suites' own support for each database they make, when they run over a Spider head. */
export function prepare(url: string): Promise<void> {
  return shardDatabase(url, (process.env.TEST_SHARDS ?? '').split(' '));
}
