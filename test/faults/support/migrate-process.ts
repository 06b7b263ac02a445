import { once } from 'node:events';
import { migrate } from '../../../src/db/migrate.ts';
import { openDatabase } from '../../../src/db/open.ts';
import { changedDialect } from '../../support/changed-dialect.ts';

/*
 * Migrates the database named by argument 1, as a start of the service does, and prints the applied migrations as JSON;
 * kills itself with signal 9 after as many statements as argument 2 says, 0 for never. Says on its standard error when it
 * is ready, and starts when its standard input ends, so that several can start at once.
 */

const [url = '', limit = '0'] = process.argv.slice(2);
process.stderr.write('ready\n');
await once(process.stdin.resume(), 'end');
const { dialect, close } = openDatabase(url);
let statements = 0;
const killing = changedDialect(dialect, {
  async run(sql, params) {
    const changed = await dialect.run(sql, params);
    if (++statements === Number(limit)) process.kill(process.pid, 'SIGKILL');
    return changed;
  },
});
console.log(JSON.stringify(await migrate(killing)));
await close();
