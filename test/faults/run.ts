import { parseArgs } from 'node:util';
import { checkWords, numberOption } from '../support/options.ts';
import { graphqlBombs } from './bombs.ts';
import { clockAhead, clockJumps } from './clock.ts';
import { columnsDamaged } from './columns-damaged.ts';
import { columnsLate } from './columns-late.ts';
import { costlyQuestions } from './costly.ts';
import { databaseAway, databaseKilled, startedWhileAway } from './database-away.ts';
import { databaseHung } from './database-hung.ts';
import { diskFull, syncFails } from './disk.ts';
import { type Fault, type FaultEngine, NotHere, type Outcome, type Scene } from './fault.ts';
import { flooded } from './flood.ts';
import { gatewayKilled, gatewayKilledMidFold } from './gateway-killed.ts';
import { passwordGuessing } from './guessing.ts';
import { importKilled } from './import-killed.ts';
import { migrationKilled, migrationTogether, newerDatabase } from './migration.ts';
import { oneSender } from './one-sender.ts';
import { poison } from './poison.ts';
import { powerCut } from './power-cut.ts';
import { reportsKilled } from './reports-killed.ts';
import { secrets } from './secrets.ts';
import { sharedPortKilled, twoGatewaysOnMariaDb, twoGatewaysOnSqlite } from './several.ts';
import { manySockets, slowSockets } from './sockets.ts';
import { spoolReturns } from './spool-returns.ts';
import { stopped, stoppedWhileHung, stoppedWhileLocked } from './stopping.ts';
import { sumsDamaged } from './sums-damaged.ts';
import { BREAKAGES } from './support/breakages.ts';
import { closePlaces, openPlace } from './support/place.ts';
import { upgradedWhileCollecting, upgradeUndone } from './upgrade.ts';
import { wrongDatabase } from './wrong-database.ts';

/*
 * `npm run test:faults [-- --short] [--only=NAME,…] [--engine=SQLite|MariaDB] [--part=together|alone] [--at-once=N]`:
 * kills, fills, freezes and floods the real service, on both databases, and after each fault recounts the acknowledged hits. Each fault is
 * followed by a control, in which something is broken on purpose and has to be noticed. The short run has one control
 * for both databases, and only one database for faults that must run alone, take long or do not concern the database.
 */

/** The longest ones come first, so that the others run meanwhile. */
const FAULTS: readonly Fault[] = [
  poison,
  reportsKilled,
  importKilled,
  upgradedWhileCollecting,
  upgradeUndone,
  slowSockets,
  databaseAway,
  databaseHung,
  stoppedWhileHung,
  stoppedWhileLocked,
  columnsLate,
  columnsDamaged,
  sumsDamaged,
  gatewayKilled,
  gatewayKilledMidFold,
  sharedPortKilled,
  twoGatewaysOnSqlite,
  twoGatewaysOnMariaDb,
  stopped,
  databaseKilled,
  wrongDatabase,
  spoolReturns,
  oneSender,
  startedWhileAway,
  diskFull,
  syncFails,
  clockJumps,
  clockAhead,
  manySockets,
  flooded,
  graphqlBombs,
  costlyQuestions,
  passwordGuessing,
  secrets,
  migrationKilled,
  migrationTogether,
  newerDatabase,
  powerCut,
];

const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    only: { type: 'string' },
    engine: { type: 'string' },
    part: { type: 'string' },
    'at-once': { type: 'string', default: '4' },
  },
});

interface Attempt {
  readonly engine: FaultEngine;
  readonly title: string;
  readonly isControl: boolean;
  readonly alone: boolean;
  readonly run: (scene: Scene) => Promise<Outcome>;
  readonly judge: (outcome: Outcome) => 'held' | 'noticed' | 'BROKEN' | 'NOT NOTICED';
}

