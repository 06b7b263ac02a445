import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { FENCE } from '../../../../src/db/migrations/0029-fence.ts';
import { rename } from '../../../../src/db/migrations/fences.ts';
import { openDatabase } from '../../../../src/db/open.ts';
import { dateOf } from '../../../../src/domain/calendar.ts';
import { generateHits, generateSums } from '../../../support/import-files.ts';
import type { Scene } from '../../fault.ts';
import { type GatewayChild, HOST, isReady, KEY, launch, launchReady, someAreFolded, until } from '../gateway.ts';
import type { Recorder } from './recording.ts';
import { Sender } from './sender.ts';

/** Loaded before a service whose spool should have several files. */
export const SMALL_FILES = new URL('./small-files.ts', import.meta.url).href;
const SMALL_BATCHES = new URL('../small-batches.ts', import.meta.url).href;
const CLI = fileURLToPath(new URL('../../../../src/cli.ts', import.meta.url));
const DAY = 86_400_000;
/** The migrations from this one on are carried out again; each may be, on a database that has them. */
const UPGRADED_FROM = '0029-fence';

/** Days in the life of a service, while everything that it changes is recorded. */
export type Life = (scene: Scene, recorder: Recorder) => Promise<void>;

/**
 * The life of a service on an empty disk: it starts, collects into several files of its spool, folds and makes a backup;
 * it is killed, its spool is adopted by the next process, which stops as it should, and the last is killed with a full spool.
 */
export const collecting: Life = async (scene, recorder) => {
  const { place, options: recorded } = recorder;
  const options = { ...recorded, imports: [SMALL_FILES] };
  const sender = new Sender(recorder);
  const rounds = scene.short ? 10 : 40;
  const first = await launchReady(scene, place, options);
  await sender.send(first, rounds);
  await someAreFolded(first);
  await Promise.all([sender.send(first, rounds), backUp(recorder)]);
  await sender.send(first, 5);
  await recorder.kill(first);
  const second = await launch(scene, place, options);
  await isReady(second);
  await sender.send(second, rounds);
  await second.terminate();
  const third = await launch(scene, place, options);
  await isReady(third);
  await sender.send(third, rounds);
  await recorder.kill(third);
};

async function backUp(recorder: Recorder): Promise<void> {
  const { place, options } = recorder;
  const name = 'made.gz';
  const to = `${place.dataDir}/backups/${name}`;
  await promisify(execFile)(process.execPath, [CLI, 'backup', '--to', to], {
    env: {
      ...process.env,
      ...options.env,
      LD_PRELOAD: options.preload,
      DATA_DIR: place.dataDir,
      DATABASE_URL: place.url,
      MAX_NEW_VALUES: '1000000000',
    },
  });
  recorder.promise({ backup: name });
}

/** A service is upgraded that was killed with a full spool, and collects meanwhile; then it stops as it should. */
export const upgrading: Life = async (scene, recorder) => {
  const { place, options } = recorder;
  const sender = new Sender(recorder);
  const rounds = scene.short ? 8 : 20;
  const old = await launchReady(scene, place, options);
  await sender.send(old, rounds);
  await someAreFolded(old);
  await sender.send(old, rounds);
  await recorder.kill(old);
  const database = openDatabase(place.url);
  await database.dialect.run('DELETE FROM migration WHERE name >= ?', [UPGRADED_FROM]);
  await rename(database.dialect, { ...FENCE, from: FENCE.to, to: FENCE.from });
  await database.close();
  await recorder.begin();
  recorder.promise({ upgrade: UPGRADED_FROM });
  const upgraded = await launch(scene, place, options);
  await sender.send(upgraded, rounds);
  await isReady(upgraded);
  await sender.send(upgraded, rounds);
  await upgraded.terminate();
};

/** A service imports hits and sums while it collects, and takes the hits out again; then it is killed. */
export const importing: Life = async (scene, recorder) => {
  const { place } = recorder;
  const gateway = await launchReady(scene, place, { ...recorder.options, imports: [SMALL_BATCHES] });
  const sender = new Sender(recorder);
  await sender.send(gateway, 2);
  const first = dateOf(Math.floor(Date.now() / DAY) - 20);
  const hits = generateHits(1, { first, days: 10, visitors: scene.short ? 40 : 120 });
  const sums = generateSums(1, { first, days: 10, pages: 20 });
  const files = { 'hits.ndjson': hits.ndjson.replaceAll('site-1.example', HOST), 'sums.csv': sums.csv };
  const ids: number[] = [];
  for (const [name, content] of Object.entries(files)) {
    const form = new FormData();
    form.append('file', new Blob([content]), name);
    const { id } = await ask(gateway, '/websites/1/imports', { method: 'POST', body: form });
    recorder.promise({ import: Number(id), ends: 'done' });
    ids.push(Number(id));
  }
  for (const id of ids) await isOver(gateway, id, 'done');
  await sender.send(gateway, 2);
  const [taken = 0] = ids;
  await ask(gateway, `/websites/1/imports/${taken}`, { method: 'DELETE' });
  recorder.promise({ import: taken, ends: 'undone' });
  await isOver(gateway, taken, 'undone');
  await recorder.kill(gateway);
};

async function isOver(gateway: GatewayChild, id: number, state: string): Promise<void> {
  await until(async () => {
    const found = await ask(gateway, `/websites/1/imports/${id}`, {});
    if (found.state === 'failed') throw new Error(`The import failed: ${found.error}`);
    return found.state === state && found.finished_at !== null;
  }, `import ${id} is ${state}`);
}

async function ask({ url }: GatewayChild, path: string, init: RequestInit): Promise<Record<string, unknown>> {
  const response = await fetch(`${url}/api/v1${path}`, { ...init, headers: { Authorization: `Bearer ${KEY}` } });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} was refused: ${response.status} ${text}`);
  return (text === '' ? {} : (JSON.parse(text) as { data: Record<string, unknown> }).data) ?? {};
}
