import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A program that some suites need and that a machine can lack. */
export type Program = { readonly label: string; readonly path: string | null; readonly install: string };

/** The database server of the MariaDB suites. */
export const mariadb: Program = {
  label: 'MariaDB',
  path: find('mariadbd') && find('mariadb-install-db') && find('mariadbd'),
  install: 'apt-get install mariadb-server (it need not run: the tests start one of their own)',
};

/** The most common reverse proxy; the tests run its example from deploy/. */
export const nginx: Program = {
  label: 'nginx',
  path: find('nginx'),
  install: 'apt-get install nginx-light (it need not run: the tests start one of their own)',
};

/** Returns the reason to skip a suite, for `describe.skipIf`, or false. Throws under CI, where every suite must run. */
export function missing(program: Program): string | false {
  if (program.path !== null) return false;
  const reason = `${program.label} is not installed; get it with: ${program.install}`;
  if (process.env.CI) throw new Error(`${reason}. Under CI every suite has to run.`);
  return reason;
}

/** Returns the path of a program, even if the PATH lacks the directories of system programs; null if not installed. */
export function find(name: string): string | null {
  const directories = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin', '/usr/bin'];
  for (const directory of directories) {
    const path = join(directory, name);
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // not in this one
    }
  }
  return null;
}
