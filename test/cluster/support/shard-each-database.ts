import { shardDatabase } from './spider.ts';

/** Called by the support code of the suites for each database it creates, when they run over a Spider head. */
export function prepare(url: string): Promise<void> {
  return shardDatabase(url, (process.env.TEST_SHARDS ?? '').split(' '));
}
