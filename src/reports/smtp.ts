import { Readable } from 'node:stream';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import MailComposer from 'nodemailer/lib/mail-composer';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { mailAddress } from '../domain/inputs/reports.ts';

/** A mail with its envelope. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The unique first part of the Message-ID; the sender's host follows it. */
  readonly id: string;
  /** The URL that unsubscribes by one click; null for a mail without a subscription. */
  readonly unsubscribe: string | null;
}

/** The mail server and the sender. */
export interface MailRoute {
  /** `smtp://` or `smtps://`, with user and password if the server needs them. */
  readonly smtpUrl: string;
  readonly mailFrom: string;
  /** Milliseconds before a slow server times out; three minutes by default. */
  readonly patience?: number;
}

/**
 * The failure of a mail. `whose` is `server` when the server accepts no mail for now, `mail` when it refuses this one;
 * `isFinal` when it will always refuse it. The message is the server's, for operators.
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
 * Sends one mail and resolves when the server has accepted it. `handOver` is called when all but the end of the mail
 * has left this process, and the function it resolves to right before the end is written. Until then the server has no
 * mail; when either throws, the connection is cut and none arrives. Throws MailFault, or the error of these two.
 */
export async function deliver(
  route: MailRoute,
  mail: Mail,
  handOver: () => Promise<() => void> = async () => () => undefined,
  signal: AbortSignal = new AbortController().signal,
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
    messageId: `<${mail.id}@${/@([^\s@<>]+)>?\s*$/.exec(route.mailFrom)?.[1] ?? 'localhost'}>`,
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      ...(mail.unsubscribe && {
        'List-Unsubscribe': `<${mail.unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
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
    await converse(route, stopping.signal, connection => {
      const content = Readable.from(contentOf(connection), { objectMode: false });
      return ask(done => connection.send({ from, to: [address] }, content, done));
    });
  } catch (error) {
    throw refused ?? faultOf(error);
  } finally {
    signal.removeEventListener('abort', stop);
  }

  async function* contentOf(connection: SMTPConnection): AsyncGenerator<Buffer> {
    yield bytes;
    try {
      await setImmediate();
      // Data still in this process would be lost with it, and a mark made before then would be wrong.
      while (connection._socket && connection._socket.writableLength > 0) await sleep(2);
      // Stopping after this point would leave it unknown whether the mail arrived.
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

/** Connects to the mail server and signs in, without sending. Throws MailFault. */
export async function reachMailServer(route: MailRoute): Promise<void> {
  await converse(route, new AbortController().signal, async () => undefined).catch(error => {
    throw faultOf(error);
  });
}

/** Sets the mark right before the next write to the socket: two system calls apart, where streams take far longer. */
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

/** Runs `work` on one connection, signed in if the URL has a user; the connection is always closed. */
async function converse(
  { smtpUrl, patience = PATIENCE }: MailRoute,
  stopped: AbortSignal,
  work: (connection: SMTPConnection) => Promise<void>,
): Promise<void> {
  const signal = AbortSignal.any([stopped, AbortSignal.timeout(patience)]);
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
    // A server that does not offer authentication needs none.
    if (auth && connection.allowsAuth) await Promise.race([failed, ask(done => connection.login(auth, done))]);
    await Promise.race([failed, work(connection)]);
  } finally {
    connection.close();
  }
}

/** Turns a callback of the library into a promise. */
function ask(work: (done: (error?: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => work(error => (error ? reject(error) : resolve())));
}

function faultOf(error: unknown): MailFault {
  const given = error as { code?: string; command?: string; responseCode?: number; permanent?: boolean };
  const message = error instanceof Error ? error.message : String(error);
  // Refusing the sender or the sign-in concerns all mail; a later refusal concerns only this one.
  const isOfContent = given.code === 'EENVELOPE' && (given.command === 'RCPT TO' || given.command === 'DATA');
  const isMail = (given.code === 'EMESSAGE' || isOfContent) && (given.responseCode ?? 0) > 0;
  return isMail
    ? new MailFault(message, 'mail', given.permanent ?? false, error)
    : new MailFault(message, 'server', false, error);
}
