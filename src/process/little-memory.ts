/**
 * Returns what a process is started with that should take little memory: otherwise each thread that allocates for a driver
 * gets a heap of its own, and objects, of which few outlive their batch, a larger young generation than they need.
 */
export function littleMemory() {
  return {
    execArgv: [...process.execArgv, '--max-semi-space-size=16'],
    env: { ...process.env, MALLOC_ARENA_MAX: '2' },
  };
}
