import type { Dialect } from '../../src/db/dialect.ts';

/** A database user with limited rights. */
export interface LesserUser {
  /** The DATABASE_URL with the name and password of the user. */
  readonly url: string;
  /** Takes effect for connections opened afterwards. */
  grant(rights: string): Promise<void>;
  drop(): Promise<void>;
}

/** Creates a user with `rights`, as GRANT names them, on the database at `url`; `dialect` is allowed to create users. */
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
