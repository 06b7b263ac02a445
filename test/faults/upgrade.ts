import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../../src/db/open.ts';
import type { Fault, Outcome, Place, Scene } from './fault.ts';
import type { BreakageName } from './support/breakages.ts';
import { runCommand, unpackFirstRelease } from './support/first-release.ts';
import { type GatewayChild, isReady, launch, launchReady, metric, someAreFolded, until } from './support/gateway.ts';
import { type Sending, sendHits } from './support/hits.ts';
import type { SendResult } from './support/sender.ts';
import { SwitchableProxy } from './support/switchable-proxy.ts';
import { check, compare } from './support/tally.ts';

const DIE_MIDWAY = new URL('./support/die-midway.ts', import.meta.url).href;
/** The first release collects through a proxy, and some of its hits are folded. */
async function collecting(scene: Scene) {
  const release = unpackFirstRelease(scene);
  const place = await scene.place();
  const old = await launchReady(scene, place, { release });
  const proxy = await SwitchableProxy.start(scene, old.port);
  const sending = await sendHits(scene, proxy.port, { rate: scene.short ? 250 : 1_000 });
  await someAreFolded(old);
  return { release, place, old, proxy, sending };
}

/** Resolves when the gateway cannot fold, and has collected for a while since. */
async function foldsNoMore(gateway: GatewayChild): Promise<void> {
  const waits = () => metric(gateway, 'footfall_fold_faults_total');
  await until(async () => (await waits()) > 0, 'the fold of the older release waits');
  const waiting = await metric(gateway, 'footfall_spool_hits');
  await until(
    async () => (await metric(gateway, 'footfall_spool_hits')) > waiting + 300,
    'the older release collects and folds no more',
  );
}

/** Stops sending; adds a sentence if a hit was not accepted. */
async function stop(sending: Sending, sentences: string[]): Promise<SendResult> {
  const sent = await sending.stop();
  const { 202: _, ...others } = sent.statuses;
  if (Object.keys(others).length > 0) sentences.push(`Hits were refused: ${JSON.stringify(others)}.`);
  return sent;
}

async function runUpgrade(scene: Scene, broken?: BreakageName): Promise<Outcome> {
  const { place, old, proxy, sending } = await collecting(scene);
  const sentences: string[] = [];
  const killed = await launch(scene, place, { imports: [DIE_MIDWAY], mayEnd: true });
  if ((await killed.ended) !== 'SIGKILL') sentences.push('The first attempt was not killed.');
  await foldsNoMore(old);
  const fresh = await launch(scene, place, { broken });
  await isReady(fresh);
  await proxy.switchTo(fresh.port);
  const { code } = await old.terminate();
  if (code !== 0) sentences.push(`The older release ended with ${code}.`);
  await someAreFolded(fresh);
  const { sent } = await stop(sending, sentences);
  const { broken: more, figures } = await check(scene, place, [], [sending]);
  return { broken: [...sentences, ...more], figures: { sent, ...figures } };
}

export const upgradedWhileCollecting: Fault = {
  name: 'upgraded-while-collecting',
  promise:
    'the first release collects until this one is ready, whose migration is killed once: no hit is refused or lost',
  engines: ['SQLite', 'MariaDB'],
  shortOn: 'MariaDB',
  run: scene => runUpgrade(scene),
  control: { with: 'noAdoption', shows: /acknowledged hits were lost/, run: runUpgrade },
};

async function runBack(scene: Scene, isEarly = false): Promise<Outcome> {
  const { release, place, old: first, proxy, sending } = await collecting(scene);
  let old = first;
  const sentences: string[] = [];
  const env = { DATABASE_URL: place.url, DATA_DIR: place.dataDir };
  const backup = join(place.dataDir, 'before.backup.gz');
  const early = join(place.dataDir, 'early.backup.gz');
  if (isEarly) {
    await runCommand(['backup', '--to', early], env, { folder: release });
    const folded = await metric(old, 'footfall_hits_stored_total');
    await until(async () => (await metric(old, 'footfall_hits_stored_total')) > folded + 100, 'more hits are folded');
    // Until then, its spool still has them.
    await old.terminate();
    old = await launchReady(scene, place, { release, port: old.port });
  }
  const killed = await runCommand(['migrate', '--backup', backup], env, { imports: [DIE_MIDWAY] });
  if (killed.end !== 'SIGKILL') sentences.push(`The migration was not killed: ${killed.said}`);
  await foldsNoMore(old);
  const { sent } = await stop(sending, sentences);
  await old.terminate();

  const restored = await restore(scene, place, { release, backup: isEarly ? early : backup, isEarly, sentences });
  const again = await launch(scene, restored, { release });
  await isReady(again);
  await proxy.switchTo(again.port);
  const later = await sendHits(scene, proxy.port);
  await someAreFolded(again);
  await stop(later, sentences);
  const database = openDatabase(restored.url, { timeout: 30_000 });
  scene.later(database.close);
  const { broken, figures } = await compare(scene, database, [again], [sending, later]);
  const recount = await runCommand(['verify'], { ...env, DATABASE_URL: restored.url }, { folder: release });
  if (recount.end !== 0) sentences.push(`The older release finds differences: ${recount.said}`);
  return { broken: [...sentences, ...broken], figures: { sent, ...figures } };
}

interface Return {
  readonly release: string;
  readonly backup: string;
  /** Whether the backup takes the place of the copy, too. */
  readonly isEarly: boolean;
  readonly sentences: string[];
}

/** Puts back what was before: on SQLite the copy that the upgrade made, and otherwise a backup. */
async function restore(scene: Scene, place: Place, { release, backup, isEarly, sentences }: Return): Promise<Place> {
  const copies = join(place.dataDir, 'backups');
  const copy = existsSync(copies) ? readdirSync(copies).find(name => name.startsWith('before-')) : undefined;
  if (copy !== undefined && !isEarly) {
    const file = place.url.slice('sqlite:'.length);
    for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true });
    renameSync(join(copies, copy), file);
    return place;
  }
  const { url } = await scene.place();
  const { end, said } = await runCommand(
    ['restore', backup],
    { DATABASE_URL: url, DATA_DIR: place.dataDir },
    { folder: release },
  );
  if (end !== 0) sentences.push(`The backup was not restored: ${said}`);
  return { ...place, url };
}

export const upgradeUndone: Fault = {
  name: 'upgrade-undone',
  promise:
    'an upgrade killed midway is undone by restoring what it saved: the older release counts every hit of meanwhile',
  engines: ['SQLite', 'MariaDB'],
  shortOn: 'SQLite',
  run: scene => runBack(scene),
  control: {
    with: { words: 'a backup from before the upgrade, which lacks what was folded since' },
    shows: /acknowledged hits were lost/,
    run: scene => runBack(scene, true),
  },
};
