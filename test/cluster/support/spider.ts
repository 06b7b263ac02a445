import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { migrate } from '../../../src/db/migrate.ts';
import { openDatabase } from '../../../src/db/open.ts';
import { TABLES } from '../../../src/db/tables.ts';
import { type MariaDbServer, startMariaDb } from '../../support/mariadb.ts';
import { mariadb, missing } from '../../support/programs.ts';

/** The path at which Debian's mariadb-plugin-spider installs the engine. */
const SPIDER = '/usr/lib/mysql/plugin/ha_spider.so';

/**
 * The tables split by website: all that a fold writes, so that its transaction stays on one shard, and no others. The
 * small tables stay on the head.
 */
const SHARDED = TABLES.filter(({ by, key }) => by === 'sql' && key[0] === 'website_id').map(({ name }) => name);

/** A Spider head and the two servers that it splits tables over; each shard logs every statement it receives. */
export interface Spider {
  readonly head: MariaDbServer;
  readonly shards: readonly MariaDbServer[];
  /** Returns the statements that each shard received since the last call, in order. */
  statements(): string[][];
  stop(): Promise<void>;
}

/** Returns why Spider cannot be started on this machine and how to install what is missing; null when it can. */
export function missingForSpider(): string | null {
  const lacking = existsSync(SPIDER) ? [] : ['mariadb-plugin-spider'];
  if (missing(mariadb) !== false) lacking.unshift('mariadb-server');
  return lacking.length === 0 ? null : `not installed; get it with: apt-get install ${lacking.join(' ')}`;
}

export async function startSpider(): Promise<Spider> {
  const folder = mkdtempSync(join(tmpdir(), 'footfall-spider-'));
  const logs = [0, 1].map(number => join(folder, `shard${number}.log`));
  const starting = logs.map((log, number) => {
    const optionFile = join(folder, `shard${number}.cnf`);
    writeFileSync(optionFile, `[mariadbd]\ngeneral_log=ON\ngeneral_log_file=${log}\n`);
    return startMariaDb({ durable: true, optionFile });
  });
  const optionFile = join(folder, 'head.cnf');
  writeFileSync(
    optionFile,
    `[mariadbd]
plugin-load-add=ha_spider.so
spider_direct_dup_insert=1
spider_same_server_link=ON
spider_connect_timeout=3
spider_net_read_timeout=30
spider_net_write_timeout=30
`,
  );
  const [head, ...shards] = await Promise.all([startMariaDb({ durable: true, optionFile }), ...starting]);
  const read = logs.map(() => 0);
  return {
    head,
    shards,
    statements: () =>
      logs.map((log, index) => {
        const text = readFileSync(log, 'utf8');
        const fresh = text.slice(read[index]);
        read[index] = text.length;
        return [...fresh.matchAll(/^[^\n]*?\d (?:Query|Execute)\t([^\n]*)/gm)].map(([, statement = '']) => statement);
      }),
    async stop() {
      for (const server of [head, ...shards]) await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Moves the growing tables of an empty database on the head to the shards, split by website, which an operator does
 * once. The shards get their tables from the migrations; the migrations of the head find the tables there and leave
 * them unchanged. `scattered` is a table that is split by its values instead, for a control.
 */
export async function shardDatabase(
  headUrl: string,
  shardServers: readonly string[],
  scattered?: 'rollup_day' | undefined,
): Promise<void> {
  const name = new URL(headUrl).pathname.slice(1);
  const created = new Map<string, string>();
  for (const server of shardServers) {
    await ask(server, `CREATE DATABASE ${name}`);
    const database = openDatabase(server + name, { timeout: 30_000 });
    await migrate(database.dialect);
    await database.close();
  }
  for (const table of SHARDED) {
    const [row] = await ask(`${shardServers[0]}${name}`, `SHOW CREATE TABLE ${table}`);
    created.set(table, String(row?.['Create Table']).replace(/\) ENGINE=.*$/s, ')'));
  }
  for (const [number, server] of shardServers.entries())
    await ask(
      headUrl,
      `CREATE SERVER ${name}_${number} FOREIGN DATA WRAPPER mysql OPTIONS (HOST '127.0.0.1', PORT ${new URL(server).port}, USER 'root', PASSWORD '', DATABASE '${name}')`,
    );
  const partitions = shardServers.map((_, number) => `PARTITION shard${number} COMMENT = 'srv "${name}_${number}"'`);
  for (const [table, columns] of created)
    await ask(
      headUrl,
      `${columns} ENGINE=SPIDER DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin COMMENT='wrapper "mysql", table "${table}"' PARTITION BY HASH (${table === scattered ? 'value_id' : 'website_id'}) (${partitions.join(', ')})`,
    );
}

/** Returns the names of the tables that should be on the shards and are not. */
export async function keptOnHead(headUrl: string): Promise<string[]> {
  const rows = await ask(
    headUrl,
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE() AND engine <> 'SPIDER' ORDER BY name`,
  );
  return rows.map(({ name }) => String(name)).filter(name => SHARDED.some(table => table === name));
}

async function ask(url: string, sql: string): Promise<RowDataPacket[]> {
  const connection = await createConnection(url);
  try {
    return ((await connection.query(sql)) as unknown as [RowDataPacket[]])[0];
  } finally {
    await connection.end();
  }
}
