import { ALERT_KINDS, type AlertKind } from '../domain/alert.ts';
import type { Dialect, Executor } from './dialect.ts';
import { retriedTransaction } from './retry.ts';
import { insertRow } from './rows.ts';

export const CHANNELS = ['mail', 'webhook'] as const;
export type Channel = (typeof CHANNELS)[number];

/** What a website wants alerts about, and how. `since` is milliseconds, UTC: what was before brings no alert. */
export interface AlertSettingRow {
  readonly website: number;
  readonly kinds: readonly AlertKind[];
  readonly byMail: boolean;
  readonly webhookUrl: string | null;
  /** What webhook calls are signed with. */
  readonly webhookSecret: string;
  readonly since: number;
}

/** An alert. `slot` is the hour at the website it is about (days since 1970-01-01 times 24, and the hour); 0 for a first hit. */
export interface AlertRow {
  readonly website: number;
  readonly kind: AlertKind;
  readonly slot: number;
  /** When it was noticed, milliseconds since 1970, UTC. */
  readonly at: number;
  readonly count: number;
  readonly usual: number;
}

/** One way an alert is told. `waiting` is tried from `nextAt` on; `sent` and `failed` are final. */
export interface DeliveryRow extends Pick<AlertRow, 'website' | 'kind' | 'slot'> {
  readonly id: number;
  readonly channel: Channel;
  readonly state: 'waiting' | 'claimed' | 'sent' | 'failed';
  readonly claim: string;
  readonly heldUntil: number;
  readonly nextAt: number;
  readonly attempts: number;
  readonly changedAt: number;
  /** The answer, or why there was none. */
  readonly note: string;
}

const SETTING =
  'SELECT website_id AS website, kinds AS bits, by_mail AS byMail, webhook_url AS webhookUrl, webhook_secret AS webhookSecret, since FROM alert_setting';
const DELIVERY =
  'SELECT id, website_id AS website, kind AS number, slot, channel, state, claim, held_until AS heldUntil, next_at AS nextAt, attempts, changed_at AS changedAt, note FROM alert_delivery';
const LONGEST_NOTE = 1_000;

/** The settings of all websites that have any, or of one. */
export async function readAlertSettings(executor: Executor, website: number | null): Promise<AlertSettingRow[]> {
  const where = website === null ? '' : ' WHERE website_id = ?';
  const rows = await executor.all<Omit<AlertSettingRow, 'kinds' | 'byMail'> & { bits: number; byMail: number }>(
    `${SETTING}${where}`,
    website === null ? [] : [website],
  );
  return rows.map(({ bits, byMail, ...row }) => ({
    ...row,
    byMail: byMail === 1,
    kinds: ALERT_KINDS.filter((_, index) => (bits & (1 << index)) !== 0),
  }));
}

export async function saveAlertSetting(executor: Executor, dialect: Dialect, setting: AlertSettingRow): Promise<void> {
  const bits = setting.kinds.reduce((sum, kind) => sum | (1 << ALERT_KINDS.indexOf(kind)), 0);
  const columns = ['kinds', 'by_mail', 'webhook_url', 'webhook_secret', 'since'];
  await executor.run(
    `INSERT INTO alert_setting (website_id, ${columns.join(', ')}) VALUES (?, ?, ?, ?, ?, ?)${dialect.onConflict(['website_id'], [], columns)}`,
    [setting.website, bits, Number(setting.byMail), setting.webhookUrl, setting.webhookSecret, setting.since],
  );
}

/** Notes an alert and what has to be told of it, in one; false when it was noted before, by whichever process. */
export async function raiseAlert(dialect: Dialect, alert: AlertRow, channels: readonly Channel[]): Promise<boolean> {
  const { website, slot, at, count, usual } = alert;
  const kind = ALERT_KINDS.indexOf(alert.kind);
  try {
    await retriedTransaction(dialect, async tx => {
      await insertRow(tx, 'alert', { website_id: website, kind, slot, at, hits: count, usual });
      for (const channel of channels) {
        const rest = { state: 'waiting', claim: '', held_until: 0, next_at: at, attempts: 0, changed_at: at, note: '' };
        await insertRow(tx, 'alert_delivery', { website_id: website, kind, slot, channel, ...rest });
      }
    });
    return true;
  } catch (error) {
    if (dialect.fault(error) === 'duplicate') return false;
    throw error;
  }
}

