import { openDatabase } from '../../src/db/open.ts';
import { Jobs } from '../../src/jobs/runner.ts';
import { createLog } from '../../src/log.ts';

/** Begins a job that never ends, notifies its parent, and waits to be killed. */
const [, , url = '', now = ''] = process.argv;
new Jobs({
  database: openDatabase(url),
  log: createLog('silent'),
  now: () => Number(now),
  jobs: [
    {
      name: 'work',
      description: 'Never ends.',
      every: 3_600_000,
      run: () => {
        process.send?.('begun');
        return new Promise(() => setInterval(() => {}, 1_000));
      },
    },
  ],
});
