import { Op } from 'sequelize';
import type { AlertDeliveryRow } from '../db/models/alert-delivery.ts';
import type { Database } from '../db/open.ts';

const DAY = 86_400_000;

/** Returns the deliveries due at `now`, least tried first. A time over a day ahead is due: a wrong clock wrote it. */
export async function openDeliveries(
  { alertDeliveries }: Database,
  now: number,
  limit: number,
): Promise<AlertDeliveryRow[]> {
  const past = { [Op.or]: [{ [Op.lte]: now }, { [Op.gt]: now + DAY }] };
  const found = await alertDeliveries.findAll({
    where: {
      [Op.or]: [
        { state: 'waiting', nextAt: past },
        { state: 'claimed', heldUntil: past },
      ],
    },
    order: ['attempts', 'id'],
    limit,
  });
  return found.map(delivery => delivery.get());
}

/** Returns the claim that has a delivery or had it last; null when the delivery no longer exists. */
export async function claimOf({ alertDeliveries }: Database, id: number): Promise<string | null> {
  const delivery = await alertDeliveries.findByPk(id, { attributes: ['claim'], raw: true });
  return delivery?.claim ?? null;
}

/** Claims a delivery as it was read; returns false when another process was faster. */
export async function claimDelivery(
  { alertDeliveries }: Database,
  { id, claim, state, attempts }: AlertDeliveryRow,
  mine: { readonly claim: string; readonly heldUntil: number; readonly now: number },
): Promise<boolean> {
  const taken = { state: 'claimed', claim: mine.claim, heldUntil: mine.heldUntil, changedAt: mine.now } as const;
  const [count] = await alertDeliveries.update({ ...taken, attempts: attempts + 1 }, { where: { id, claim, state } });
  return count === 1;
}

/** Stores the result of the attempt with this claim; returns false when the claim has lost the delivery. */
export async function settleDelivery(
  { alertDeliveries }: Database,
  id: number,
  claim: string,
  { state, now, nextAt = 0, note }: { state: AlertDeliveryRow['state']; now: number; nextAt?: number; note: string },
): Promise<boolean> {
  const end = { state, changedAt: now, nextAt, note };
  const [count] = await alertDeliveries.update(end, { where: { id, claim, state: 'claimed' } });
  return count === 1;
}