/** The latest alerts of a website, the newest first. */
export function readAlerts(executor: Executor, website: number, limit: number): Promise<AlertRow[]> {
  return selectAlerts(executor, 'website_id = ? ORDER BY at DESC, kind, slot LIMIT ?', [website, limit]);
}

/** One alert. */
export async function readAlert(
  executor: Executor,
  { website, kind, slot }: Pick<AlertRow, 'website' | 'kind' | 'slot'>,
): Promise<AlertRow | undefined> {
  const key = [website, ALERT_KINDS.indexOf(kind), slot];
  return (await selectAlerts(executor, 'website_id = ? AND kind = ? AND slot = ?', key))[0];
}

async function selectAlerts(executor: Executor, where: string, params: readonly number[]): Promise<AlertRow[]> {
  const rows = await executor.all<Omit<AlertRow, 'kind'> & { number: number }>(
    `SELECT website_id AS website, kind AS number, slot, at, hits AS count, usual FROM alert WHERE ${where}`,
    params,
  );
  return rows.map(({ number, ...row }) => ({ ...row, kind: ALERT_KINDS[number] ?? 'SPIKE' }));
}

/** Deliveries that may be tried at `now`; also those whose time was written by a clock more than a day ahead. */
export async function openDeliveries(executor: Executor, now: number, limit: number): Promise<DeliveryRow[]> {
  const ahead = now + 86_400_000;
  return select(
    executor,
    " WHERE (state = 'waiting' AND (next_at <= ? OR next_at > ?)) OR (state = 'claimed' AND (held_until <= ? OR held_until > ?)) ORDER BY attempts, id LIMIT ?",
    [now, ahead, now, ahead, limit],
  );
}

/** What became of the alerts of a website, the latest first. */
export function readDeliveries(executor: Executor, website: number, limit: number): Promise<DeliveryRow[]> {
  return select(executor, ' WHERE website_id = ? ORDER BY id DESC LIMIT ?', [website, limit]);
}

/** One delivery. */
export async function readDelivery(executor: Executor, id: number): Promise<DeliveryRow | undefined> {
  return (await select(executor, ' WHERE id = ?', [id]))[0];
}

/** Takes a delivery as it was read; false when somebody else was quicker. */
export async function claimDelivery(
  executor: Executor,
  { id, claim, state }: DeliveryRow,
  mine: { claim: string; heldUntil: number; now: number },
): Promise<boolean> {
  const taken = await executor.run(
    "UPDATE alert_delivery SET state = 'claimed', claim = ?, held_until = ?, attempts = attempts + 1, changed_at = ? WHERE id = ? AND claim = ? AND state = ?",
    [mine.claim, mine.heldUntil, mine.now, id, claim, state],
  );
  return taken === 1;
}

/** Notes what came of a delivery that this claim still has; false when it has lost it. */
export async function settleDelivery(
  executor: Executor,
  id: number,
  claim: string,
  { state, now, nextAt = 0, note }: { state: DeliveryRow['state']; now: number; nextAt?: number; note: string },
): Promise<boolean> {
  const settled = await executor.run(
    "UPDATE alert_delivery SET state = ?, changed_at = ?, next_at = ?, note = ? WHERE id = ? AND claim = ? AND state = 'claimed'",
    [state, now, nextAt, note.slice(0, LONGEST_NOTE), id, claim],
  );
  return settled === 1;
}

async function select(executor: Executor, rest: string, params: readonly number[]): Promise<DeliveryRow[]> {
  const rows = await executor.all<Omit<DeliveryRow, 'kind'> & { number: number }>(`${DELIVERY}${rest}`, params);
  return rows.map(({ number, ...row }) => ({ ...row, kind: ALERT_KINDS[number] ?? 'SPIKE' }));
}
