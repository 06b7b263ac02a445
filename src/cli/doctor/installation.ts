import { existsSync, readdirSync, statfsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readPlaceAge } from '../../collect/place.ts';
import type { Config } from '../../config.ts';
import { DAY } from '../../domain/calendar.ts';
import { counted } from '../../domain/counted.ts';
import { LEAST_DISK } from '../../http/health.ts';
import { listBackups } from '../../jobs/backup.ts';
import { VERSION } from '../../process/version.ts';
import { reachMailServer } from '../../reports/smtp.ts';
import { type Finding, findings, reasonOf, size } from './finding.ts';

const TRIED_ON = [20, 24];
const LOW_DISK = 1024 * 1024 * 1024;
const OLD_PLACES = 180;
const OLD_BACKUP = 8;
const MAIL_PATIENCE = 10_000;
const DIST = new URL('../../../dist/', import.meta.url);

/** Checks the version of Node that runs this command, which is also the service's if npm starts both. */
export function checkNode(): Finding {
  const { ok, warn } = findings('node');
  const major = Number(process.versions.node.split('.')[0]);
  if (TRIED_ON.includes(major)) return ok(`This is Node ${process.versions.node}.`);
  return warn(
    `This is Node ${process.versions.node}, which has not been tested with Footfall.`,
    `Start Footfall with npm, or with Node ${TRIED_ON.at(-1)}.`,
  );
}

/** Reports the release of Footfall. */
export function tellVersion(): Finding {
  return findings('version').ok(`This is Footfall ${VERSION}.`);
}

/** Checks that the files browsers load have been built. */
export function checkBuilt(): Finding {
  const { ok, fail } = findings('built pages');
  const missing = ['tracker/script.js', 'dashboard/assets', 'graphiql/graphiql.js'].filter(
    path => !existsSync(new URL(path, DIST)),
  );
  if (missing.length === 0) return ok('The tracker, the dashboard and GraphiQL are built.');
  return fail(
    `Not built: ${missing.join(', ')}.`,
    'Run "npm ci", or "npm run build" if development packages are installed.',
  );
}

export function checkDisk({ dataDir }: Config): Finding {
  const { ok, warn, fail } = findings('disk');
  let folder = dataDir;
  while (!existsSync(folder)) folder = dirname(folder);
  const { bavail, bsize } = statfsSync(folder);
  const text = `${size(bavail * bsize)} is free on the disk of ${dataDir}.`;
  if (bavail * bsize < LEAST_DISK)
    return fail(
      text,
      'Free some space: with so little, /readyz returns 503, and hits are refused once the disk is full.',
    );
  return bavail * bsize < LOW_DISK
    ? warn(text, 'Free some space, or watch it: a full disk stops collecting.')
    : ok(text);
}

/** Reports copies of damaged spool files; their readable hits have been counted. */
export function checkDamage({ dataDir }: Config): Finding[] {
  const folder = join(dataDir, 'spool', 'damaged');
  const files = existsSync(folder) ? readdirSync(folder) : [];
  if (files.length === 0) return [];
  const { warn } = findings('spool damage');
  return [warn(`Damaged spool files kept in ${folder}: ${files.length}.`, 'Check the disk, then remove them.')];
}

/** Checks how browsers reach the service, as far as the configuration shows. */
export function checkProxy({ baseUrl, trustProxy, host }: Config): Finding {
  const { ok, warn } = findings('addresses');
  const url = new URL(baseUrl);
  const isLocal = (name: string) => /^(localhost|127\..*|\[?::1\]?)$/.test(name);
  if (url.protocol === 'https:' && trustProxy === null)
    return warn(
      `BASE_URL is ${baseUrl}, which implies a proxy, but TRUST_PROXY is not set: all visitors are counted under the proxy's address.`,
      'Set TRUST_PROXY to the number of proxies, usually 1, or to their addresses.',
    );
  if (isLocal(url.hostname) && !isLocal(host))
    return warn(
      `HOST is ${host}, but BASE_URL is ${baseUrl}, which snippets, links in e-mails and sign-in use.`,
      'Set BASE_URL to the address that browsers use.',
    );
  if (trustProxy !== null && !isLocal(host))
    return warn(
      `HOST is ${host}, so the service may be reachable without its proxy; a visitor could then choose the address they are counted under.`,
      'Set HOST to 127.0.0.1, or let only the proxy through the firewall.',
    );
  return ok(
    `Browsers reach the service at ${baseUrl}${trustProxy === null ? ', without a proxy' : ', through a trusted proxy'}.`,
  );
}

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
      `The mail server at ${host} does not accept e-mail (${reasonOf(error)}).`,
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
