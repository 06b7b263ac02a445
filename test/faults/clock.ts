import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../../src/db/open.ts';
import type { Fault, Outcome, Scene } from './fault.ts';
import type { BreakageName } from './support/breakages.ts';
import { launch, launchReady, metric, status, until } from './support/gateway.ts';
import { type Sending, sendHits } from './support/hits.ts';
import { makeShim } from './support/shim.ts';
import { check } from './support/tally.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Runs of jobs after which hits and salts have been removed, if they ever are. */
const JOBS = 10;
const JUMPS = [0, DAY, 35 * DAY, -2 * DAY, -5 * HOUR, 0];

interface Phase {
  readonly sending: Sending;
  /** The only days (since 1970-01-01) that its hits may have. */
  readonly days: readonly number[];
}

async function run(scene: Scene, isUnderShim: boolean): Promise<Outcome> {
  const shim = makeShim(scene);
  const place = await scene.place();
  const gateway = await launchReady(scene, place, isUnderShim ? shim.options : {});
  const phases: Phase[] = [];
  for (const jump of JUMPS) {
    shim.jump(jump);
    const before = Math.floor((Date.now() + jump) / DAY);
    const sending = await sendHits(scene, gateway.port);
    await sending.begun();
    await sleep(scene.short ? 700 : 3_000);
    await sending.stop();
    phases.push({ sending, days: [before, Math.floor((Date.now() + jump) / DAY)] });
  }
  const { broken, figures } = await check(
    scene,
    place,
    gateway,
    phases.map(({ sending }) => sending),
  );
  const database = openDatabase(place.url);
  const values = await database.dialect.all<{ id: number; value: string }>('SELECT id, value FROM stat_value');
  const pages = new Map(values.map(({ id, value }) => [id, value]));
  const rows = await database.dialect.all<{ page: number; day: number }>('SELECT page, day FROM hit');
  await database.close();
  const wrong = rows.filter(({ page, day }) => {
    const phase = phases.find(({ sending }) => pages.get(page)?.startsWith(`/${sending.prefix}-`));
    return !phase?.days.includes(day);
  }).length;
  return {
    broken: wrong > 0 ? [...broken, `${wrong} hits were counted on a wrong day.`] : broken,
    figures: { jumps: JUMPS.length - 1, ...figures, 'on a wrong day': wrong },
  };
}

/** Starts a second gateway whose clock is 35 days ahead, beside one that is right. */
async function runAhead(scene: Scene, broken?: BreakageName): Promise<Outcome> {
  const shim = makeShim(scene);
  const [place, elsewhere] = [await scene.place(), await scene.place()];
  const env = { RETENTION_DAYS: '10' };
  const right = await launchReady(scene, place, { env, broken });
  const sendings = [await sendHits(scene, right.port)];
  await sendings[0]?.begun();
  await sleep(scene.short ? 700 : 3_000);
  await sendings[0]?.stop();
  const before = await check(scene, place, right, sendings);
  const database = openDatabase(place.url);
  scene.later(() => database.close());
  const salts = await database.dialect.all<{ day: number; salt: Buffer }>('SELECT day, salt FROM salt');

  shim.jump(35 * DAY);
  const { preload } = shim.options;
  const home = { ...place, dataDir: elsewhere.dataDir };
  const wrong = await launch(scene, home, { preload, env: { ...shim.options.env, ...env }, broken });
  const jobs = async () => metric(wrong, 'footfall_job_runs_total');
  const says = () => /ahead of the database's/.test(wrong.output());
  await until(async () => says() || (await jobs()) >= JOBS, 'the other gateway looks for work');
  const sentences = [...before.broken];
  if ((await status(`${wrong.url}/readyz`)) !== 503)
    sentences.push('The gateway whose clock is ahead says it is ready.');
  sendings.push(await sendHits(scene, wrong.port));
  await sendings[1]?.begun();
  await sleep(scene.short ? 700 : 3_000);
  await sendings[1]?.stop();
  const { broken: found, figures } = await check(scene, place, [right, wrong], sendings);
  sentences.push(...found);
  const kept = await database.dialect.all<{ day: number; salt: Buffer }>('SELECT day, salt FROM salt');
  const lost = salts.filter(
    ({ day, salt }) => !kept.some(other => other.day === day && other.salt.equals(salt)),
  ).length;
  if (lost > 0) sentences.push(`${lost} salts in use were destroyed.`);
  const [state] = await database.dialect.all<{ day: number }>('SELECT open_day AS day FROM website_fold');
  const ahead = Number(state?.day) - Math.floor(Date.now() / DAY);
  if (ahead > 1) sentences.push(`The open day is ${ahead} days ahead.`);
  return {
    broken: sentences,
    figures: { ...figures, 'jobs run': await jobs(), 'salts lost': lost, 'open day': ahead },
  };
}

export const clockAhead: Fault = {
  name: 'clock-ahead',
  promise:
    'a gateway whose clock is a month ahead, beside one that is right: it says so, removes no hit and no salt, and what it collects is counted',
  engines: ['SQLite', 'MariaDB'],
  run: scene => runAhead(scene),
  control: { with: 'ownClock', shows: /acknowledged hits were lost/, run: runAhead },
};

export const clockJumps: Fault = {
  name: 'clock-jumps',
  promise:
    'a clock that jumps forward and back by hours, days and a month: nothing is lost, each hit is counted on its day',
  engines: ['SQLite', 'MariaDB'],
  anyDatabase: true,
  run: scene => run(scene, true),
  control: {
    with: { words: 'a service that does not notice the clock jump' },
    shows: /on a wrong day/,
    run: scene => run(scene, false),
  },
};
