import { createConnection } from 'mysql2/promise';

let databases = 0;

/** Returns the URL of an empty database on a server, which gets the memory and log size of a busy one. */
export async function benchDatabase(url: string): Promise<string> {
  const name = `bench${++databases}`;
  const connection = await createConnection(url);
  await connection.query(`CREATE DATABASE ${name}`);
  await connection.query('SET GLOBAL innodb_buffer_pool_size = 2147483648');
  await connection.query('SET GLOBAL innodb_log_file_size = 536870912');
  await connection.end();
  return url + name;
}
