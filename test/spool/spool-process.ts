import { Spool } from '../../src/spool/spool.ts';
import { INSTANCE } from '../support/spools.ts';

/*
 * A process with its own spool in the given folder: makes one hit durable, prints a line, and lives until it is killed.
 */

const spool = await Spool.create(process.argv[2] ?? '', { instance: INSTANCE });
await spool.append('"of a process that dies"');
console.log(spool.id);
setInterval(() => undefined, 60_000);
