import { TIMEOUTS } from '../../src/db/open.ts';

/*
 * Runs before every test file with databases: a busy machine may need longer for a statement, or for one of many
 * connections, than a service waits. Tests of such limits set their own.
 */
Object.assign(TIMEOUTS, { connect: 60_000, statement: 60_000 });
