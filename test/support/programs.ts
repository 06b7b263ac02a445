import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A program that some suites need and a machine may lack. */
export type Program = { readonly label: string; readonly path: string | null; readonly install: string };

/** The database server of the MariaDB suites. */
export const mariadb: Program = {
  label: 'MariaDB',
  path: find('mariadbd') && find('mariadb-install-db') && find('mariadbd'),
  install: 'apt-get install mariadb-server (it need not run: the tests start one of their own)',
};

/** The proxy that most people put in front; its example in deploy/ is tried. */
export const nginx: Program = {
  label: 'nginx',
  path: find('nginx'),
  install: 'apt-get install nginx-light (it need not run: the tests start one of their own)',
};

/** The reason to leave a suite out, for `describe.skipIf`; false when the program is there. Throws under CI, where every suite has to run. */
export function missing(program: Program): string | false {
  if (program.path !== null) return false;
  const reason = `${program.label} is not installed; get it with: ${program.install}`;
  if (process.env.CI) throw new Error(`${reason}. Under CI every suite has to run.`);
  return reason;
}

/** The path of a program, also when the PATH lacks the directories of system programs; null when there is none. */
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
