import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault, Outcome, Scene } from './fault.ts';
import type { BreakageName } from './support/breakages.ts';
import { type GatewayChild, KEY, launchReady } from './support/gateway.ts';
import { sendHits } from './support/hits.ts';
import { check } from './support/tally.ts';

const LOCKED = 'locked.example';
const ABSENT = 'absent.example';
const FREE = 10;
/**
 * Two responses can be told apart when one takes this much longer, in milliseconds (a hash takes about 15) and as a part
 * of the other on slow machines, in nearly all pairs.
 */
const APART = 6;
const PART_APART = 0.1;
const NEARLY_ALL = 0.9;
/**
 * The factor by which the p99 of hits may grow while passwords are guessed, and the milliseconds that are always
 * allowed. The short run must hold on a machine that is several times slower.
 */
const SLOWER = 5;
const NOTHING = { short: 1_500, long: 500 };
/** How often hits are sent without guesses and with them. */
const TURNS = 5;
const FEW_TURNS = 3;

async function run(scene: Scene, broken?: BreakageName): Promise<Outcome> {
  const place = await scene.place();
  const gateway = await launchReady(scene, place, { broken });
  const made = await fetch(`${gateway.url}/api/v1/websites`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ domain: LOCKED, privacy: 2, password: 'the right one' }),
  });
  if (made.status !== 201) throw new Error(`The website was not registered: ${await made.text()}`);
  const sentences: string[] = [];

  const times: Record<string, number[]> = { [LOCKED]: [], [ABSENT]: [] };
  const texts: Record<string, string> = {};
  for (let round = 0; round < (scene.short ? 15 : 60); round++) {
    for (const domain of round % 2 ? [LOCKED, ABSENT] : [ABSENT, LOCKED]) {
      const answer = await guess(gateway, domain, `20.7.${round}.1`);
      times[domain]?.push(answer.ms);
      texts[domain] = `${answer.status} ${answer.text.replaceAll(domain, '')}`;
    }
  }
  const [wrong, unknown] = [median(times[LOCKED] ?? []), median(times[ABSENT] ?? [])];
  if (texts[LOCKED] !== texts[ABSENT])
    sentences.push('The response to a wrong password differs in text from that to an unknown website.');
  const slower = (times[LOCKED] ?? []).filter((ms, round) => ms > (times[ABSENT]?.[round] ?? 0)).length;
  const share = slower / (times[LOCKED]?.length ?? 1);
  const apart = Math.max(APART, PART_APART * Math.min(wrong, unknown));
  if (Math.abs(wrong - unknown) > apart && Math.max(share, 1 - share) > NEARLY_ALL)
    sentences.push(`A wrong password takes ${wrong.toFixed(1)} ms, an unknown website ${unknown.toFixed(1)}.`);

  for (const domain of [LOCKED, ABSENT]) {
    const statuses: number[] = [];
    for (let time = 0; time < 2 * FREE; time++) statuses.push((await guess(gateway, domain, '20.8.1.1')).status);
    const taken = statuses.filter(status => status === 403).length;
    if (taken !== FREE)
      sentences.push(`Guesses at ${domain} are not slowed down: ${taken} of ${statuses.length} were accepted.`);
  }

  if (scene.isControl && sentences.length > 0) return { broken: sentences, figures: {} };

  // Both are measured in turns, and the medians are compared, because a disk that stalls for a second is not caused by
  // the guesses.
  const [before, during]: [Sent[], Sent[]] = [[], []];
  const answers: Record<string, number> = {};
  for (let turn = 0; turn < (scene.short ? FEW_TURNS : TURNS); turn++) {
    before.push(await hitsFor(scene, gateway, 1_000));
    const stop = guessAll(gateway, turn, answers);
    during.push(await hitsFor(scene, gateway, scene.short ? 1_500 : 4_000));
    await stop();
  }
  const [usual, meanwhile] = [before, during].map(some => median(some.map(({ sent }) => sent.p99))) as [number, number];
  if (meanwhile > Math.max(NOTHING[scene.short ? 'short' : 'long'], SLOWER * usual))
    sentences.push(`Hits took ${Math.round(meanwhile)} ms while passwords were guessed.`);
  for (const { sent } of [...before, ...during])
    if (Object.keys(sent.statuses).some(status => status !== '202'))
      sentences.push(`Hits were refused: ${JSON.stringify(sent.statuses)}.`);
  const counted = await check(
    scene,
    place,
    gateway,
    [...before, ...during].map(({ sending }) => sending),
  );
  return {
    broken: [...sentences, ...counted.broken],
    figures: {
      'wrong password ms': wrong.toFixed(1),
      'unknown website ms': unknown.toFixed(1),
      guesses: Object.values(answers).reduce((sum, count) => sum + count, 0),
      'of them told to wait': answers[429] ?? 0,
      'p99 of hits before ms': Math.round(usual),
      'and meanwhile ms': Math.round(meanwhile),
      ...counted.figures,
    },
  };
}

/**
 * Guesses at both websites from 64 addresses at once until the returned function is called; counts the statuses in
 * `answers`.
 */
function guessAll(gateway: GatewayChild, turn: number, answers: Record<string, number>): () => Promise<void> {
  let over = false;
  const guessers = Array.from({ length: 64 }, async (_, index) => {
    for (let time = 0; !over; time++) {
      const address = `${20 + turn}.${10 + index}.${time >> 8}.${time & 255}`;
      const { status } = await guess(gateway, index % 2 ? LOCKED : ABSENT, address);
      answers[status] = (answers[status] ?? 0) + 1;
      await sleep(20);
    }
  });
  return async () => {
    over = true;
    await Promise.all(guessers);
  };
}

type Sent = Awaited<ReturnType<typeof hitsFor>>;

async function hitsFor(scene: Scene, gateway: GatewayChild, ms: number) {
  const sending = await sendHits(scene, gateway.port, { connections: 16, rate: 200 });
  await sleep(ms);
  return { sending, sent: await sending.stop() };
}

async function guess(gateway: GatewayChild, domain: string, address: string) {
  const started = performance.now();
  const response = await fetch(`${gateway.url}/${domain}/unlock`, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      Origin: gateway.url,
      'X-Forwarded-For': address,
    },
    body: 'password=a+wrong+one',
  });
  const text = await response.text();
  return { status: response.status, text, ms: performance.now() - started };
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

export const passwordGuessing: Fault = {
  name: 'password-guessing',
  promise:
    'guesses at the password of a page are slowed down after ten, reveal nothing about what exists, and do not delay the collector',
  engines: ['SQLite', 'MariaDB'],
  alone: true,
  run: scene => run(scene),
  control: { with: 'openLock', shows: /are not slowed/, run },
};
