import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import { type MariaDbServer, startMariaDb } from '../../support/mariadb.ts';
import type { FaultEngine, Place, Scene } from '../fault.ts';

let servers: Promise<MariaDbServer> | undefined;
let places = 0;

/**
 * Returns a place on this run's MariaDB, whose commits survive a kill, or on the given server; `folder` replaces a new
 * data directory.
 */
export async function openPlace(
  engine: FaultEngine,
  given: { readonly server?: MariaDbServer; readonly folder?: string } = {},
): Promise<Place> {
  const dataDir = given.folder ?? mkdtempSync(join(tmpdir(), 'footfall-faults-'));
  const removeData = () => rmSync(dataDir, { recursive: true, force: true });
  if (engine === 'SQLite') {
    return { engine, url: `sqlite:${dataDir}/footfall.db`, dataDir, server: null, remove: async () => removeData() };
  }
  servers ??= given.server ? undefined : startMariaDb({ durable: true });
  const server = given.server ?? (await (servers as Promise<MariaDbServer>));
  const name = `faults_${process.pid}_${++places}`;
  await execute(server.url, `CREATE DATABASE ${name}`);
  return {
    engine,
    url: `${server.url}${name}`,
    dataDir,
    server,
    async remove() {
      removeData();
      await execute(server.url, `SET lock_wait_timeout = 2; DROP DATABASE IF EXISTS ${name}`).catch(() => undefined);
    },
  };
}

const idle: MariaDbServer[] = [];
const victims: MariaDbServer[] = [];

/**
 * Returns a place on a server that the scene may kill and freeze; the next scene gets the server when this one is over.
 */
export async function openVictim(scene: Scene): Promise<{ place: Place; server: MariaDbServer }> {
  let server = idle.pop();
  if (!server) {
    server = await startMariaDb({ durable: true });
    victims.push(server);
  }
  const mine = server;
  scene.later(async () => {
    process.kill(mine.pid(), 'SIGCONT');
    await execute(mine.url, 'SELECT 1').catch(mine.start);
    idle.push(mine);
  });
  const place = await openPlace('MariaDB', { server });
  scene.later(place.remove);
  return { place, server };
}

/** Stops the MariaDB servers of this run. */
export async function closePlaces(): Promise<void> {
  await (await servers)?.stop();
  for (const server of victims) await server.stop();
}

/** Runs statements directly on a server, bypassing the service. */
export async function execute(url: string, sql: string): Promise<void> {
  const connection = await createConnection({ uri: url, multipleStatements: true });
  try {
    await connection.query(sql);
  } finally {
    await connection.end();
  }
}
