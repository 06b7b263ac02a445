import { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import MailComposer from 'nodemailer/lib/mail-composer';
import { parseMailAddress } from '../domain/mail-address.ts';

/** A letter with everything that stands on its envelope. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** `id@host` without brackets. */
  readonly messageId: string;
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
 * Sends one mail and resolves when the server has taken it. `handOver` is called when all but the end of the mail is on its
 * way; the server has nothing before that resolves, and when it rejects, the connection is cut and it never gets any. Throws
 * MailFault, or what `handOver` threw.
 */
export async function deliver(
  route: MailRoute,
  mail: Mail,
  handOver: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const parsed = parseMailAddress(mail.to);
  if ('error' in parsed) throw new MailFault(parsed.error, 'mail', true);
  const { address } = parsed;
  const headers: Record<string, string> = {
    'Auto-Submitted': 'auto-generated',
    'X-Auto-Response-Suppress': 'All',
    ...(mail.unsubscribe && {
      'List-Unsubscribe': `<${mail.unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  };
  const composed = new MailComposer({
    from: route.mailFrom,
    to: { name: '', address },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId: `<${mail.messageId}>`,
    headers,
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile();
  const { from } = composed.getEnvelope();
  const bytes = await composed.build();

  let refused: unknown;
  const cut = new AbortController();
  const cutOff = () => cut.abort();
  const transport = createTransport({ url: route.smtpUrl, ...TIMEOUTS });
  const raw = Readable.from(
    (async function* () {
      yield bytes;
      // From here on to stop would leave open whether it arrived.
      signal.removeEventListener('abort', cutOff);
      try {
        await handOver();
      } catch (error) {
        refused = error;
        throw error;
      }
    })(),
    { objectMode: false },
  );
  signal.addEventListener('abort', cutOff);
  if (signal.aborted) cutOff();
  try {
    await transport.sendMail({
      envelope: { from, to: [address] },
      raw,
      signal: AbortSignal.any([cut.signal, AbortSignal.timeout(route.patience ?? PATIENCE)]),
    });
  } catch (error) {
    throw refused ?? faultOf(error);
  } finally {
    signal.removeEventListener('abort', cutOff);
    raw.destroy();
    transport.close();
  }
}

/** Asks the server for its greeting and signs in; throws MailFault. */
export async function checkRoute(route: MailRoute): Promise<void> {
  const transport = createTransport({ url: route.smtpUrl, ...TIMEOUTS });
  try {
    await transport.verify();
  } catch (error) {
    throw faultOf(error);
  } finally {
    transport.close();
  }
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
