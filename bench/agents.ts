import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { looksLikeBot } from '../src/collect/bots.ts';
import { readUserAgent } from '../src/collect/user-agent.ts';
import { type AgentCase, agentSets, plain } from './support/agent-sets.ts';

/*
 * `npm run bench:agents [-- --half=A] [-- --list]`: how well bots, devices, systems and browsers are read from the user
 * agents of public sets. The rules are changed with one half of each set in view (A: by a hash of the user agent, and
 * whatever is in the test's table); the figures are those of the other half (B). `--list` prints what was read wrongly,
 * and is meant for half A only. Nothing is timed but processor time.
 */

const { values } = parseArgs({ options: { half: { type: 'string', default: 'B' }, list: { type: 'boolean' } } });

const inTable = new Set(
  readFileSync(new URL('../test/collect/agents.tsv', import.meta.url), 'utf8')
    .split('\n')
    .map(line => line.split('\t')[3]),
);
const sets = agentSets();
const every = sets.flatMap(set => set.cases.map(one => one.userAgent));
const first = costOfReading(every);
const repeated = costOfReading(every);

console.log(
  `Half ${values.half} of each set, ${values.half === 'A' ? 'seen' : 'not looked at'} when rules are changed\n`,
);
for (const set of sets) report(set.title, set.licence, set.cases.filter(isInHalf));
const all = new Map(sets.flatMap(set => set.cases.filter(isInHalf)).map(one => [one.userAgent, one]));
report('all sets together', '', [...all.values()], true);
console.log(
  `processor time per user agent, bot and device: ${first.toFixed(1)} µs the first time, ${repeated.toFixed(2)} µs from then on`,
);

function isInHalf({ userAgent }: AgentCase): boolean {
  const even = (createHash('sha256').update(userAgent).digest()[0] ?? 0) % 2 === 0;
  return values.half === (even || inTable.has(userAgent) ? 'A' : 'B');
}

function report(title: string, licence: string, cases: readonly AgentCase[], targets = false): void {
  console.log(`${title}${licence && ` (${licence})`}: ${cases.length}`);
  const bots = cases.filter(one => one.sender === 'bot');
  const people = cases.filter(one => one.sender === 'person');
  const named = cases.filter(one => one.device !== null);
  line('bots recognised', bots, isBot, targets ? 'at least 99.4 %' : '');
  line('people taken for bots', people, isBot, targets ? 'at most 0.5 %' : '', false);
  line('devices', named, isDeviceRight, targets ? 'at least 92 %' : '');
  for (const device of ['desktop', 'mobile', 'tablet', 'tv', 'console']) {
    const some = named.filter(one => one.device === device);
    line(`  ${device}`, some, isDeviceRight, targets && device === 'tv' ? 'at least 70 %' : '');
  }
  const asTv = named.filter(one => readUserAgent(one.userAgent).device === 'tv');
  line('  of those read as tv', asTv, isDeviceRight);
  line(
    'systems',
    cases.filter(one => one.os.length > 0),
    one => one.os.map(plain).includes(plain(readUserAgent(one.userAgent).os)),
  );
  line(
    'browsers',
    cases.filter(one => one.browser !== null),
    one => plain(one.browser ?? '') === plain(readUserAgent(one.userAgent).browser),
  );
  console.log('');
}

/** Prints the share of cases for which `holds`; `wanted` is whether it should. */
function line(
  title: string,
  cases: readonly AgentCase[],
  holds: (one: AgentCase) => boolean,
  target = '',
  wanted = true,
): void {
  if (cases.length === 0) return;
  const held = cases.filter(holds);
  const share = ((100 * held.length) / cases.length).toFixed(2);
  console.log(
    `  ${title.padEnd(24)} ${share.padStart(6)} %  ${held.length} of ${cases.length}${target && `  (target ${target})`}`,
  );
  if (!values.list) return;
  for (const one of cases) {
    if (holds(one) === wanted) continue;
    console.log(`      ${JSON.stringify(readUserAgent(one.userAgent))} ${one.userAgent}`);
  }
}

function isBot({ userAgent }: AgentCase): boolean {
  return looksLikeBot(userAgent, {});
}

function isDeviceRight({ userAgent, device }: AgentCase): boolean {
  return readUserAgent(userAgent).device === device;
}

/** The processor time of reading each user agent once, in microseconds per user agent. */
function costOfReading(userAgents: readonly string[]): number {
  const before = process.cpuUsage();
  for (const userAgent of userAgents) {
    if (!looksLikeBot(userAgent, {})) readUserAgent(userAgent);
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / userAgents.length;
}
