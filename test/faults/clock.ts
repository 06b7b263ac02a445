import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../../src/db/open.ts';
import type { Fault, Outcome, Scene } from './fault.ts';
import { launchReady } from './support/gateway.ts';
import { type Sending, sendHits } from './support/hits.ts';
import { makeShim } from './support/shim.ts';
import { check } from './support/tally.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
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

export const clockJumps: Fault = {
  name: 'clock-jumps',
  promise:
    'a clock that jumps forward and back by hours, days and a month: nothing is lost, each hit is counted on its day',
  engines: ['SQLite', 'MariaDB'],
  run: scene => run(scene, true),
  control: {
    with: { words: 'a service that does not notice the clock jump' },
    shows: /on a wrong day/,
    run: scene => run(scene, false),
  },
};
