import type { Fault, Outcome, Scene } from './fault.ts';
import type { DiskKind } from './support/power/disk.ts';
import type { Entry } from './support/power/journal.ts';
import { collecting } from './support/power/lives.ts';
import { newFolder, type Promised, Recorder, type Recording } from './support/power/recording.ts';
import { type Depth, onFiles, Promises, recover } from './support/power/recovery.ts';
import { newRandom, type Random } from './support/random.ts';

const KINDS: readonly DiskKind[] = ['strict', 'journal'];
/** Of so many points, one starts the whole gateway, and one runs `doctor`. */
const GATEWAY_EVERY = 50;
const DOCTOR_EVERY = 5;
const TOLD = 8;

interface Cuts {
  readonly points: number;
  readonly random: Random;
  /** Returns true for syncs that the disk only claims to have made. */
  readonly ignores?: (entry: Entry) => boolean;
}

/** Cuts the power at random moments of a recording, and returns what was wrong after each. */
async function cutAll(scene: Scene, recorder: Recorder, recording: Recording, cuts: Cuts): Promise<string[]> {
  const { points, random, ignores = () => false } = cuts;
  const folder = newFolder(scene, 'footfall-cuts-');
  const broken: string[] = [];
  for (const kind of KINDS) {
    const disk = recording.disk(kind);
    const promises = new Promises();
    let played = 0;
    const moments = momentsOf(recording, Math.ceil(points / KINDS.length), random);
    for (const [index, moment] of moments.entries()) {
      for (; played < moment; played++) {
        const entry = recording.entries[played] as Entry;
        if (entry.kind === 'mark') promises.add(JSON.parse(entry.data.toString()) as Promised);
        else if (!ignores(entry)) disk.play(entry);
      }
      const wrong = await onFiles(folder, recorder.place, async (place, root) => {
        disk.cut(root, random);
        return recover(scene, place, promises, depthOf(index)).catch(error => [String(error.stack ?? error)]);
      });
      if (wrong.length > 0) broken.push(`After change ${moment} (${kind}): ${wrong.join(' ')}`);
    }
  }
  return broken;
}

/** Returns numbers of changes after which the power is cut, ascending: half of them where something was just promised or synced. */
function momentsOf({ entries }: Recording, points: number, random: Random): number[] {
  const decisive = entries.flatMap(({ kind }, index) => (kind === 'write' || kind === 'resize' ? [] : [index + 1]));
  return Array.from({ length: points }, (_, at) =>
    at % 2 === 0 ? random.of(decisive) : 1 + random.below(entries.length),
  ).sort((a, b) => a - b);
}

function depthOf(index: number): Depth {
  if (index % GATEWAY_EVERY === GATEWAY_EVERY >> 1) return 'gateway';
  return index % DOCTOR_EVERY === 0 ? 'doctor' : 'fold';
}

async function run(scene: Scene): Promise<Outcome> {
  const random = newRandom();
  const recorder = new Recorder(scene);
  const begun = performance.now();
  await collecting(scene, recorder);
  const recording = recorder.end();
  const recorded = performance.now();
  const points = Number(process.env.POINTS ?? (scene.short ? 24 : 1000));
  const broken = await cutAll(scene, recorder, recording, { points, random });
  return {
    broken: broken.slice(0, TOLD),
    figures: {
      seed: random.seed,
      changes: recording.entries.length,
      points,
      'points broken': broken.length,
      s: Math.round((recorded - begun) / 1000),
      ss: Math.round((performance.now() - recorded) / 1000),
    },
  };
}

export const powerCut: Fault = {
  name: 'power-cut',
  promise: 'the power fails at any moment: no acknowledged hit is lost, and none is counted twice',
  engines: ['SQLite'],
  run,
  control: { with: { words: 'x' }, shows: /lost/, run },
};
