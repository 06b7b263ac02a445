import type { Sequelize } from 'sequelize';
import { defineAccount } from './account.ts';
import { defineAlert } from './alert.ts';
import { defineAlertDelivery } from './alert-delivery.ts';
import { defineAlertSetting } from './alert-setting.ts';
import { defineAnnotation } from './annotation.ts';
import { defineApiKey } from './api-key.ts';
import { defineAudit } from './audit.ts';
import { defineForget } from './forget.ts';
import { defineFunnel } from './funnel.ts';
import { defineGoal } from './goal.ts';
import { defineImport } from './import.ts';
import { defineJob } from './job.ts';
import { defineJobRun } from './job-run.ts';
import { defineMigration } from './migration.ts';
import { defineReport } from './report.ts';
import { defineReportRecipient } from './report-recipient.ts';
import { defineReportSwitch } from './report-switch.ts';
import { defineSalt } from './salt.ts';
import { defineSegment } from './segment.ts';
import { defineSession } from './session.ts';
import { defineSetting } from './setting.ts';
import { defineShare } from './share.ts';
import { defineWebsite } from './website.ts';
import { defineWebsiteTrash } from './website-trash.ts';

/** The models of all tables that are not on the hot path, by their name in `Database`. */
export type Models = ReturnType<typeof defineModels>;

/** Defines every model and their associations. There are no foreign keys, so deleting deletes no other rows. */
export function defineModels(sequelize: Sequelize) {
  const settings = defineSetting(sequelize);
  const models = {
    accounts: defineAccount(sequelize),
    apiKeys: defineApiKey(sequelize),
    sessions: defineSession(sequelize),
    websites: defineWebsite(sequelize, settings),
    websiteTrash: defineWebsiteTrash(sequelize),
    settings,
    migrations: defineMigration(sequelize),
    salts: defineSalt(sequelize),
    goals: defineGoal(sequelize),
    imports: defineImport(sequelize),
    forgets: defineForget(sequelize),
    audits: defineAudit(sequelize),
    funnels: defineFunnel(sequelize),
    annotations: defineAnnotation(sequelize),
    segments: defineSegment(sequelize),
    shares: defineShare(sequelize),
    reports: defineReport(sequelize),
    reportRecipients: defineReportRecipient(sequelize),
    reportSwitches: defineReportSwitch(sequelize),
    alerts: defineAlert(sequelize),
    alertDeliveries: defineAlertDelivery(sequelize),
    alertSettings: defineAlertSetting(sequelize),
    jobs: defineJob(sequelize),
    jobRuns: defineJobRun(sequelize),
  };
  const { accounts, apiKeys, sessions, websites } = models;
  const ofAccount = { foreignKey: 'accountId', constraints: false } as const;
  accounts.hasMany(apiKeys, ofAccount);
  accounts.hasMany(sessions, ofAccount);
  accounts.hasMany(websites, ofAccount);
  apiKeys.belongsTo(accounts, ofAccount);
  sessions.belongsTo(accounts, ofAccount);
  websites.belongsTo(accounts, ofAccount);
  const {
    goals,
    imports,
    funnels,
    annotations,
    segments,
    shares,
    reports,
    reportRecipients,
    alerts,
    alertDeliveries,
    jobs,
    jobRuns,
  } = models;
  const ofWebsite = { foreignKey: 'websiteId', constraints: false } as const;
  websites.hasMany(goals, { ...ofWebsite, as: 'goals' });
  websites.hasMany(imports, { ...ofWebsite, as: 'imports' });
  websites.hasMany(funnels, { ...ofWebsite, as: 'funnels' });
  websites.hasMany(annotations, { ...ofWebsite, as: 'annotations' });
  websites.hasMany(segments, { ...ofWebsite, as: 'segments' });
  websites.hasMany(shares, { ...ofWebsite, as: 'shares' });
  shares.belongsTo(apiKeys, { foreignKey: 'apiKeyId', constraints: false, as: 'maker' });
  websites.hasMany(reportRecipients, { ...ofWebsite, as: 'reportRecipients' });
  websites.hasMany(reports, { ...ofWebsite, as: 'reports' });
  websites.hasMany(alerts, { ...ofWebsite, as: 'alerts' });
  websites.hasMany(alertDeliveries, { ...ofWebsite, as: 'alertDeliveries' });
  jobs.hasMany(jobRuns, { foreignKey: 'name', sourceKey: 'name', constraints: false, as: 'runs' });
  return models;
}
