import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createServer, isIPv6 } from 'node:net';
import { join } from 'node:path';
import type { Config } from '../src/config.ts';
import { openDatabase } from '../src/db/open.ts';
import { dateOf } from '../src/domain/calendar.ts';
import { rangeOfPreset } from '../src/domain/range.ts';
import { localDay } from '../src/domain/time-zone.ts';
import { configOrExit } from '../src/service/run.ts';
import { serve as serveGateway, whyNotListening } from '../src/service/serve.ts';
import { DEMO_DOMAIN, DEMO_HOSTS, type Demo, seedDemo } from './demo.ts';
import { sendVisitors } from './live-visitors.ts';
import { whyNotForDemo } from './own-database.ts';
import { createRandom } from './random.ts';

/**
 * Seeds the database of the environment and shows progress; with `serve`, then runs the service on it and, with `live`,
 * sends visitors to it as long as it runs. Writes nothing into the database of another instance.
 */
export async function runDemo({ serve, live }: { readonly serve: boolean; readonly live: boolean }): Promise<void> {
  const config = await configOrExit({ DATA_DIR: 'data/demo', LOG_LEVEL: 'warn' });
  const fault = (await whyNotForDemo(config)) ?? (serve ? await whyNotServed(config) : null);
  if (fault) {
    process.stderr.write(`${fault}\n`);
    process.exitCode = 1;
    return;
  }
  mkdirSync(config.dataDir, { recursive: true });
  const database = openDatabase(config.databaseUrl);
  const demo = await seedDemo(database, join(config.dataDir, 'spool'), showProgress);
  await database.close();
  if (!serve) {
    process.stdout.write(whatWasMade(config, demo));
    return;
  }
  const port = await serveGateway(config);
  if (live)
    sendVisitors({ url: urlOf(config.host, port), key: demo.key, hosts: DEMO_HOSTS, random: createRandom(Date.now()) });
  process.stdout.write(whatToCall(config.baseUrl, demo, live));
}

/** Returns why the service could not listen, before the seeding touches data that another one may be using. */
async function whyNotServed(config: Config): Promise<string | null> {
  return listenOnce(config).then(
    () => null,
    error => whyNotListening(error, config) ?? String(error),
  );
}

/** Returns where this machine reaches a service that listens on a host, which can be all of its addresses. */
function urlOf(host: string, port: number): string {
  const reached = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${isIPv6(reached) ? `[${reached}]` : reached}:${port}`;
}

/** Throws unless the port is free. */
async function listenOnce({ host, port }: Config): Promise<void> {
  const server = createServer();
  server.listen(port, host);
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}

let shown = -1;

/** Shows progress as one line that fills up on a terminal, or else as a line per tenth. */
function showProgress(done: number): void {
  const step = process.stdout.isTTY ? 100 : 10;
  const now = Math.floor(done * step);
  if (now === shown) return;
  shown = now;
  const percent = `${Math.round(done * 100)} %`;
  if (!process.stdout.isTTY) process.stdout.write(`Folding a year of hits: ${percent}\n`);
  else {
    const filled = Math.round(done * 30);
    process.stdout.write(
      `\rFolding a year of hits  ${'█'.repeat(filled)}${'░'.repeat(30 - filled)}  ${percent.padStart(5)}${done === 1 ? '\n' : ''}`,
    );
  }
}

/** Returns what to call; with `live`, it says that visitors arrive. */
export function whatToCall(base: string, demo: Demo, live: boolean): string {
  const { key, website } = demo;
  const range = rangeOfPreset('LAST_30_DAYS', localDay(Date.now(), website.timezone).day, null);
  const [from, to] = [dateOf(range.from), dateOf(range.to)];
  const query = `{ website(domain: \\"${DEMO_DOMAIN}\\") { stats(name: COUNTRY, from: \\"${from}\\", to: \\"${to}\\") { total sum rows { label count share } } } }`;
  return `
Footfall is running with a year of hits for ${DEMO_DOMAIN}.

${madeLines(base, demo)}
Ready to paste:

  # the ten most viewed pages of the last 30 days, over REST
  curl -s -H 'Authorization: Bearer ${key}' '${base}/api/v1/stats/${website.id}?name=page&from=${from}&to=${to}'

  # visitors by country, over GraphQL
  curl -s -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' \\
    -d '{"query":"${query}"}' '${base}/graphql'

  # register a website of your own (a form body), then send it a hit as a server would
  curl -s -H 'Authorization: Bearer ${key}' -d 'domain=example.com' '${base}/api/v1/websites'
  curl -s -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' \\
    -d '{"hits":[{"page":"https://example.com/hello","ip":"203.0.113.9","user_agent":"Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"}]}' \\
    '${base}/api/event/batch'

${live ? 'While it runs, a few visitors arrive; `npm run demo -- --no-live` leaves them out.\n' : ''}Stop it with Ctrl+C; start it again with the same command: the hits stay, the password and the API key are new.
`;
}

/** Returns what was made, for a service that is not running yet. */
export function whatWasMade({ baseUrl, dataDir, databaseUrl }: Config, demo: Demo): string {
  const path = databaseUrl.replace('sqlite:', '');
  const elsewhere = path === join(dataDir, 'footfall.db') ? '' : ` and DATABASE_URL=${databaseUrl}`;
  return `
The database ${path} has a year of hits for ${DEMO_DOMAIN}.

${madeLines(baseUrl, demo)}
These URLs answer as soon as the service runs on it: set DATA_DIR=${dataDir}${elsewhere}, then run \`npm start\` or \`footfall serve\`.
`;
}

function madeLines(base: string, { email, password, key }: Demo): string {
  return `  statistics page   ${base}/${DEMO_DOMAIN}
  sign in           ${base}/login   ${email} / ${password}
  GraphiQL          ${base}/graphql
  REST reference    ${base}/docs
  API key           ${key}
`;
}
