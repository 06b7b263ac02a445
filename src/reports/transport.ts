import { Readable } from 'node:stream';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import MailComposer from 'nodemailer/lib/mail-composer';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { mailAddress } from '../domain/inputs/recipient.ts';

/** A letter with everything that stands on its envelope. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** What no other mail has; the host of the sender comes behind it. */
  readonly id: string;
  /** The address that unsubscribes by one click; null where there is nothing to unsubscribe from. */
  readonly unsubscribe: string | null;
}

/** Where mail goes through, and in whose name. */
export interface MailRoute {
  /** `smtp://` or `smtps://`, with user and password if the server wants them. */
  readonly smtpUrl: string;
  readonly mailFrom: string;
  /** Milliseconds after which a server that reads or answers too slowly is given up; three minutes unless given. */
  readonly patience?: number;
}

/**
 * Why a mail did not go. `whose` tells whether the server takes no mail at all for now, or refuses this one; `isFinal` that
 * it will refuse it the next time as well. The message is the server's, for operators.
 */
export class MailFault extends Error {
  readonly whose: 'server' | 'mail';
  readonly isFinal: boolean;

  constructor(message: string, whose: 'server' | 'mail', isFinal: boolean, cause?: unknown) {
    super(message, { cause });
    this.name = 'MailFault';
    this.whose = whose;
    this.isFinal = isFinal;
  }
}

const TIMEOUTS = { connectionTimeout: 15_000, dnsTimeout: 10_000, greetingTimeout: 15_000, socketTimeout: 60_000 };
const PATIENCE = 180_000;

/**
 * Sends one mail and resolves when the server has taken it. `handOver` is called when all but the end of the mail has left
 * this process, and what it resolves to in the very moment before the end is written: until then the server has no mail, and
 * when either throws, the connection is cut and there never is one. Throws MailFault, or what these two threw.
 */
export async function deliver(
  route: MailRoute,
  mail: Mail,
  handOver: () => Promise<() => void>,
  signal: AbortSignal,
): Promise<void> {
  const parsed = mailAddress.safeParse(mail.to);
  if (!parsed.success) throw new MailFault(parsed.error.issues[0]?.message ?? '', 'mail', true);
  const address = parsed.data;
  const composed = new MailComposer({
    from: route.mailFrom,
    to: { name: '', address },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId: `<${mail.id}@${hostOf(route.mailFrom)}>`,
    headers: headersOf(mail),
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile();
  const { from } = composed.getEnvelope();
  const bytes = await composed.build();

  const stopping = new AbortController();
  const stop = () => stopping.abort();
  signal.addEventListener('abort', stop);
  if (signal.aborted) stop();
  let refused: unknown;
  try {
    await converse(
      route,
      AbortSignal.any([stopping.signal, AbortSignal.timeout(route.patience ?? PATIENCE)]),
      connection => {
        const content = Readable.from(contentOf(connection), { objectMode: false });
        return ask(done => connection.send({ from, to: [address] }, content, done));
      },
    );
  } catch (error) {
    throw refused ?? faultOf(error);
  } finally {
    signal.removeEventListener('abort', stop);
  }

  async function* contentOf(connection: SMTPConnection): AsyncGenerator<Buffer> {
    yield bytes;
    try {
      await setImmediate();
      // What still lies in this process would die with it, and a mark that was made before then would be wrong.
      while (connection._socket && connection._socket.writableLength > 0) await sleep(2);
      // From here on to stop would leave open whether it arrived.
      signal.removeEventListener('abort', stop);
      beforeNextWrite(connection, await handOver(), error => {
        refused = error;
      });
    } catch (error) {
      refused = error;
      throw error;
    }
  }
}

/** Connects to the mail server and signs in, but sends nothing. Throws MailFault. */
export async function reachMailServer(route: MailRoute): Promise<void> {
  const signal = AbortSignal.timeout(route.patience ?? PATIENCE);
  await converse(route, signal, async () => undefined).catch(error => {
    throw faultOf(error);
  });
}

/** Between the mark and the end of the mail lie then two calls of the system; the streams in between would take far longer. */
function beforeNextWrite(
  { _socket: socket }: SMTPConnection,
  mark: () => void,
  refuse: (error: unknown) => void,
): void {
  if (!socket) throw new Error('The mail server closed the connection.');
  const { write } = socket;
  socket.write = (...parts: unknown[]) => {
    socket.write = write;
    try {
      mark();
    } catch (error) {
      refuse(error);
      socket.destroy(error as Error);
      return false;
    }
    return (write as (...all: unknown[]) => boolean).apply(socket, parts);
  };
}

/** One connection, signed in if the address has a user; it is closed whatever happens. */
async function converse(
  { smtpUrl }: MailRoute,
  signal: AbortSignal,
  work: (connection: SMTPConnection) => Promise<void>,
): Promise<void> {
  const { auth, ...options } = parseConnectionUrl(smtpUrl);
  const connection = new SMTPConnection({ ...options, ...TIMEOUTS });
  const failed = new Promise<never>((_, reject) => {
    connection.on('error', reject);
    connection.once('end', () => reject(new Error('The mail server closed the connection.')));
    signal.addEventListener('abort', () => reject(new Error('The mail server took too long, or sending was stopped.')));
    if (signal.aborted) reject(new Error('Sending was stopped.'));
  });
  failed.catch(() => undefined);
  try {
    await Promise.race([failed, ask(done => connection.connect(done))]);
    // A server that does not offer to sign in is one that needs none.
    if (auth && connection.allowsAuth) await Promise.race([failed, ask(done => connection.login(auth, done))]);
    await Promise.race([failed, work(connection)]);
  } finally {
    connection.close();
  }
}

function hostOf(mailFrom: string): string {
  return /@([^\s@<>]+)>?\s*$/.exec(mailFrom)?.[1] ?? 'localhost';
}

function headersOf({ unsubscribe }: Mail): Record<string, string> {
  return {
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'All',
    ...(unsubscribe && {
      'List-Unsubscribe': `<${unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  };
}

/** A promise of what the library tells a callback. */
function ask(work: (done: (error?: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => work(error => (error ? reject(error) : resolve())));
}

function faultOf(error: unknown): MailFault {
  const {
    code = '',
    command = '',
    responseCode = 0,
    permanent = false,
    message = String(error),
  } = error as {
    code?: string;
    command?: string;
    responseCode?: number;
    permanent?: boolean;
    message?: string;
  };
  // What is said to the sender or to the sign-in is said to everyone's mail; what is said later is about this one.
  const isMail = code === 'EMESSAGE' || (code === 'EENVELOPE' && (command === 'RCPT TO' || command === 'DATA'));
  if (isMail && responseCode > 0) return new MailFault(message, 'mail', permanent, error);
  return new MailFault(message, 'server', false, error);
}
