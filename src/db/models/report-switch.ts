import type { Sequelize } from 'sequelize';
import { bigint, integer, key, type ModelOf, OPTIONS } from './columns.ts';

/** Since when a website has its reports on, as far as noticed; a website with reports off has no row. */
export interface ReportSwitchRow {
  readonly websiteId: number;
  /** Milliseconds since 1970, UTC. */
  readonly since: number;
}

export function defineReportSwitch(sequelize: Sequelize): ModelOf<ReportSwitchRow> {
  return sequelize.define('report_switch', { websiteId: key(integer()), since: bigint() }, OPTIONS);
}
