import { join } from 'node:path';
import { badInput } from '../errors.ts';
import { command, type Program, withDatabase } from './command.ts';
import { withFolding } from './folding.ts';

/** What `doctor` calls the owner of spools that name none. */
export const UNKNOWN = 'unknown';

/** `adopt`. */
export function register(program: Program): void {
  command(
    program,
    'adopt <database>',
    'Count the hits that spools in DATA_DIR hold for a database that is gone for good, such as one lost before its backup was restored; doctor shows its id.',
  ).answers(async (_: object, owner: string) => {
    const [{ settleInstance }, { lockSpool }, { foreignSpools }, { changeOwner }] = await Promise.all([
      import('../db/instance.ts'),
      import('../spool/lock.ts'),
      import('../spool/others.ts'),
      import('../spool/owner.ts'),
    ]);
    const counts = { spools: 0, inUse: 0, stored: 0, repeats: 0, bad: 0 };
    await withDatabase(async (database, config) => {
      const folder = join(config.dataDir, 'spool');
      const instance = await settleInstance(database);
      const spools = (await foreignSpools(folder, instance)).filter(spool => (spool.instance ?? UNKNOWN) === owner);
      if (spools.length === 0)
        throw badInput({ database: [`${folder} has no spools of the database ${owner}; doctor lists those it has.`] });
      for (const spool of spools) {
        const lock = await lockSpool(folder, spool.id);
        if (!lock) counts.inUse++;
        else {
          await changeOwner(folder, spool, instance.id).finally(lock.release);
          counts.spools++;
        }
      }
      const warn = (message: string) => console.error(message);
      await withFolding(database, config, { warn, counts }, ({ fold }) => fold.drain());
    });
    const lines = [`Spools adopted: ${counts.spools}; hits counted: ${counts.stored}.`];
    if (counts.repeats > 0) lines.push(`Skipped because their id was seen before: ${counts.repeats}.`);
    if (counts.bad > 0) lines.push(`Set aside in bad_hit, because their websites were never here: ${counts.bad}.`);
    if (counts.inUse > 0) lines.push(`Left alone because a running process uses them: ${counts.inUse}.`);
    return { json: counts, text: lines.join('\n') };
  });
}
