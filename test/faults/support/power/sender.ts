import { type GatewayChild, HOST, KEY } from '../gateway.ts';
import type { Recorder } from './recording.ts';
import { PREFIX } from './recovery.ts';

const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const DAY = 86_400_000;
const BATCH = 12;

/** Sends numbered hits to gateways, and notes those that were acknowledged. */
export class Sender {
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
    // While the database is upgraded, nobody can be asked who may send a batch.
    if (response.status === 503) return;
    if (!response.ok || response.headers.has('x-footfall-dropped')) throw new Error(`${path} was refused: ${text}`);
    this.#recorder.promise({ hits: numbers });
  }
}

function pageOf(number: number): string {
  return `https://${HOST}/${PREFIX}-${number}`;
}

/** Each visitor has some hits. */
function addressOf(number: number): string {
  return `20.9.${(number >> 3) & 255}.${(number % 8) + 1}`;
}
