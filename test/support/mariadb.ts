import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { createConnection } from 'mysql2/promise';
import { freePort } from './free-port.ts';
import { find, mariadb, missing } from './programs.ts';

/** A throw-away server with its own directory and port. */
export type MariaDbServer = {
  /** `mysql://root@127.0.0.1:PORT/` without a database name. */
  readonly url: string;
  /** The id of the server's process, for suites that freeze it. */
  pid(): number;
  /** Kills with signal 9; the data stays, and `start` serves it again on the same port. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Ends the server and removes its data. */
  stop(): Promise<void>;
};

/** The variable that passes the run's shared server to the test files; it can also name a server started by hand. */
export const SHARED_SERVER = 'TEST_MARIADB_URL';
/** The variable for a module whose `prepare(url)` is called for each new database before its first use. */
export const PREPARATION = 'TEST_MARIADB_PREPARATION';

/** Milliseconds to wait for a server that starts, only to end what hangs. */
const PATIENCE = 110_000;

/**
 * Runs the server for the tests and obeys words on its standard input. When that closes, as it does however the process
 * that holds it ends, the server and its data are removed: none outlives its test run.
 */
const GUARD = `
while read -r word; do
  if [ "$word" = start ]; then
    "$@" < /dev/null > /dev/null &
    server=$!
    echo $server
  else
    kill -9 $server
    wait $server 2> /dev/null
    echo gone
  fi
done
if [ -z "$DIRECTORY" ]; then kill $server; else kill -9 $server; fi 2> /dev/null
wait $server 2> /dev/null
if [ -n "$DIRECTORY" ]; then rm -rf "$DIRECTORY"; fi
`;

/**
 * Starts a server in a new directory, in about a second. `durable` makes every commit survive `kill`. A given
 * `directory` stays when the server ends, and the data of an earlier server in it is served again. `optionFile` is the
 * path of a file with further settings, which is read at every start.
 */
export async function startMariaDb(
  options: { durable?: boolean; directory?: string; optionFile?: string } = {},
): Promise<MariaDbServer> {
  if (!mariadb.path) throw new Error(String(missing(mariadb)));
  const directory = options.directory ?? mkdtempSync(join(tmpdir(), 'footfall-mariadb-'));
  const port = await freePort();
  const url = `mysql://root@127.0.0.1:${port}/`;
  const files = [
    `--datadir=${directory}/data`,
    `--tmpdir=${directory}`,
    `--user=${userInfo().username}`,
    '--innodb-log-file-size=32M',
  ];
  try {
    if (!existsSync(join(directory, 'data')))
      await run(find('mariadb-install-db') ?? '', [
        '--no-defaults',
        ...files,
        '--auth-root-authentication-method=normal',
        '--skip-test-db',
      ]);
  } catch (error) {
    rmSync(directory, { recursive: true, force: true });
    throw error;
  }
  const settings = options.optionFile ? `--defaults-file=${options.optionFile}` : '--no-defaults';
  const command = [mariadb.path, settings, ...files, `--port=${port}`, '--bind-address=127.0.0.1']
    .concat([`--socket=${directory}/socket`, `--pid-file=${directory}/pid`, `--log-error=${directory}/log.err`])
    .concat(['--character-set-server=utf8mb4', '--skip-name-resolve', '--skip-log-bin', '--max-connections=200'])
    .concat([`--innodb-flush-log-at-trx-commit=${options.durable ? 1 : 0}`])
    // A cluster node would pass this option on to the program that copies it, which does not know it.
    .concat(options.optionFile ? [] : ['--innodb-buffer-pool-size=64M']);
  const guard = spawn('sh', ['-c', GUARD, 'sh', ...command], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { ...process.env, DIRECTORY: options.directory ? '' : directory },
    // Ctrl-C reaches the whole process group and would end the guard before it has cleaned up.
    detached: true,
  });
  const lines = createInterface(guard.stdout);
  let pid = 0;
  const server: MariaDbServer = {
    url,
    pid: () => pid,
    async start() {
      pid = Number(await tell(guard, lines, 'start'));
      await answering(url, directory);
    },
    async kill() {
      await tell(guard, lines, 'kill');
    },
    async stop() {
      if (guard.exitCode !== null) return;
      hold(guard, true);
      guard.stdin.end();
      await once(guard, 'exit');
    },
  };
  try {
    await server.start();
  } catch (error) {
    await server.stop();
    throw error;
  }
  hold(guard, false);
  return server;
}

let own: Promise<MariaDbServer> | undefined;

/**
 * Creates an empty database on the run's shared server, or on one started for this process; returns null when MariaDB
 * is not installed. `drop` gives up after two seconds if a connection still holds a table.
 */
export async function openMariaDb(): Promise<{ url: string; drop(): Promise<void> } | null> {
  let server = process.env[SHARED_SERVER];
  if (!server) {
    if (missing(mariadb)) return null;
    own ??= startMariaDb();
    server = (await own).url;
  }
  const name = `test_${process.pid}_${randomBytes(4).toString('hex')}`;
  await execute(server, `CREATE DATABASE ${name}`);
  const { href: url } = new URL(name, server);
  const preparation = process.env[PREPARATION];
  if (preparation) await ((await import(preparation)) as { prepare(url: string): Promise<void> }).prepare(url);
  return {
    url,
    drop: () => execute(server, `SET lock_wait_timeout = 2; DROP DATABASE IF EXISTS ${name}`).catch(() => undefined),
  };
}

type Guard = ChildProcessByStdio<Writable, Readable, null>;

async function tell(guard: Guard, lines: Interface, word: 'start' | 'kill'): Promise<string> {
  hold(guard, true);
  const answer = once(lines, 'line');
  guard.stdin.write(`${word}\n`);
  const [line] = (await answer) as [string];
  hold(guard, false);
  return line;
}

/** An idle guard must not keep the test process running, but a pending reply must. */
function hold(guard: Guard, held: boolean): void {
  for (const part of [guard, guard.stdin as Socket, guard.stdout as Socket]) held ? part.ref() : part.unref();
}

async function execute(server: string, sql: string): Promise<void> {
  const connection = await createConnection({ uri: server, multipleStatements: true });
  try {
    await connection.query(sql);
  } finally {
    await connection.end();
  }
}

async function answering(url: string, directory: string): Promise<void> {
  const end = Date.now() + PATIENCE;
  for (;;) {
    try {
      return await execute(url, 'SELECT 1');
    } catch (cause) {
      if (Date.now() > end) {
        const log = await readFile(join(directory, 'log.err'), 'utf8').catch(() => '(no log)');
        throw new Error(
          `The tests' MariaDB did not come up within ${PATIENCE} ms. Its log ends:\n${log.slice(-2000)}`,
          {
            cause,
          },
        );
      }
      await sleep(50);
    }
  }
}

async function run(command: string, args: readonly string[]): Promise<void> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', part => said.push(part));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${command} ended with ${code}:\n${Buffer.concat(said).toString().slice(-2000)}`);
}
