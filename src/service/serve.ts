import { dirname } from 'node:path';
import type { Config } from '../config.ts';
import { createLog } from '../log.ts';
import { giveBackMemory } from '../process/thread.ts';
import { VERSION } from '../process/version.ts';
import { Gateway } from './gateway.ts';
import { BROKEN } from './surfaces.ts';

/** Runs a gateway until SIGTERM or SIGINT, and exits with 0 after a clean stop. Resolves to its port once it is ready. */
export async function serve(config: Config): Promise<number> {
  const log = createLog(config.logLevel);
  if (!config.knowsLanguage)
    log.warn('LANGUAGE names no language that pages and e-mails are written in, so they are in English.');
  const gateway = await Gateway.start(config, log).catch((error: unknown) => {
    log.fatal({ err: error }, whyNotListening(error, config) ?? whyNotWriting(error, config));
    process.exit(1);
  });
  log.info({ version: VERSION, url: config.baseUrl, port: gateway.port }, 'Footfall is listening.');

  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      log.info({ signal }, 'Stopping.');
      gateway.stop().then(
        () => process.exit(0),
        error => {
          log.error({ err: error }, 'Stopping failed; acknowledged hits are safe in the spool.');
          process.exit(1);
        },
      );
    });
  }

  try {
    const first = await gateway.ready;
    if (first) process.stdout.write(welcome(config, first));
    await gateway.share();
    if (!stopping) log.info('Ready.');
  } catch (error) {
    return giveUp(whyNotListening(error, config) ?? 'Footfall cannot run on this database.', error);
  }
  await gateway.load().catch(error => giveUp(BROKEN, error));
  giveBackMemory();
  return gateway.port;

  async function giveUp(reason: string, error: unknown): Promise<never> {
    log.fatal({ err: error }, reason);
    await gateway.stop();
    process.exit(1);
  }
}

/** Returns why the service cannot listen there, and the remedy; null if the error has another cause. */
export function whyNotListening(error: unknown, { host, port: own, sharedPort }: Config): string | null {
  const { code, syscall, port = own } = error as NodeJS.ErrnoException & { readonly port?: number };
  if (code === 'ENOTSUP' && port === sharedPort) return 'Ports can be shared on Linux only; leave SHARED_PORT out.';
  if (code === 'EADDRINUSE' && port === sharedPort)
    return `SHARED_PORT ${port} of ${host} is taken by a process that does not share it; stop that process, or set another port.`;
  if (code === 'EADDRINUSE')
    return `Port ${port} on ${host} is already in use; stop the other process, or set PORT to another port.`;
  if (code === 'EACCES' && syscall === 'listen')
    return `Port ${port} is not allowed for this user; set PORT to 1024 or higher.`;
  if (code === 'EADDRNOTAVAIL') return `${host} is not an address of this machine; correct HOST.`;
  if (syscall === 'getaddrinfo')
    return `HOST is ${host}, which is neither an address nor a name that this machine finds (${code}); set HOST to 127.0.0.1, to 0.0.0.0 or to an address of this machine.`;
  if (syscall === 'listen')
    return `Footfall cannot listen on port ${port} of ${host} (${code}); correct HOST and PORT.`;
  return null;
}

/** Before it listens, the service only opens its folders. */
function whyNotWriting(error: unknown, { dataDir, databaseUrl }: Config): string {
  const { code, path } = error as NodeJS.ErrnoException;
  const folder = dirname(databaseUrl.replace(/^sqlite:/, ''));
  const isOfDatabase = path !== undefined && !isWithin(dataDir, path) && isWithin(folder, path);
  const named = isOfDatabase ? `The folder of DATABASE_URL, ${folder},` : `DATA_DIR, ${dataDir},`;
  const elsewhere = `${isOfDatabase ? 'correct DATABASE_URL' : 'set DATA_DIR to another folder'}, or give it to the user that runs the service`;
  const fix = FULL.includes(code ?? '') ? 'free some space on its disk' : elsewhere;
  return `${named} or what is in it cannot be written (${code ?? String(error)}); ${fix}. "footfall doctor" says more.`;
}

const FULL = ['ENOSPC', 'EDQUOT', 'SQLITE_FULL'];

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

/** Returns the text about the first account: generated credentials are shown once, chosen ones are not repeated. */
function welcome(
  config: Config,
  first: { account: { email: string }; password: string | null; apiKey: string | null },
): string {
  const lines = [
    '',
    'Footfall created the first account. This is shown only once:',
    `  sign in at  ${config.baseUrl}/login`,
    `  e-mail      ${first.account.email}`,
  ];
  if (first.password !== null) lines.push(`  password    ${first.password}`);
  if (first.apiKey !== null) lines.push(`  API key     ${first.apiKey}`);
  return `${lines.join('\n')}\n\n`;
}
