/** Returns one list of rows per website, in the order of `ids`; every list keeps the order of `rows`. */
export function groupByWebsite<Row extends { readonly websiteId: number }>(
  ids: readonly number[],
  rows: readonly Row[],
): (readonly Row[])[] {
  const byWebsite = Map.groupBy(rows, ({ websiteId }) => websiteId);
  return ids.map(id => byWebsite.get(id) ?? []);
}
