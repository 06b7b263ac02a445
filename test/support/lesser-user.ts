import type { Dialect } from '../../src/db/dialect.ts';

/** A user of a server's database who may not do everything there. */
export interface LesserUser {
  /** The DATABASE_URL with its name and password. */
  readonly url: string;
  /** Holds for connections that are made afterwards. */
  grant(rights: string): Promise<void>;
  drop(): Promise<void>;
}

/** Makes a user with `rights`, as GRANT names them, on the database at `url`, over a connection that may do that. */
export async function lesserUser(dialect: Dialect, url: string, rights: string): Promise<LesserUser> {
  const own = new URL(url);
  const database = own.pathname.slice(1);
  const name = `lesser_${database}`;
  const grant = async (more: string) => void (await dialect.run(`GRANT ${more} ON ${database}.* TO '${name}'@'%'`));
  await dialect.run(`CREATE USER '${name}'@'%' IDENTIFIED BY 'password'`);
  await grant(rights);
  own.username = name;
  own.password = 'password';
  return { url: own.href, grant, drop: async () => void (await dialect.run(`DROP USER '${name}'@'%'`)) };
}
