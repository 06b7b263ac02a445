import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Scene } from '../../fault.ts';
import { type GatewayChild, HOST, isReady, KEY, launch, launchReady, someAreFolded } from '../gateway.ts';
import type { Recorder } from './recording.ts';
import { PREFIX } from './recovery.ts';

const SMALL_FILES = new URL('./small-files.ts', import.meta.url).href;
const CLI = fileURLToPath(new URL('../../../../src/cli.ts', import.meta.url));
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const DAY = 86_400_000;
const BATCH = 12;

/** Sends numbered hits to gateways, and notes those that were acknowledged. */
class Sender {
  readonly #recorder: Recorder;
  #next = 0;

  constructor(recorder: Recorder) {
    this.#recorder = recorder;
  }

  /** Sends hits of today, one in a request, and batches with hits of the last days, several at the same time. */
  async send(gateway: GatewayChild, rounds: number): Promise<void> {
    for (let round = 0; round < rounds; round++)
      await Promise.all([this.#batch(gateway), ...Array.from({ length: 4 }, () => this.#single(gateway))]);
  }

  async #single(gateway: GatewayChild): Promise<void> {
    const number = this.#next++;
    await this.#post(
      gateway,
      '/api/event',
      [number],
      { page: pageOf(number) },
      { 'X-Forwarded-For': addressOf(number) },
    );
  }

  async #batch(gateway: GatewayChild): Promise<void> {
    const numbers = Array.from({ length: BATCH }, () => this.#next++);
    const hits = numbers.map(number => ({
      page: pageOf(number),
      ip: addressOf(number),
      user_agent: AGENT,
      time: new Date(Date.now() - (number % 4) * DAY).toISOString(),
    }));
    await this.#post(gateway, '/api/event/batch', numbers, { hits }, { Authorization: `Bearer ${KEY}` });
  }

  async #post(
    { url }: GatewayChild,
    path: string,
    numbers: readonly number[],
    body: object,
    headers: Readonly<Record<string, string>>,
  ): Promise<void> {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'User-Agent': AGENT, ...headers },
      body: JSON.stringify(body),
    }).catch(() => null);
    // The gateway may have been killed.
    if (!response) return;
    const text = await response.text().catch(() => null);
    if (text === null) return;
    if (!response.ok || response.headers.has('x-footfall-dropped')) throw new Error(`${path} was refused: ${text}`);
    this.#recorder.promise({ hits: numbers });
  }
}

/**
 * The life of a service on an empty disk: it starts, collects into several files of its spool, folds and makes a backup;
 * it is killed, its spool is adopted by the next process, which stops as it should, and the last is killed with a full spool.
 */
export async function collecting(scene: Scene, recorder: Recorder): Promise<void> {
  const { place, options: recorded } = recorder;
  const options = { ...recorded, imports: [SMALL_FILES] };
  const sender = new Sender(recorder);
  const rounds = scene.short ? 10 : 40;
  const first = await launchReady(scene, place, options);
  await sender.send(first, rounds);
  await someAreFolded(first);
  await Promise.all([sender.send(first, rounds), backUp(recorder)]);
  await sender.send(first, 5);
  await first.kill();
  const second = await launch(scene, place, options);
  await isReady(second);
  await sender.send(second, rounds);
  await second.terminate();
  const third = await launch(scene, place, options);
  await isReady(third);
  await sender.send(third, rounds);
  await third.kill();
}

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

function pageOf(number: number): string {
  return `https://${HOST}/${PREFIX}-${number}`;
}

/** Each visitor has some hits. */
function addressOf(number: number): string {
  return `20.9.${(number >> 3) & 255}.${(number % 8) + 1}`;
}
