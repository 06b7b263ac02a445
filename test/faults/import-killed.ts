import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Database, openDatabase } from '../../src/db/open.ts';
import { dateOf } from '../../src/domain/calendar.ts';
import { verify } from '../../src/fold/verify.ts';
import { freePort } from '../support/free-port.ts';
import { generateHits, generateSums } from '../support/import-files.ts';
import type { Fault, Outcome, Place, Scene } from './fault.ts';
import type { BreakageName } from './support/breakages.ts';
import { type GatewayChild, HOST, isReady, KEY, launch, launchReady, until } from './support/gateway.ts';
import { newRandom } from './support/random.ts';

const SMALL = new URL('./support/small-batches.ts', import.meta.url).href;
const DAY = 86_400_000;
const WEBSITE = 1;
const FIELDS = ['pageviews', 'visitors', 'visits', 'events'] as const;
const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

type Totals = Record<(typeof FIELDS)[number], number>;

/** The service, which is killed again and again while it imports, and hits of the imported days that arrive meanwhile. */
class Importing {
  readonly #scene: Scene;
  readonly #place: Place;
  readonly #database: Database;
  readonly #options: Parameters<typeof launch>[2];
  readonly #firstDay: number;
  #gateway: GatewayChild;
  /** The own hits that were acknowledged; each is a pageview and a visit of a visitor of its own. */
  own = 0;
  kills = 0;

