import type { Fault, Outcome, Scene } from './fault.ts';
import { cutBesideServer } from './support/power/beside-server.ts';
import type { DiskKind } from './support/power/disk.ts';
import { type Entry, isSyncOf } from './support/power/journal.ts';
import { collecting, importing, type Life, upgrading } from './support/power/lives.ts';
import { newFolder, Recorder, type Recording } from './support/power/recording.ts';
import { type Depth, onFiles, Promises, recover } from './support/power/recovery.ts';
import { newRandom, type Random } from './support/random.ts';

const KINDS: readonly DiskKind[] = ['strict', 'journal'];
/** The lives that are recorded, with their share of the points; the short run has the first. */
const LIVES: readonly { readonly name: string; readonly life: Life; readonly share: number }[] = [
  { name: 'collecting', life: collecting, share: 0.5 },
  { name: 'upgrading', life: upgrading, share: 0.25 },
  { name: 'importing', life: importing, share: 0.25 },
];
/** Of so many points, one starts the whole gateway, and one runs `doctor`. */
const GATEWAY_EVERY = 100;
const DOCTOR_EVERY = 5;
const TOLD = 8;
/** Promises of hits after which the control cuts, until something is lost. */
const MOST_MARKS = 60;

/** Syncs that the disk of the control only claims to make, one kind at a time. */
const IGNORED: Readonly<Record<string, RegExp>> = {
  'the log of the spool': /\/spool\/[^/]+\.db-wal$/,
  'the folders': /\/(root|data|spool)$/,
  'the log of the database': /\/footfall\.db-wal$/,
};

interface Cuts {
  readonly points: number;
  readonly random: Random;
  readonly ignored?: RegExp;
}

/** Cuts the power at random moments of a recording, and yields after each what was wrong. */
async function* cutAll(scene: Scene, recording: Recording, { points, random, ignored }: Cuts) {
  const folder = newFolder(scene, 'footfall-cuts-');
  for (const kind of KINDS) {
    const disk = recording.disk(kind);
    const promises = new Promises();
    let played = 0;
    const moments = ignored
      ? after(recording, entry => entry.kind === 'mark').slice(0, points)
      : momentsOf(recording, Math.ceil(points / KINDS.length), random);
    for (const [index, moment] of moments.entries()) {
      for (; played < moment; played++) {
        const entry = recording.entries[played] as Entry;
        if (!promises.note(entry) && !isSyncOf(ignored, entry)) disk.play(entry);
      }
      const wrong = await onFiles(folder, recording.place, async (place, root) => {
        disk.cut(root, random);
        const depth = ignored ? 'fold' : depthOf(index);
        const from = recording.place.dataDir;
        return recover(scene, place, { promises, depth, from }).catch(error => [String(error.stack ?? error)]);
      });
      yield wrong.map(sentence => `After change ${moment} (${kind}): ${sentence}`);
    }
  }
}

/** Returns numbers of changes after which to cut, ascending: half of them where something was promised, named or synced. */
function momentsOf(recording: Recording, points: number, random: Random): number[] {
  const decisive = after(recording, ({ kind }) => kind !== 'write' && kind !== 'resize');
  return Array.from({ length: points }, (_, at) =>
    at % 2 === 0 ? random.of(decisive) : 1 + random.below(recording.entries.length),
  ).sort((a, b) => a - b);
}

/** Returns the numbers of changes right after such an entry. */
function after({ entries }: Recording, isSuch: (entry: Entry) => boolean): number[] {
  return entries.flatMap((entry, index) => (isSuch(entry) ? [index + 1] : []));
}

function depthOf(index: number): Depth {
  if (index % GATEWAY_EVERY === GATEWAY_EVERY / 2) return 'gateway';
  return index % DOCTOR_EVERY === 0 ? 'doctor' : 'fold';
}

/** The recordings of this run, by the name of the life. */
const recordings = new Map<string, Promise<Recording>>();

/** The fault and its control cut the same recording. */
function recordingOf(scene: Scene, name: string, life: Life): Promise<Recording> {
  const known = recordings.get(name);
  if (known) return known;
  const recorder = new Recorder(scene);
  const recorded = life(scene, recorder).then(() => recorder.end());
  recordings.set(name, recorded);
  return recorded;
}

async function run(scene: Scene): Promise<Outcome> {
  const random = newRandom();
  if (scene.engine === 'MariaDB') return cutBesideServer(scene, { cuts: scene.short ? 2 : 40, random });
  const broken: string[] = [];
  const all = scene.short ? 48 : 1_000;
  let points = 0;
  let changes = 0;
  for (const { name, life, share } of scene.short ? LIVES.slice(0, 1) : LIVES) {
    const recording = await recordingOf(scene, name, life);
    changes += recording.entries.length;
    for await (const wrong of cutAll(scene, recording, { points: all * share, random })) {
      points++;
      broken.push(...wrong.map(sentence => `${name}: ${sentence}`));
    }
  }
  return { broken: broken.slice(0, TOLD), figures: { seed: random.seed, changes, points, wrong: broken.length } };
}

/** Returns the first complaint without each kind of sync, or none at all if one kind was not missed. */
async function withoutSyncs(scene: Scene): Promise<Outcome> {
  const random = newRandom();
  if (scene.engine === 'MariaDB')
    return cutBesideServer(scene, { cuts: 6, random, ignored: IGNORED['the log of the spool'] });
  const broken: string[] = [];
  const points: Record<string, number> = {};
  const recording = await recordingOf(scene, 'collecting', collecting);
  for (const [what, ignored] of Object.entries(IGNORED)) {
    points[what] = 0;
    let complaint: string | undefined;
    for await (const [first] of cutAll(scene, recording, { points: MOST_MARKS, random, ignored })) {
      points[what]++;
      complaint = first;
      if (complaint !== undefined) break;
    }
    if (complaint === undefined) return { broken: [], figures: points };
    broken.push(`Without ${what}: ${complaint}`);
  }
  return { broken, figures: points };
}

export const powerCut: Fault = {
  name: 'power-cut',
  promise: 'the power fails at any moment: no acknowledged hit, backup or import is lost, and nothing counts twice',
  engines: ['SQLite', 'MariaDB'],
  anyDatabase: true,
  run,
  control: {
    with: { words: 'a disk that does not sync the spool, its folders or the database' },
    shows: /acknowledged hits were lost/,
    run: withoutSyncs,
  },
};