const only = values.only?.split(',');
const names = FAULTS.map(({ name }) => name);
const engines = FAULTS.flatMap(fault => fault.engines);
checkWords('only', only ?? [], word => names.includes(word), names);
checkWords(
  'engine',
  values.engine === undefined ? [] : [values.engine],
  word => engines.some(each => each === word),
  engines,
);
const parts = ['together', 'alone'];
checkWords('part', values.part === undefined ? [] : [values.part], word => parts.includes(word), parts);
const atOnce = numberOption('at-once', values['at-once'], 1);
const attempts = FAULTS.filter(({ name }) => !only || only.includes(name)).flatMap(fault =>
  fault.engines
    .filter(engine => !values.engine || values.engine === engine)
    // What cannot run beside others takes longest, and some faults are the same on every database.
    .filter((_, index) => !values.short || !(fault.alone || fault.anyDatabase) || index === 0)
    .filter(engine => !values.short || !fault.shortOn || fault.shortOn === engine)
    .flatMap((engine, index) => [
      faultOn(engine, fault),
      // The short run tests only once that the fault can fail.
      ...(values.short && index > 0 ? [] : [controlOn(engine, fault)]),
    ]),
);
const started = performance.now();
let failures = 0;
let right = 0;

// Most of the time is spent waiting, so several run at once.
if (values.part !== 'alone')
  await carryOutAll(
    attempts.filter(({ alone }) => !alone),
    atOnce,
  );
if (values.part !== 'together')
  await carryOutAll(
    attempts.filter(({ alone }) => alone),
    1,
  );
await closePlaces();
if (right + failures === 0) console.log('Nothing ran.');
console.log(`After ${seconds(started)} s:\n${right} passed, ${failures} failed`);
process.exit(failures === 0 && right > 0 ? 0 : 1);

async function carryOutAll(attempts: Attempt[], atOnce: number): Promise<void> {
  const next = async () => {
    for (let attempt = attempts.shift(); attempt; attempt = attempts.shift()) await carryOut(attempt);
  };
  await Promise.all(Array.from({ length: atOnce }, next));
}

function faultOn(engine: FaultEngine, { name, run, alone = false }: Fault): Attempt {
  return {
    engine,
    title: name,
    isControl: false,
    alone,
    run,
    judge: ({ broken }) => (broken.length === 0 ? 'held' : 'BROKEN'),
  };
}

function controlOn(engine: FaultEngine, { name, control }: Fault): Attempt {
  const breakage = typeof control.with === 'string' ? control.with : undefined;
  const words = typeof control.with === 'string' ? BREAKAGES[control.with].what : control.with.words;
  return {
    engine,
    title: `${name} with ${words}`,
    isControl: true,
    alone: false,
    run: scene => control.run(scene, breakage),
    judge: ({ broken }) => (broken.some(sentence => control.shows.test(sentence)) ? 'noticed' : 'NOT NOTICED'),
  };
}

async function carryOut({ engine, title, isControl, run, judge }: Attempt): Promise<void> {
  const begun = performance.now();
  const later: (() => Promise<unknown>)[] = [];
  const scene: Scene = {
    engine,
    short: values.short,
    isControl,
    async place() {
      const place = await openPlace(engine);
      later.push(place.remove);
      return place;
    },
    later: work => void later.push(work),
  };
  const print = (verdict: string, text: string) =>
    console.log(`${verdict.padEnd(12)}${engine.padEnd(8)}${title} (${seconds(begun)} s): ${text}`);
  try {
    const outcome = await run(scene);
    const verdict = judge(outcome);
    const figures = Object.entries(outcome.figures).map(([name, figure]) => `${name} ${figure}`);
    const isRight = verdict === 'held' || verdict === 'noticed';
    isRight ? right++ : failures++;
    // The report includes the first complaint of a control, because it must be the intended one.
    const told = verdict === 'noticed' ? outcome.broken.slice(0, 1) : outcome.broken;
    print(verdict, [figures.join(', '), ...told].join('\n            '));
  } catch (error) {
    // Under CI, nothing may be left out silently.
    if (error instanceof NotHere && !process.env.CI) print('left out', error.message);
    else {
      failures++;
      print('FAILED', error instanceof Error ? (error.stack ?? error.message) : String(error));
    }
  }
  for (const work of later.reverse()) await work().catch(() => undefined);
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(1);
}
