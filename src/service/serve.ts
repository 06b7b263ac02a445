import { ConfigError } from '../config/rules.ts';
import { type Config, readConfig } from '../config.ts';
import { createLog } from '../log.ts';
import { giveBackMemory } from '../process/memory.ts';
import { VERSION } from '../process/version.ts';
import { startGateway } from './gateway.ts';

/** Runs the service as the environment describes it. */
export async function runService(): Promise<void> {
  await serve(configOrExit());
}

/** Runs a gateway until SIGTERM or SIGINT, and ends the process with 0 when all was put away. Resolves once it is ready. */
export async function serve(config: Config): Promise<void> {
  const log = createLog(config.logLevel);
  const gateway = await startGateway(config, log).catch((error: unknown) => {
    log.fatal({ err: error }, whyNotListening(error, config) ?? 'Footfall cannot start.');
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
          log.error({ err: error }, 'Stopping failed; what was acknowledged is safe in the spool.');
          process.exit(1);
        },
      );
    });
  }

  try {
    const first = await gateway.ready;
    if (first) process.stdout.write(welcome(config, first));
    if (!stopping) log.info('Ready.');
    giveBackMemory();
  } catch (error) {
    log.fatal({ err: error }, 'Footfall cannot run on this database.');
    await gateway.stop();
    process.exit(1);
  }
}

/** What keeps the service from listening there, with the remedy; null when it is something else. */
export function whyNotListening(error: unknown, { host, port: own, sharedPort }: Config): string | null {
  const { code, port = own } = error as NodeJS.ErrnoException & { readonly port?: number };
  if (code === 'ENOTSUP' && port === sharedPort) return 'Ports can be shared on Linux only; leave SHARED_PORT out.';
  if (code === 'EADDRINUSE' && port === sharedPort)
    return `SHARED_PORT ${port} of ${host} is taken by a process that does not share it; stop that process, or set another port.`;
  if (code === 'EADDRINUSE')
    return `Port ${port} of ${host} is taken; stop what listens there, or set PORT to another.`;
  if (code === 'EACCES') return `Port ${port} is not for this user; set PORT to one from 1024 on.`;
  if (code === 'EADDRNOTAVAIL') return `${host} is not an address of this machine; correct HOST.`;
  return null;
}

/** The configuration of the environment; ends the process with 2 and all faults told when there are any. */
function configOrExit(): Config {
  try {
    return readConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(2);
  }
}

/** What is generated is shown once; what the operator chose is not repeated. */
function welcome(
  config: Config,
  first: { account: { email: string }; password: string | null; apiKey: string | null },
): string {
  const lines = [
    '',
    'Footfall made the first account. This is shown once:',
    `  sign in at  ${config.baseUrl}/login`,
    `  e-mail      ${first.account.email}`,
  ];
  if (first.password !== null) lines.push(`  password    ${first.password}`);
  if (first.apiKey !== null) lines.push(`  API key     ${first.apiKey}`);
  return `${lines.join('\n')}\n\n`;
}
