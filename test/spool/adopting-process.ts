import { adoptSpools } from '../../src/spool/others.ts';
import { INSTANCE } from '../support/spools.ts';

/*
 * A process that repeatedly adopts all spools in the given folder and removes them, until it is killed; prints a line
 * once.
 */

const folder = process.argv[2] ?? '';
for (let round = 0; ; round++) {
  for (const spool of await adoptSpools(folder, INSTANCE, () => undefined)) await spool.remove();
  if (round === 0) console.log('looking');
}
