import { startGatewayProcess } from './gateway.ts';
import { median } from './run-load.ts';

const STARTS = 5;

/** Prints the milliseconds from the start of the process to the first 200 from /readyz, with an existing database. */
export async function measureStart(env: Record<string, string>): Promise<void> {
  const first = await startGatewayProcess(env);
  await first.stop();
  const times: number[] = [];
  for (let start = 0; start < STARTS; start++) {
    const gateway = await startGatewayProcess({ ...env, DATA_DIR: first.dataDir });
    times.push(gateway.readyAfter);
    await gateway.stop();
  }
  console.log(`  start          ready ${Math.round(median(times))} ms after the start of the process (target 2 000)`);
}
