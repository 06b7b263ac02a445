import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../../src/db/open.ts';
import type { Fault, Outcome, Place, Scene } from './fault.ts';
import type { BreakageName } from './support/breakages.ts';
import { beBusy, QUERY, SECRETS, TOKEN } from './support/busy.ts';
import { isReady, launchReady, until } from './support/gateway.ts';
import { openVictim } from './support/place.ts';

async function run(scene: Scene, broken?: BreakageName): Promise<Outcome> {
  const victim = scene.engine === 'MariaDB' ? await openVictim(scene) : null;
  const place = victim?.place ?? (await scene.place());
  const gateway = await launchReady(scene, place, {
    broken,
    env: {
      LOG_LEVEL: 'trace',
      ADMIN_EMAIL: 'ada@faults.example',
      ADMIN_PASSWORD: SECRETS['the password of the account'],
      SMTP_URL: `smtp://mail:${SECRETS['the password of the mail server']}@127.0.0.1:9`,
      METRICS_TOKEN: TOKEN,
      RATE_LIMIT: '100',
    },
  });
  const seen = await beBusy(gateway);
  // Hits accepted while the database is unavailable are in the spool, and all kinds of errors are logged.
  await victim?.server.kill();
  const later = await beBusy(gateway);
  const spool = filesBelow(join(place.dataDir, 'spool'));
  await victim?.server.start();
  await isReady(gateway);
  await until(async () => (await pending(gateway.url)) === 0, 'all hits are folded');
  const dump = await dumpOf(place);
  const { code } = await gateway.terminate();

  const secrets = { ...SECRETS, 'a cookie': seen.cookie };
  const sentences = [
    ...found('the log', gateway.output(), { ...secrets, ...QUERY }),
    ...found('the spool', spool, secrets),
    ...found('the database', dump, secrets),
    ...found('a response', seen.answers + later.answers, { ...secrets, 'the hash of a password': '$argon2id$' }),
  ];
  if (!dump.includes(QUERY['a query string']))
    sentences.push('The dump lacks a value that it must contain, so it proves nothing.');
  if (victim && !spool.includes('/busy'))
    sentences.push('The spool lacks a value that it must contain, so it proves nothing.');
  if (!seen.cookie) sentences.push('Signing in failed, so there was no cookie to look for.');
  if (code !== 0) sentences.push(`The gateway exited with ${code}.`);
  const bytes = { log: gateway.output(), spool, dump, answers: seen.answers + later.answers };
  const sizes = Object.entries(bytes).map(([name, text]) => [`bytes of ${name}`, text.length] as const);
  return {
    broken: sentences,
    figures: {
      'secrets looked for': Object.keys(secrets).length + 2,
      ...Object.fromEntries(sizes),
      found: sentences.length,
    },
  };
}

function found(where: string, text: string, secrets: Readonly<Record<string, string>>): string[] {
  return Object.entries(secrets)
    .filter(
      ([, secret]) => secret !== '' && (text.includes(secret) || text.includes(Buffer.from(secret).toString('hex'))),
    )
    .map(([what, secret]) => {
      const at = text.indexOf(secret);
      return `${what} appears in ${where}: ${JSON.stringify(text.slice(Math.max(0, at - 80), at + 60))}.`;
    });
}

function filesBelow(folder: string): string {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(entry => entry.isFile())
    .map(entry => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');
}

/**
 * Returns all rows of all tables as text, with bytes both as they are and in hex; for SQLite also the files, including
 * deleted data.
 */
async function dumpOf(place: Place): Promise<string> {
  const database = openDatabase(place.url, { timeout: 30_000 });
  try {
    const tables = await database.dialect.all<{ name: string }>(
      place.engine === 'SQLite'
        ? `SELECT name FROM sqlite_master WHERE type = 'table'`
        : 'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()',
    );
    const parts: string[] = [];
    for (const { name } of tables) {
      for (const row of await database.dialect.all(`SELECT * FROM ${name}`))
        for (const cell of Object.values(row))
          parts.push(Buffer.isBuffer(cell) ? `${cell.toString('latin1')} ${cell.toString('hex')}` : String(cell));
    }
    return parts.join('\n') + (place.engine === 'SQLite' ? filesBelow(place.dataDir) : '');
  } finally {
    await database.close();
  }
}

async function pending(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`, { headers: { Authorization: `Bearer ${TOKEN}` } })).text();
  return Number(/^footfall_spool_hits (\d+)/m.exec(text)?.[1] ?? Number.NaN);
}

export const secrets: Fault = {
  name: 'secrets',
  promise:
    'no key, password, cookie, token, address, user agent or excluded parameter in logs at trace level, spool, database or responses; no query string in logs',
  engines: ['SQLite', 'MariaDB'],
  anyDatabase: true,
  run: scene => run(scene),
  control: { with: 'chattyCollector', shows: /appears in the log/, run },
};
