import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { freePort } from '../../support/free-port.ts';
import { type MariaDbServer, startMariaDb } from '../../support/mariadb.ts';
import { find, mariadb, missing } from '../../support/programs.ts';

/** The path at which Debian's galera-4 installs the library that MariaDB loads. */
const GALERA = '/usr/lib/galera/libgalera_smm.so';

/**
 * Starts nodes of one Galera cluster on loopback, one after the other: the first creates the cluster, the others copy
 * it. A node that was killed comes back with `start` and copies what it has missed. Option files are written to
 * `folder`.
 */
export async function startGalera(folder: string, size: number): Promise<MariaDbServer[]> {
  const members = [];
  for (let node = 1; node <= size; node++)
    members.push({ name: `node${node}`, group: await freePort(), copy: await freePort(), state: await freePort() });
  const everyone = `gcomm://${members.map(({ group }) => `127.0.0.1:${group}`).join(',')}`;
  const nodes: MariaDbServer[] = [];
  for (const { name, group, copy, state } of members) {
    const optionFile = join(folder, `${name}.cnf`);
    const write = (address: string) =>
      writeFileSync(
        optionFile,
        `[mariadbd]
wsrep_on=ON
wsrep_provider=${GALERA}
wsrep_provider_options="gmcast.listen_addr=tcp://127.0.0.1:${group};ist.recv_addr=127.0.0.1:${copy};gcache.size=64M"
wsrep_cluster_name=footfall
wsrep_cluster_address=${address}
wsrep_node_name=${name}
wsrep_node_address=127.0.0.1
wsrep_sst_method=mariabackup
wsrep_sst_auth=root:
wsrep_sst_receive_address=127.0.0.1:${state}
binlog_format=ROW
innodb_autoinc_lock_mode=2
`,
      );
    write(nodes.length === 0 ? 'gcomm://' : everyone);
    const node = await startMariaDb({ durable: true, optionFile });
    nodes.push({
      ...node,
      async stop() {
        await node.stop();
        rmSync(optionFile, { force: true });
      },
    });
    // When started again, the first node must join the others instead of creating a new cluster.
    write(everyone);
  }
  return nodes;
}

/** Returns why the cluster cannot be started on this machine and how to install what is missing; null when it can. */
export function missingForGalera(): string | null {
  const lacking = ['mariadb-backup', 'socat', 'haproxy'].filter(name => find(name) === null);
  if (!existsSync(GALERA)) lacking.unshift('galera-4');
  if (missing(mariadb) !== false) lacking.unshift('mariadb-server');
  return lacking.length === 0 ? null : `not installed; get it with: apt-get install ${lacking.join(' ')}`;
}

/** Returns how often a transaction of this node lost against one of another node since the node started. */
export async function countConflicts(node: MariaDbServer): Promise<number> {
  const rows = await ask(
    node.url,
    "SHOW STATUS WHERE Variable_name IN ('wsrep_local_cert_failures', 'wsrep_local_bf_aborts')",
  );
  return rows.reduce((sum, { Value }) => sum + Number(Value), 0);
}

/** Returns a sentence for each table of a database that differs between nodes. */
export async function differences(nodes: readonly MariaDbServer[], database: string): Promise<string[]> {
  const sums = new Map<string, Set<string>>();
  for (const { url } of nodes) {
    for (const row of await ask(url + database, 'SET wsrep_sync_wait = 1; SHOW TABLES')) {
      const table = String(Object.values(row)[0]);
      const [sum] = await ask(url + database, `SET wsrep_sync_wait = 1; CHECKSUM TABLE ${table}`);
      sums.set(table, (sums.get(table) ?? new Set()).add(String(sum?.Checksum)));
    }
  }
  return [...sums].flatMap(([table, found]) => (found.size === 1 ? [] : [`The table ${table} differs between nodes.`]));
}

/** Returns the rows of the last of these statements. */
async function ask(url: string, sql: string): Promise<RowDataPacket[]> {
  const connection = await createConnection({ uri: url, multipleStatements: true });
  try {
    const [rows] = (await connection.query(sql)) as unknown as [RowDataPacket[] | RowDataPacket[][], unknown];
    return (sql.includes(';') ? rows.at(-1) : rows) as RowDataPacket[];
  } finally {
    await connection.end();
  }
}
