import { startGatewayProcess } from './gateway.ts';
import { median } from './run-load.ts';

const STARTS = 5;

/**
 * Prints the milliseconds from the start of the process to the first 200 from /readyz, and to the first answer over
 * GraphQL, which is loaded after that; with an existing database.
 */
export async function measureStart(env: Record<string, string>): Promise<void> {
  const first = await startGatewayProcess(env);
  await first.stop();
  const ready: number[] = [];
  const answered: number[] = [];
  for (let start = 0; start < STARTS; start++) {
    const gateway = await startGatewayProcess({ ...env, DATA_DIR: first.dataDir });
    ready.push(gateway.readyAfter);
    const asked = performance.now();
    const response = await fetch(`${gateway.url}/graphql?query={__typename}`);
    if (response.status !== 200) throw new Error(`GraphQL answered ${response.status}.`);
    answered.push(gateway.readyAfter + performance.now() - asked);
    await gateway.stop();
  }
  console.log(
    `  start          ready ${Math.round(median(ready))} ms after the start of the process (target 700), first answer over GraphQL after ${Math.round(median(answered))} ms`,
  );
}
