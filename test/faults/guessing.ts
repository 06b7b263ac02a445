import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault, Outcome, Scene } from './fault.ts';
import type { BreakageName } from './support/breakages.ts';
import { type GatewayChild, KEY, launchReady } from './support/gateway.ts';
import { sendHits } from './support/hits.ts';
import { check } from './support/tally.ts';

const LOCKED = 'locked.example';
const ABSENT = 'absent.example';
const FREE = 10;
/** How far the usual times of two answers may lie apart, in milliseconds; one hash takes about 15. */
const APART = 6;
/** How much longer 99 of a hundred hits may take while passwords are guessed, and what is nothing to speak of, in milliseconds. */
const SLOWER = 5;
const NOTHING = 500;

async function run(scene: Scene, broken?: BreakageName): Promise<Outcome> {
  const place = await scene.place();
  const gateway = await launchReady(scene, place, { broken });
  const made = await fetch(`${gateway.url}/api/v1/websites`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ domain: LOCKED, privacy: 2, password: 'the right one' }),
  });
  if (made.status !== 201) throw new Error(`The website could not be registered: ${await made.text()}`);
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
    sentences.push('A wrong password and an unknown website are told apart by their text.');
  if (Math.abs(wrong - unknown) > APART)
    sentences.push(`A wrong password takes ${wrong.toFixed(1)} ms, an unknown website ${unknown.toFixed(1)}.`);

  for (const domain of [LOCKED, ABSENT]) {
    const statuses: number[] = [];
    for (let time = 0; time < 2 * FREE; time++) statuses.push((await guess(gateway, domain, '20.8.1.1')).status);
    const taken = statuses.filter(status => status === 403).length;
    if (taken !== FREE)
      sentences.push(`Guesses at ${domain} are not slowed: ${taken} of ${statuses.length} were taken.`);
  }

  const before = await hitsFor(scene, gateway, 1_500);
  let over = false;
  const answers: Record<string, number> = {};
  const guessers = Array.from({ length: 64 }, async (_, index) => {
    for (let time = 0; !over; time++) {
      const { status } = await guess(
        gateway,
        index % 2 ? LOCKED : ABSENT,
        `20.${10 + index}.${time >> 8}.${time & 255}`,
      );
      answers[status] = (answers[status] ?? 0) + 1;
      await sleep(20);
    }
  });
  const during = await hitsFor(scene, gateway, scene.short ? 3_000 : 10_000);
  over = true;
  await Promise.all(guessers);
  if (during.sent.p99 > Math.max(NOTHING, SLOWER * before.sent.p99))
    sentences.push(`Hits took ${Math.round(during.sent.p99)} ms while passwords were guessed.`);
  for (const { sent } of [before, during])
    if (Object.keys(sent.statuses).some(status => status !== '202'))
      sentences.push(`Hits were refused: ${JSON.stringify(sent.statuses)}.`);
  const counted = await check(scene, place, gateway, [before.sending, during.sending]);
  return {
    broken: [...sentences, ...counted.broken],
    figures: {
      'wrong password ms': wrong.toFixed(1),
      'unknown website ms': unknown.toFixed(1),
      guesses: Object.values(answers).reduce((sum, count) => sum + count, 0),
      'of them told to wait': answers[429] ?? 0,
      'p99 of hits before ms': Math.round(before.sent.p99),
      'and meanwhile ms': Math.round(during.sent.p99),
      ...counted.figures,
    },
  };
}

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
    'guesses at the password of a page are slowed after ten, tell nothing about what exists, and do not hold up the collector',
  engines: ['SQLite', 'MariaDB'],
  alone: true,
  run: scene => run(scene),
  control: { with: 'openLock', shows: /are not slowed/, run },
};
