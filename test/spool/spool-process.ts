import { createSpool } from '../../src/spool/spool.ts';

/* A process with a spool of its own in the folder named: makes one hit durable, says so, and lives until it is killed. */

const spool = await createSpool(process.argv[2] ?? '');
await spool.append('"of a process that dies"');
console.log(spool.id);
setInterval(() => undefined, 60_000);
