import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Fault, NotHere, type Outcome, type Scene } from './fault.ts';
import type { BreakageName } from './support/breakages.ts';
import { launchReady, status, until } from './support/gateway.ts';
import { type Sending, sendHits } from './support/hits.ts';
import { openPlace } from './support/place.ts';
import { makeShim } from './support/shim.ts';
import { check } from './support/tally.ts';

/** Mounts a small file system of its own; throws NotHere where mounting is not allowed. */
function smallDisk(scene: Scene, megabytes: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'footfall-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'pipe' });
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw new NotHere(`a small disk cannot be mounted, which requires root on Linux: ${error}`);
  }
  scene.later(async () => {
    execFileSync('umount', ['-l', folder]);
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

/** Fills all remaining space. */
function fill(folder: string): void {
  const file = openSync(join(folder, 'ballast'), 'w');
  try {
    for (const size of [1 << 20, 4096]) {
      const block = Buffer.alloc(size);
      try {
        for (;;) writeSync(file, block);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    }
  } finally {
    closeSync(file);
  }
}

async function runFull(scene: Scene, ms: number, broken?: BreakageName): Promise<Outcome> {
  const disk = smallDisk(scene, 160);
  const place = await openPlace(scene.engine, { folder: join(disk, 'data') });
  scene.later(place.remove);
  const gateway = await launchReady(scene, place, { broken });
  const sending = await sendHits(scene, gateway.port);
  await sending.begun();
  await sleep(1_500);
  const sentences: string[] = [];
  fill(disk);
  await until(async () => (await status(`${gateway.url}/readyz`)) === 503, 'the disk is full').catch(() => undefined);
  await sleep(ms);
  if ((await status(`${gateway.url}/healthz`)) !== 200) sentences.push('The gateway did not survive a full disk.');
  if ((await status(`${gateway.url}/readyz`)) !== 503) sentences.push('The gateway reports ready with a full disk.');
  rmSync(join(disk, 'ballast'));
  await acknowledgesAgain(sending, sentences);
  const { statuses } = await sending.stop();
  if (!statuses['503']) sentences.push(`No hit was refused although the disk was full: ${JSON.stringify(statuses)}.`);
  const counted = await check(scene, place, gateway, [sending]);
  return { broken: [...sentences, ...counted.broken], figures: { ...counted.figures, refused: statuses['503'] ?? 0 } };
}

async function acknowledgesAgain(sending: Sending, sentences: string[]): Promise<void> {
  const before = sending.acknowledged().length;
  await until(async () => sending.acknowledged().length > before, 'a hit is acknowledged', 60_000).catch(() =>
    sentences.push('Hits are refused although the disk works again.'),
  );
}

export const diskFull: Fault = {
  name: 'disk-full',
  promise: 'a full disk: hits are refused with 503, the process survives, everything works again once there is space',
  engines: ['SQLite', 'MariaDB'],
  anyDatabase: true,
  run: scene => runFull(scene, scene.short ? 2_000 : 10_000),
  control: {
    with: 'hastySpool',
    shows: /acknowledged hits were lost/,
    run: (scene, broken) => runFull(scene, 3_000, broken),
  },
};

async function runSync(scene: Scene, ms: number, broken?: BreakageName): Promise<Outcome> {
  const shim = makeShim(scene);
  const place = await scene.place();
  const gateway = await launchReady(scene, place, { ...shim.options, broken });
  const sending = await sendHits(scene, gateway.port);
  await sending.begun();
  await sleep(1_000);
  const sentences: string[] = [];
  shim.breakSync(['spool', 'database']);
  // None of these hits is synced, but what was synced before may be acknowledged a little later.
  const late = await sendHits(scene, gateway.port, { connections: 4 });
  if (scene.isControl) await late.begun();
  await sleep(ms);
  const meanwhile = late.acknowledged().length;
  await late.stop();
  if (meanwhile > 0) sentences.push(`${meanwhile} hits were acknowledged while nothing could be synced.`);
  if ((await status(`${gateway.url}/healthz`)) !== 200) sentences.push('The gateway died of a failing disk.');
  // Only the embedded database fails: hits stay in the spool until it works again.
  shim.breakSync(['database']);
  await acknowledgesAgain(sending, sentences);
  shim.breakSync([]);
  await sleep(500);
  const { statuses } = await sending.stop();
  if (!statuses['503']) sentences.push(`No hit was refused: ${JSON.stringify(statuses)}.`);
  const counted = await check(scene, place, gateway, [sending, late]);
  return { broken: [...sentences, ...counted.broken], figures: { ...counted.figures, refused: statuses['503'] ?? 0 } };
}

export const syncFails: Fault = {
  name: 'fsync-fails',
  promise: 'a disk that cannot sync: nothing is acknowledged meanwhile, every earlier hit is counted once',
  engines: ['SQLite', 'MariaDB'],
  anyDatabase: true,
  run: scene => runSync(scene, scene.short ? 1_500 : 10_000),
  control: {
    with: 'hastySpool',
    shows: /were acknowledged while nothing could be synced/,
    run: (scene, broken) => runSync(scene, 1_000, broken),
  },
};
