import type { Scene } from '../fault.ts';
import { type Question, unheardOf } from './column-hits.ts';
import { type GatewayChild, KEY } from './gateway.ts';
import type { Random } from './random.ts';

const MOST_ROWS = 100;
/** The fewest questions of a run, and the milliseconds that they may take longer. */
const LEAST = 100;
const PATIENCE = 120_000;
/** So many wrong answers end a run. */
const ENOUGH = 5;

/** Questions that are asked while something is damaged. */
export class Asking {
  readonly #scene: Pick<Scene, 'isControl'>;
  readonly #gateway: GatewayChild;
  readonly #random: Random;
  readonly #end: number;
  /** A sentence for each promise that did not hold. */
  readonly sentences = new Set<string>();
  asked = 0;

  constructor(scene: Pick<Scene, 'isControl'>, gateway: GatewayChild, random: Random, ms: number) {
    this.#scene = scene;
    this.#gateway = gateway;
    this.#random = random;
    this.#end = performance.now() + ms;
  }

  /** A slow machine asks for longer, and a control ends as soon as it is noticed. */
  get goesOn(): boolean {
    const left = this.#end - performance.now();
    if (this.#scene.isControl) return this.sentences.size === 0 && left > -PATIENCE;
    return this.sentences.size < ENOUGH && (left > 0 || (this.asked < LEAST && left > -PATIENCE));
  }

  async ask(question: Question): Promise<void> {
    const wrong = await check(this.#gateway, question, `${this.#random.seed}-${++this.asked}`);
    if (wrong) this.sentences.add(wrong);
  }
}

/** Asks in one of two ways; returns a sentence if the answer is not the recounted one. */
async function check(gateway: GatewayChild, question: Question, unique: string): Promise<string | null> {
  const { rows, visits, website, name, from, to, filter } = question;
  const isRest = Number(unique.at(-1)) % 2 === 0;
  const asked = { ...question, filter: unheardOf(filter, unique) };
  const { status, answer } = await (isRest ? askRest(gateway, asked) : askGraphql(gateway, asked));
  const wrong = answer?.rows.find(({ value, count }) => rows[value] !== count);
  const total = Object.keys(rows).length;
  const isRight = answer?.total === total && !wrong && answer.rows.length === Math.min(total, MOST_ROWS);
  if (isRight && (answer.visits ?? visits) === visits) return null;
  const way = isRest ? 'REST' : 'GraphQL';
  const got = answer ? `${answer.total} rows of ${answer.visits} visits, such as ${JSON.stringify(wrong)}` : 'nothing';
  return `${way} answered ${status} with ${got}, not ${total} rows of ${visits} visits: ${name} of website ${website} from ${from} to ${to} with ${JSON.stringify(filter)}.`;
}

interface Answer {
  readonly total: number;
  /** Null where it was not asked for. */
  readonly visits: number | null;
  readonly rows: readonly { readonly value: string; readonly count: number }[];
}

type Asked = Omit<Question, 'filter' | 'rows' | 'visits'> & { readonly filter: object | null };
type Answered = { readonly status: number; readonly answer: Answer | null };

async function askRest({ url }: GatewayChild, { website, name, from, to, filter }: Asked): Promise<Answered> {
  const query = new URLSearchParams({ name, from, to, per_page: `${MOST_ROWS}` });
  if (filter) query.set('filter', JSON.stringify(filter));
  const headers = { Authorization: `Bearer ${KEY}` };
  const response = await fetch(`${url}/api/v1/stats/${website}?${query}`, { headers });
  const { data, total = -1 } = (await response.json()) as { data?: Answer['rows']; total?: number };
  return { status: response.status, answer: data ? { rows: data, total, visits: null } : null };
}

async function askGraphql({ url }: GatewayChild, { website, name, from, to, filter }: Asked): Promise<Answered> {
  const about = `from: "${from}", to: "${to}", filter: $filter`;
  const query = `query($filter: StatFilter) { website(id: ${website}) {
    stats(name: ${name.toUpperCase()}, ${about}, perPage: ${MOST_ROWS}) { total rows { value count } }
    summary(${about}) { visits { value } } } }`;
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ query, variables: { filter } }),
  });
  const { data } = (await response.json()) as {
    data?: { website?: { stats: Answer; summary: { visits: { value: number } } } };
  };
  const found = data?.website;
  return { status: response.status, answer: found ? { ...found.stats, visits: found.summary.visits.value } : null };
}
