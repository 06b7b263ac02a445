import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds between two looks. */
const LOOK = 100;
/** Clock ticks of a second, as Linux has them. */
const TICKS = 100;

/** What the processes of an import took. */
export interface Watched {
  /** Seconds. */
  readonly processor: number;
  /** MiB. */
  readonly peak: number;
  /** MiB of the gateway beside it. */
  readonly gatewayPeak: number;
}

/** Watches the processes that a gateway starts for imports, until `isOver` resolves. */
export async function watchImports(gateway: number, isOver: Promise<unknown>): Promise<Watched> {
  const processor = new Map<number, number>();
  let over = false;
  let [peak, gatewayPeak] = [0, 0];
  void isOver.finally(() => {
    over = true;
  });
  while (!over) {
    for (const pid of childrenOf(gateway)) {
      const fields = fieldsOf(pid);
      if (!fields) continue;
      processor.set(pid, (Number(fields[11]) + Number(fields[12])) / TICKS);
      peak = Math.max(peak, memoryOf(pid, 'VmHWM'));
    }
    gatewayPeak = Math.max(gatewayPeak, memoryOf(gateway, 'VmRSS'));
    await sleep(LOOK);
  }
  return { processor: [...processor.values()].reduce((sum, one) => sum + one, 0), peak, gatewayPeak };
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter(pid => pid > 0 && Number(fieldsOf(pid)?.[1]) === parent && read(pid, 'cmdline').includes('import-process'));
}

/** Returns the fields of a process that follow its name, the state being the first. */
function fieldsOf(pid: number): string[] | undefined {
  return read(pid, 'stat').split(') ').at(-1)?.split(' ');
}

function memoryOf(pid: number, name: string): number {
  return Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(read(pid, 'status'))?.[1] ?? 0) / 1024);
}

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
