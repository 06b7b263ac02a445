import { existsSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Config } from '../../config.ts';
import { VERSION } from '../../process/version.ts';
import { type Finding, findings, reasonOf, size } from './finding.ts';

const TRIED_ON = [20, 24];
const LEAST_DISK = 64 * 1024 * 1024;
const LOW_DISK = 1024 * 1024 * 1024;
const DIST = new URL('../../../dist/', import.meta.url);

/** The version of Node that runs this, and so the service, if both are started by npm. */
export function checkNode(): Finding {
  const { ok, warn } = findings('node');
  const major = Number(process.versions.node.split('.')[0]);
  if (TRIED_ON.includes(major)) return ok(`Node ${process.versions.node} runs this.`);
  return warn(
    `Node ${process.versions.node} runs this, which was not tried.`,
    `Start Footfall by npm, or with Node ${TRIED_ON.at(-1)}.`,
  );
}

/** Which release is looked at. */
export function tellVersion(): Finding {
  return findings('version').ok(`This is Footfall ${VERSION}.`);
}

/** What browsers load has to be built before. */
export function checkBuilt(): Finding {
  const { ok, fail } = findings('built pages');
  const missing = ['tracker/script.js', 'dashboard/assets', 'graphiql/graphiql.js'].filter(
    path => !existsSync(new URL(path, DIST)),
  );
  if (missing.length === 0) return ok('Tracker, dashboard and GraphiQL are built.');
  return fail(
    `Not built: ${missing.join(', ')}.`,
    'Run "npm ci", or "npm run build" where development packages are installed.',
  );
}

export function checkDataDir({ dataDir }: Config): Finding {
  const { ok, fail } = findings('DATA_DIR');
  const probe = join(dataDir, `.doctor-${process.pid}`);
  if (!existsSync(dataDir)) return ok(`${dataDir} is not there yet; the service makes it.`);
  try {
    writeFileSync(probe, 'x', { flush: true });
    rmSync(probe);
    return ok(`${dataDir} can be written to.`);
  } catch (error) {
    return fail(
      `${dataDir} cannot be written to (${reasonOf(error)}).`,
      'Give it to the user that runs the service, or set DATA_DIR.',
    );
  }
}

export function checkDisk({ dataDir }: Config): Finding {
  const { ok, warn, fail } = findings('disk');
  let folder = dataDir;
  while (!existsSync(folder)) folder = dirname(folder);
  const { bavail, bsize } = statfsSync(folder);
  const text = `${size(bavail * bsize)} are free on the disk of ${dataDir}.`;
  if (bavail * bsize < LEAST_DISK) return fail(text, 'Free some: hits are refused while there is so little.');
  return bavail * bsize < LOW_DISK ? warn(text, 'Free some, or watch it: a full disk stops collecting.') : ok(text);
}

/** Copies of spool files that were damaged; what could be read of them is counted. */
export function checkDamage({ dataDir }: Config): Finding[] {
  const folder = join(dataDir, 'spool', 'damaged');
  const files = existsSync(folder) ? readdirSync(folder) : [];
  if (files.length === 0) return [];
  const { warn } = findings('spool damage');
  return [
    warn(
      `Files of the spool that were damaged, kept in ${folder}: ${files.length}.`,
      'Check the disk, then remove them.',
    ),
  ];
}

/** How the service is reached, as far as the configuration tells. */
export function checkProxy({ baseUrl, trustProxy, host }: Config): Finding {
  const { ok, warn } = findings('addresses');
  const url = new URL(baseUrl);
  const isLocal = (name: string) => /^(localhost|127\..*|\[?::1\]?)$/.test(name);
  if (url.protocol === 'https:' && trustProxy === null)
    return warn(
      `BASE_URL is ${baseUrl}, so a proxy stands in front, but TRUST_PROXY is not set: all visitors count under the address of the proxy.`,
      'Set TRUST_PROXY to the number of proxies, which is 1 in most cases, or to their addresses.',
    );
  if (isLocal(url.hostname) && !isLocal(host))
    return warn(
      `HOST is ${host}, but BASE_URL is ${baseUrl}: snippets, links in mails and sign-in are made for that.`,
      'Set BASE_URL to the address that browsers use.',
    );
  if (trustProxy !== null && !isLocal(host))
    return warn(
      `HOST is ${host}, so that the service may be reached around its proxy, and then anybody chooses the address they count under.`,
      'Set HOST to 127.0.0.1, or let a firewall admit the proxy alone.',
    );
  return ok(
    `Browsers reach it at ${baseUrl}${trustProxy === null ? ', without a proxy' : ', through a proxy that is trusted'}.`,
  );
}
