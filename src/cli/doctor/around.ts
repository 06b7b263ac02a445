import { readPlaceAge } from '../../collect/place.ts';
import type { Config } from '../../config.ts';
import { listBackups } from '../../jobs/backup.ts';
import { reachMailServer } from '../../reports/transport.ts';
import { counted, type Finding, findings, reasonOf } from './finding.ts';

const DAY = 86_400_000;
const OLD_PLACES = 180;
const OLD_BACKUP = 8;
const MAIL_PATIENCE = 10_000;

export async function checkPlaces({ geoDb }: Config, now: number): Promise<Finding> {
  const { ok, warn, fail } = findings('geo database');
  try {
    const { file, builtAt } = await readPlaceAge(geoDb);
    const days = Math.floor((now - builtAt) / DAY);
    const text = `${file} is ${counted(days, 'day')} old.`;
    return days > OLD_PLACES
      ? warn(text, 'Upgrade Footfall, or set GEO_DB to a newer file: the locations of IP addresses change.')
      : ok(text);
  } catch (error) {
    const fix = 'Run "npm ci", or set GEO_DB to a city database in MaxMind format; until then hits have no location.';
    return fail(`The geo database cannot be read (${reasonOf(error)}).`, fix);
  }
}

export async function checkMail({ smtpUrl, mailFrom }: Config): Promise<Finding> {
  const { ok, fail } = findings('mail');
  if (smtpUrl === null) return ok('SMTP_URL is not set, so reports and alerts by e-mail are off.');
  const { host } = new URL(smtpUrl);
  try {
    await reachMailServer({ smtpUrl, mailFrom, patience: MAIL_PATIENCE });
    return ok(`The mail server at ${host} responds.`);
  } catch (error) {
    return fail(
      `The mail server at ${host} does not accept mail (${reasonOf(error)}).`,
      'Correct SMTP_URL, or check the server.',
    );
  }
}

export function checkBackups({ dataDir, backupDays }: Config, now: number): Finding {
  const { ok, warn } = findings('backups');
  const [last] = listBackups(dataDir);
  const fix = 'Set BACKUP_DAYS, or schedule "footfall backup" and keep the file on another machine.';
  if (!last) return warn('DATA_DIR/backups contains no backup.', fix);
  const days = Math.floor((now - last.at) / DAY);
  const text = `The latest backup in DATA_DIR, ${last.path}, is ${counted(days, 'day')} old.`;
  return days > Math.max(OLD_BACKUP, backupDays + 1) ? warn(text, fix) : ok(text);
}
