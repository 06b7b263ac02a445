import { TIMEOUTS } from '../../src/db/open.ts';

/*
 * Runs before every test file with databases, and before the commands of tests: on a busy machine, a statement, or one of
 * many connections, may take longer than a service waits. Tests of such limits set their own.
 */
Object.assign(TIMEOUTS, { connect: 60_000, statement: 60_000 });