  private constructor(
    scene: Scene,
    place: Place,
    options: Parameters<typeof launch>[2],
    gateway: GatewayChild,
    firstDay: number,
  ) {
    this.#scene = scene;
    this.#place = place;
    this.#options = options;
    this.#gateway = gateway;
    this.#firstDay = firstDay;
    this.#database = openDatabase(place.url, { timeout: 30_000 });
    scene.later(() => this.#database.close());
  }

  static async start(scene: Scene, firstDay: number, broken?: BreakageName): Promise<Importing> {
    const place = await scene.place();
    const options = { port: await freePort(), broken, imports: [SMALL], env: { RETENTION_DAYS: '400' } };
    return new Importing(scene, place, options, await launchReady(scene, place, options), firstDay);
  }

  /** Sends a file, and returns the number of its import. */
  async send(name: string, content: string): Promise<number> {
    const form = new FormData();
    form.set('until', dateOf(this.#firstDay + 39));
    form.append('file', new Blob([content]), name);
    const { data } = await this.#ask(`/websites/${WEBSITE}/imports`, { method: 'POST', body: form });
    return Number((data as { id: unknown }).id);
  }

  async undo(id: number): Promise<void> {
    await this.#ask(`/websites/${WEBSITE}/imports/${id}`, { method: 'DELETE' });
  }

  /** Sends hits of the imported days, and returns when they are stored. */
  async sendOwn(): Promise<void> {
    const hits = Array.from({ length: 5 }, (_, at) => ({
      page: `https://${HOST}/own`,
      ip: `20.7.${this.own >> 8}.${(this.own + at) & 255}`,
      user_agent: AGENT,
      time: new Date((this.#firstDay + at) * DAY + DAY / 2).toISOString(),
    }));
    const response = await fetch(`${this.#gateway.url}/api/event/batch`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ hits }),
    });
    if (!response.ok) throw new Error(`The hits were refused: ${response.status} ${await response.text()}`);
    this.own += hits.length;
    const count = 'SELECT COUNT(*) AS hits FROM hit WHERE import_id IS NULL';
    await until(async () => (await this.#number(count)) === this.own, `${this.own} own hits are stored`);
  }

  /** Waits until some, but not all, batches of an import are counted. */
  async isAmid(id: number): Promise<void> {
    await until(
      async () => (await this.#number(`SELECT batches AS n FROM import WHERE id = ${id}`)) > 0,
      'a batch counts',
    );
  }

  /** Kills the service and its process for imports, and starts it again. */
  async kill(): Promise<void> {
    this.kills++;
    const { pid } = this.#gateway;
    for (const child of readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' '))
      if (child !== '') killIfAlive(Number(child));
    await this.#gateway.kill();
    // The import belongs to the dead process for a minute, for which nobody needs to wait here.
    await this.#database.dialect.run('UPDATE import SET held_until = 0');
    this.#gateway = await launch(this.#scene, this.#place, this.#options);
    await isReady(this.#gateway);
  }

  /** Waits until an import is over, and returns the sentence about one that is not as it should be. */
  async over(id: number, wanted: 'done' | 'undone'): Promise<string[]> {
    const find = () => this.#database.imports.findOne({ where: { id }, raw: true });
    const ends = wanted === 'done' ? ['done', 'failed'] : ['undone', 'failed'];
    await until(async () => ends.includes((await find())?.state ?? ''), `import ${id} is ${wanted}`);
    const row = await find();
    return row?.state === wanted ? [] : [`Import ${id} ended as ${row?.state}: ${row?.error}`];
  }

  /** Returns what is wrong with the totals, and with the stored rows. */
  async faults(expected: Totals, when: string): Promise<string[]> {
    const from = dateOf(this.#firstDay - 1);
    const query = `{ website(domain: "${HOST}") { summary(from: "${from}", to: "${dateOf(this.#firstDay + 39)}") { ${FIELDS.map(name => `${name} { value }`).join(' ')} } } }`;
    const response = await fetch(`${this.#gateway.url}/graphql`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${KEY}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    const { data } = (await response.json()) as { data: { website: { summary: Record<string, { value: number }> } } };
    const wrong = FIELDS.filter(name => data.website.summary[name]?.value !== expected[name]).map(
      name => `${when}, ${name} are ${data.website.summary[name]?.value} instead of ${expected[name]}.`,
    );
    const { differences } = await verify(this.#database, WEBSITE);
    if (differences.length > 0) wrong.push(`${when}, ${differences.length} rollup rows differ from a recount.`);
    return wrong;
  }

  /** Returns what an undo has left. */
  async remains(): Promise<string[]> {
    const wrong: string[] = [];
    for (const table of ['import_block', 'import_run', 'import_row', 'import_undo'])
      if ((await this.#number(`SELECT COUNT(*) AS n FROM ${table}`)) > 0)
        wrong.push(`${table} has rows after the undo.`);
    for (const table of ['hit', 'visit'])
      if ((await this.#number(`SELECT COUNT(*) AS n FROM ${table} WHERE import_id IS NOT NULL`)) > 0)
        wrong.push(`${table} has imported rows after the undo.`);
    return wrong;
  }

  async #ask(path: string, init: RequestInit): Promise<{ data: unknown }> {
    const headers = { Authorization: `Bearer ${KEY}` };
    const response = await fetch(`${this.#gateway.url}/api/v1${path}`, { ...init, headers });
    if (!response.ok) throw new Error(`${path} was refused: ${response.status} ${await response.text()}`);
    return (await response.json()) as { data: unknown };
  }

  async #number(sql: string): Promise<number> {
    const [row] = await this.#database.dialect.all(sql);
    return Number(Object.values(row ?? {})[0]);
  }
}

/** A process for imports may end by itself at this moment. */
function killIfAlive(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function run(scene: Scene, kills: number, broken?: BreakageName): Promise<Outcome> {
  const random = newRandom();
  const firstDay = Math.floor(Date.now() / DAY) - 60;
  const first = dateOf(firstDay);
  const importing = await Importing.start(scene, firstDay, broken);
  await importing.sendOwn();
  const hits = generateHits(random.below(1_000), { first, days: 20, visitors: 120 });
  const sums = generateSums(random.below(1_000), { first, days: 30, pages: 200 });
  const ids = [
    await importing.send('hits.ndjson', hits.ndjson.replaceAll('site-1.example', HOST)),
    await importing.send('sums.csv', sums.csv),
  ] as const;
  for (let kill = 0; kill < kills; kill++) {
    if (kill === 0) await importing.isAmid(ids[0]);
    else await sleep(random.below(1_500));
    await importing.kill();
    await importing.sendOwn();
  }
  const figures = () => ({ seed: random.seed, kills: importing.kills, own: importing.own });
  const ended = [...(await importing.over(ids[0], 'done')), ...(await importing.over(ids[1], 'done'))];
  if (ended.length > 0) return { broken: ended, figures: figures() };
  const totals = (imported: boolean) =>
    Object.fromEntries(
      FIELDS.map(name => {
        const own = name === 'events' ? 0 : importing.own;
        return [name, own + (imported ? hits.truth.totals[name] + sums.truth.totals[name] : 0)];
      }),
    ) as Totals;
  const wrong = await importing.faults(totals(true), 'After the import');
  for (const id of ids) await importing.undo(id);
  for (let kill = 0; kill < Math.ceil(kills / 2); kill++) {
    await sleep(random.below(1_000));
    await importing.kill();
    await importing.sendOwn();
  }
  for (const id of ids) wrong.push(...(await importing.over(id, 'undone')));
  wrong.push(...(await importing.faults(totals(false), 'After the undo')), ...(await importing.remains()));
  return { broken: wrong, figures: figures() };
}

export const importKilled: Fault = {
  name: 'import-killed',
  promise:
    'kill -9 of the service and of its process for imports at any moment: each row of a file counts once, and an undo leaves nothing',
  engines: ['SQLite', 'MariaDB'],
  shortOn: 'SQLite',
  // Kills at every step are tested on both, in test/imports/every-source.test.ts.
  anyDatabase: true,
  run: scene => run(scene, scene.short ? 1 : 12),
  control: {
    with: 'forgetfulImport',
    shows: /ended as failed/,
    run: (scene, broken) => run(scene, 1, broken),
  },
};
