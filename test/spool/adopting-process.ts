import { adoptSpools } from '../../src/spool/adoption.ts';

/* A process that adopts whatever it finds in the folder named and throws it away, says so once, and does it until it is killed. */

const folder = process.argv[2] ?? '';
for (let round = 0; ; round++) {
  for (const spool of await adoptSpools(folder, () => undefined)) await spool.remove();
  if (round === 0) console.log('looking');
}
