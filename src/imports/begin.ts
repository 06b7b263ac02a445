import { Op } from 'sequelize';
import type { ImportRow } from '../db/models/import.ts';
import type { Database } from '../db/open.ts';
import { lockFold } from '../db/rollups/fold-state.ts';
import { areDone, isAnotherAtWork } from '../db/rollups/held-import.ts';
import type { ImportContext } from './context.ts';
import { type HeldImport, stepOf } from './progress.ts';

/** States in which an import has counted some of its rows, but not said yet that they count. */
const COUNTING = ['running', 'checking'] as const;

class Blocked extends Error {}

/**
 * Lets an import begin to read, unless another one of its website is at work, in any process: which rows repeat others is
 * only known when that is over. Returns false if it must wait.
 */
export async function beginReading(context: ImportContext, held: HeldImport): Promise<boolean> {
  const { dialect } = context.database;
  const { websiteId } = held.row;
  try {
    await stepOf(context, held, 'begin', { state: 'reading' }, async tx => {
      await lockFold(tx, dialect, websiteId);
      if (await isAnotherAtWork(tx, dialect, held.row, context.now())) throw new Blocked();
    });
    return true;
  } catch (error) {
    if (error instanceof Blocked) return false;
    throw error;
  }
}

/**
 * Lets an import count what it has read, unless one of the earlier imports is gone by which it knew repeats: then it stays
 * where it is, to be read again.
 */
export async function beginRunning(
  context: ImportContext,
  held: HeldImport,
  earlier: readonly number[],
): Promise<void> {
  const { dialect } = context.database;
  try {
    await stepOf(context, held, 'begin to run', { state: 'running' }, async tx => {
      await lockFold(tx, dialect, held.row.websiteId);
      if (!(await areDone(tx, dialect, earlier))) throw new Blocked();
    });
  } catch (error) {
    if (!(error instanceof Blocked)) throw error;
  }
}

/** Returns those of these imports that need not wait for another one, as `beginReading` decides. */
export async function unblocked({ imports }: Database, rows: readonly ImportRow[], now: number): Promise<ImportRow[]> {
  const beginning = rows.filter(isBeginning);
  if (beginning.length === 0) return [...rows];
  const working = await imports.findAll({
    where: {
      websiteId: [...new Set(beginning.map(({ websiteId }) => websiteId))],
      dryRun: 0,
      [Op.or]: [{ state: [...COUNTING] }, { state: 'reading', heldUntil: { [Op.gt]: now } }],
    },
    attributes: ['id', 'websiteId'],
    raw: true,
  });
  return rows.filter(
    row => !isBeginning(row) || !working.some(({ id, websiteId }) => websiteId === row.websiteId && id !== row.id),
  );
}

/** Returns whether an import has begun to count and has not ended; until then, others of its website wait. */
export function isCounting({ state }: Pick<ImportRow, 'state'>): boolean {
  return (COUNTING as readonly string[]).includes(state);
}

function isBeginning({ state, dryRun }: ImportRow): boolean {
  return dryRun === 0 && (state === 'waiting' || state === 'reading');
}
