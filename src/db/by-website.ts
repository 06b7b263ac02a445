import { literal, type Model, type ModelStatic, Op, type WhereOptions } from 'sequelize';
import type { AlertRow } from './models/alert.ts';
import type { AlertDeliveryRow } from './models/alert-delivery.ts';
import type { AuditRow } from './models/audit.ts';
import type { ReportRow } from './models/report.ts';
import type { Database } from './open.ts';

/** Returns one list of rows per website, in the order of `ids`; every list keeps the order of `rows`. */
export function groupByWebsite<Row extends { readonly websiteId: number }>(
  ids: readonly number[],
  rows: readonly Row[],
): (readonly Row[])[] {
  const byWebsite = Map.groupBy(rows, ({ websiteId }) => websiteId);
  return ids.map(id => byWebsite.get(id) ?? []);
}

/** The tables, by the name of their model, in which each website accumulates rows without limit. */
interface Growing {
  readonly reports: ReportRow;
  readonly alerts: AlertRow;
  readonly alertDeliveries: AlertDeliveryRow;
  readonly audits: AuditRow;
}

type Direction = 'ASC' | 'DESC';

/** The order of "latest": a number that grows, and the columns that break ties. */
const ORDERS: {
  readonly [Name in keyof Growing]: readonly [
    latest: readonly [keyof Growing[Name] & string, 'DESC'],
    ...rest: (readonly [keyof Growing[Name] & string, Direction])[],
  ];
} = {
  reports: [
    ['changedAt', 'DESC'],
    ['recipientId', 'ASC'],
    ['frequency', 'ASC'],
    ['day', 'ASC'],
  ],
  alerts: [
    ['at', 'DESC'],
    ['kind', 'ASC'],
    ['slot', 'ASC'],
  ],
  alertDeliveries: [['id', 'DESC']],
  audits: [['id', 'DESC']],
};

/** SQLite nests conditions joined with `OR`, at most 1,000 deep. */
const OR_DEPTH = 100;

/**
 * Returns the latest rows of each of these websites, at most `limit` each, in the order of `ids`, the latest first.
 * Window functions do not work on every server, so this takes two statements: the first finds where the latest rows of
 * each website begin, the second reads them. The rows of a website are therefore scanned twice.
 */
export async function latestOf<Name extends keyof Growing>(
  database: Database,
  name: Name,
  ids: readonly number[],
  limit: number,
): Promise<Growing[Name][][]> {
  const table: ModelStatic<Model> = database[name] as unknown as ModelStatic<Model>;
  const order = ORDERS[name];
  const [[latest]] = order;
  const column = table.getAttributes()[latest]?.field;
  const bounds = (await database.websites.findAll({
    attributes: [
      'id',
      [
        literal(
          `(SELECT ${column} FROM ${table.tableName} WHERE website_id = website.id ORDER BY ${column} DESC LIMIT 1 OFFSET ${limit - 1})`,
        ),
        'bound',
      ],
    ],
    where: { id: [...ids] },
    raw: true,
  })) as unknown as { readonly id: number; readonly bound: number | null }[];
  const whole = bounds.filter(({ bound }) => bound === null).map(({ id }) => id);
  const cut = bounds.filter(({ bound }) => bound !== null);
  const rows = await table.findAll({
    where: anyOf([
      { websiteId: whole },
      ...cut.map(({ id, bound }) => ({ websiteId: id, [latest]: { [Op.gte]: bound } })),
    ]),
  });
  const byWebsite = Map.groupBy(rows, row => row.getDataValue('websiteId') as number);
  const compare = comparison(order);
  return ids.map(id =>
    (byWebsite.get(id) ?? [])
      .sort(compare)
      .slice(0, limit)
      .map(row => row.get() as Growing[Name]),
  );
}

function anyOf(conditions: WhereOptions[]): WhereOptions {
  if (conditions.length <= OR_DEPTH) return { [Op.or]: conditions };
  const parts = Math.ceil(conditions.length / OR_DEPTH);
  return {
    [Op.or]: Array.from({ length: parts }, (_, part) =>
      anyOf(conditions.slice(part * OR_DEPTH, (part + 1) * OR_DEPTH)),
    ),
  };
}

function comparison(order: readonly (readonly [string, Direction])[]): (a: Model, b: Model) => number {
  return (a, b) => {
    for (const [column, direction] of order) {
      const difference = Number(a.getDataValue(column)) - Number(b.getDataValue(column));
      if (difference !== 0) return direction === 'ASC' ? difference : -difference;
    }
    return 0;
  };
}
