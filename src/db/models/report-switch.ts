import { bigint, integer, key, model, type RowOf } from './columns.ts';

/** Since when a website has its reports on, as far as noticed; a website with reports off has no row. */
export type ReportSwitchRow = RowOf<typeof columns>;

const columns = () => ({
  websiteId: key(integer()),
  /** Milliseconds since 1970, UTC. */
  since: bigint(),
});

export const defineReportSwitch = model<ReportSwitchRow>('report_switch', columns);
