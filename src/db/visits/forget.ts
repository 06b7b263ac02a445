import type { Executor } from '../dialect.ts';
import { blob, int } from '../sql.ts';

/** Which visit a row is; `visitor` is 16 hex digits, `firstAt` milliseconds since 1970, UTC. */
export interface VisitKey {
  readonly visitor: string;
  readonly no: number;
  readonly firstAt: number;
  /** The import that it is of; null for none. */
  readonly importId: number | null;
}

/** A stored hit that belongs to no visit, with value ids; `event` is null for a pageview. */
export interface StrayHit {
  readonly id: number;
  readonly visitor: string;
  /** Milliseconds since 1970, UTC. */
  readonly at: number;
  readonly hour: number;
  readonly page: number;
  readonly host: number;
  readonly event: number | null;
  /** `;key=value;key=value`; null without any. */
  readonly props: string | null;
  readonly importId: number | null;
}

/** The amount of a hit, by value ids. */
export interface HitAmount {
  readonly event: number;
  readonly unit: number;
  readonly amount: string;
}

/** Returns the visits of these visitors on one day (since 1970-01-01), in the order that a part has. */
export async function readVisitKeys(
  tx: Executor,
  website: number,
  day: number,
  visitors: { readonly from: string; readonly to: string } | readonly string[],
): Promise<VisitKey[]> {
  const among =
    'from' in visitors
      ? `visitor BETWEEN ${blob(visitors.from)} AND ${blob(visitors.to)}`
      : `visitor IN (${visitors.map(blob).join(',')})`;
  const rows = await tx.all<Omit<VisitKey, 'visitor'> & { visitor: Buffer }>(
    `SELECT visitor, no, first_at AS firstAt, import_id AS importId FROM visit WHERE ${onDay(website, day)} AND ${among} ORDER BY visitor, no`,
  );
  return rows.map(row => ({ ...row, visitor: row.visitor.toString('hex') }));
}

/** Returns the visitors (16 hex digits each) that sent a hit at this time (milliseconds since 1970, UTC). */
export async function readVisitorsAt(
  executor: Executor,
  website: number,
  { from, to }: { readonly from: number; readonly to: number },
  at: number,
): Promise<string[]> {
  const rows = await executor.all<{ visitor: Buffer }>(
    `SELECT DISTINCT visitor FROM hit WHERE website_id = ${int(website)} AND day BETWEEN ${int(from)} AND ${int(to)} AND at = ${int(at)} AND visit_no > 0`,
  );
  return rows.map(({ visitor }) => visitor.toString('hex'));
}

/** Returns the next hits of a day that belong to no visit, after one of them or from the first on. */
export function readStrays(
  executor: Executor,
  website: number,
  day: number,
  after: Pick<StrayHit, 'visitor' | 'id'> | null,
  limit: number,
): Promise<StrayHit[]> {
  const beyond = after
    ? ` AND (visitor > ${blob(after.visitor)} OR (visitor = ${blob(after.visitor)} AND id > ${int(after.id)}))`
    : '';
  return strays(executor, `${onDay(website, day)} AND visit_no = 0${beyond} ORDER BY visitor, id LIMIT ${int(limit)}`);
}

/** Returns those of these hits that are still there. */
export function readStraysAgain(
  tx: Executor,
  website: number,
  day: number,
  hits: readonly Pick<StrayHit, 'visitor' | 'id'>[],
): Promise<StrayHit[]> {
  return strays(tx, theseStrays(website, day, hits));
}

async function strays(executor: Executor, where: string): Promise<StrayHit[]> {
  const rows = await executor.all<Omit<StrayHit, 'visitor'> & { visitor: Buffer }>(
    `SELECT id, visitor, at, hour, page, host, event, props, import_id AS importId FROM hit WHERE ${where}`,
  );
  return rows.map(row => ({ ...row, visitor: row.visitor.toString('hex') }));
}

/** Returns the amounts of the hits of visits, one for each hit with an amount. */
export function readAmountsOfVisits(
  tx: Executor,
  website: number,
  day: number,
  visits: readonly Pick<VisitKey, 'visitor' | 'no'>[],
): Promise<HitAmount[]> {
  return amounts(tx, hitsOfVisits(website, day, visits));
}

/** The same for hits that belong to no visit. */
export function readAmountsOfStrays(
  tx: Executor,
  website: number,
  day: number,
  hits: readonly Pick<StrayHit, 'visitor' | 'id'>[],
): Promise<HitAmount[]> {
  return amounts(tx, theseStrays(website, day, hits));
}

function amounts(tx: Executor, where: string): Promise<HitAmount[]> {
  return tx.all(
    `SELECT event, COALESCE(unit, 0) AS unit, amount FROM hit WHERE ${where} AND event IS NOT NULL AND amount IS NOT NULL`,
  );
}

/** Removes visits and their hits. */
export async function removeVisits(
  tx: Executor,
  website: number,
  day: number,
  visits: readonly Pick<VisitKey, 'visitor' | 'no'>[],
): Promise<void> {
  await tx.run(`DELETE FROM hit WHERE ${hitsOfVisits(website, day, visits)}`);
  await tx.run(`DELETE FROM visit WHERE ${onDay(website, day)} AND ${among(visits, 'no')}`);
}

/** Numbers what is left of the visits of visitors anew: the first of a day is number 1, and none is left out. */
export async function renumberVisits(
  tx: Executor,
  website: number,
  day: number,
  visitors: readonly string[],
): Promise<void> {
  const left = Map.groupBy(await readVisitKeys(tx, website, day, visitors), ({ visitor }) => visitor);
  for (const visits of left.values())
    for (const [at, visit] of visits.entries()) {
      if (visit.no === at + 1) continue;
      await tx.run(`UPDATE hit SET visit_no = ${at + 1} WHERE ${hitsOfVisits(website, day, [visit])}`);
      await tx.run(`UPDATE visit SET no = ${at + 1} WHERE ${onDay(website, day)} AND ${among([visit], 'no')}`);
    }
}

/** Removes hits that belong to no visit. */
export async function removeStrays(
  tx: Executor,
  website: number,
  day: number,
  hits: readonly Pick<StrayHit, 'visitor' | 'id'>[],
): Promise<void> {
  await tx.run(`DELETE FROM hit WHERE ${theseStrays(website, day, hits)}`);
}

function hitsOfVisits(website: number, day: number, visits: readonly Pick<VisitKey, 'visitor' | 'no'>[]): string {
  return `${onDay(website, day)} AND ${among(
    visits.map(({ visitor, no }) => ({ visitor, visit_no: no })),
    'visit_no',
  )}`;
}

function theseStrays(website: number, day: number, hits: readonly Pick<StrayHit, 'visitor' | 'id'>[]): string {
  return `${onDay(website, day)} AND visit_no = 0 AND ${among(hits, 'id')}`;
}

/** Returns a condition for rows by visitor and a number, which the keys of both tables find. */
function among<Name extends string>(
  rows: readonly ({ readonly visitor: string } & Readonly<Record<Name, number>>)[],
  name: Name,
): string {
  const byVisitor = Map.groupBy(rows, ({ visitor }) => visitor);
  const each = [...byVisitor].map(
    ([visitor, some]) => `(visitor = ${blob(visitor)} AND ${name} IN (${some.map(row => int(row[name])).join(',')}))`,
  );
  // Without the list, engines would look at the whole day.
  return `visitor IN (${[...byVisitor.keys()].map(blob).join(',')}) AND (${each.join(' OR ')})`;
}

function onDay(website: number, day: number): string {
  return `website_id = ${int(website)} AND day = ${int(day)}`;
}
