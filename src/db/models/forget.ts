import { bigint, id, integer, longText, medium, model, OPTIONS, orNull, type RowOf, text } from './columns.ts';

/** What a website forgets; times are milliseconds since 1970, UTC, and days are since 1970-01-01. */
export type ForgetRow = RowOf<typeof columns>;

const columns = () => ({
  id: id(),
  websiteId: integer(),
  /** Who began it; null for the command line. */
  accountId: orNull(integer()),
  /** What is chosen, as JSON; empty when it is done, because it can name what had to go. */
  choice: longText(),
  state: text<'running' | 'done'>(8),
  firstDay: medium(),
  lastDay: medium(),
  /** The days before this one are done. */
  nextDay: medium(),
  /** What has been removed so far. */
  visits: bigint(),
  visitors: bigint(),
  pageviews: bigint(),
  events: bigint(),
  createdAt: bigint(),
  finishedAt: orNull(bigint()),
});

export const defineForget = model<ForgetRow, 'id'>('forget', columns, {
  ...OPTIONS,
  scopes: { latestFirst: { order: [['id', 'DESC']] } },
});
