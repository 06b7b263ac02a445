import { parseArgs } from 'node:util';
import { NotHere, type Outcome } from '../faults/fault.ts';
import { checkWords } from '../support/options.ts';
import { galera } from './galera.ts';
import { closeSpider, spiderKilled, spiderRouting, spiderSuites } from './spider.ts';
import { type ClusterScene, openScene } from './support/scene.ts';

/*
 * `npm run test:cluster [-- --short] [--only=galera,spider-suites,spider-routing,spider-killed]`: the service on
 * several machines, which here are processes on one machine. Each run has a control, in which something is broken on
 * purpose and has to be noticed.
 */

interface Run {
  readonly name: string;
  readonly title: string;
  readonly run: (scene: ClusterScene) => Promise<Outcome>;
  /** What the run must complain about; without it, the run has to hold. */
  readonly shows?: RegExp;
}

const RUNS: readonly Run[] = [
  { name: 'galera', title: 'two gateways on a Galera cluster whose nodes are killed', run: scene => galera(scene) },
  {
    name: 'galera',
    title: 'the same while both gateways use the same node',
    run: scene => galera(scene, { together: true }),
  },
  {
    name: 'galera',
    title: 'the same with a fold that continues when the database does not accept its hits',
    run: scene => galera(scene, { broken: 'impatientFold' }),
    shows: /acknowledged hits were lost/,
  },
  { name: 'spider-suites', title: 'the suites over a Spider head with two shards', run: scene => spiderSuites(scene) },
  {
    name: 'spider-suites',
    title: 'a suite that checks how many rows were removed, which Spider does not report',
    run: scene => spiderSuites(scene),
    shows: /A suite failed: /,
  },
  { name: 'spider-routing', title: 'one website, one shard', run: scene => spiderRouting(scene) },
  {
    name: 'spider-routing',
    title: 'the same with rollups split by their values',
    run: scene => spiderRouting(scene, 'rollup_day'),
    shows: /The other shard was asked/,
  },
  { name: 'spider-killed', title: 'a shard and the head are killed under load', run: scene => spiderKilled(scene) },
  {
    name: 'spider-killed',
    title: 'the same with a fold that continues when the database does not accept its hits',
    run: scene => spiderKilled(scene, 'impatientFold'),
    shows: /acknowledged hits were lost/,
  },
];

const { values } = parseArgs({ options: { short: { type: 'boolean', default: false }, only: { type: 'string' } } });
const only = values.only?.split(',');
const names = RUNS.map(({ name }) => name);
checkWords('only', only ?? [], word => names.some(name => name.startsWith(word)), names);
let failures = 0;
let right = 0;
for (const { name, title, run, shows } of RUNS) {
  if (only && !only.some(word => name.startsWith(word))) continue;
  const begun = performance.now();
  const scene = openScene({ short: values.short, isControl: shows !== undefined });
  const print = (verdict: string, lines: readonly string[]) =>
    console.log(
      [`${verdict.padEnd(12)}${title} (${Math.round((performance.now() - begun) / 1000)} s)`, ...lines].join(
        '\n            ',
      ),
    );
  try {
    const { broken, figures } = await run(scene);
    const isRight = shows ? broken.some(sentence => shows.test(sentence)) : broken.length === 0;
    isRight ? right++ : failures++;
    const verdict = shows ? (isRight ? 'noticed' : 'NOT NOTICED') : isRight ? 'held' : 'BROKEN';
    // The report includes the first complaint of a control, because it must be the intended one.
    const told = verdict === 'noticed' ? broken.slice(0, 1) : broken;
    print(verdict, [...Object.entries(figures).map(([figure, value]) => `${figure}: ${value}`), ...told]);
  } catch (error) {
    // Under CI, nothing may be left out silently.
    if (error instanceof NotHere && !process.env.CI) print('left out', [error.message]);
    else {
      failures++;
      print('FAILED', [error instanceof Error ? (error.stack ?? error.message) : String(error)]);
    }
  }
  await scene.end();
}
await closeSpider();
if (right + failures === 0) console.log('Nothing ran.');
console.log(`${right} passed, ${failures} failed`);
process.exit(failures === 0 && right > 0 ? 0 : 1);
