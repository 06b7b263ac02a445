import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A mail that the server has accepted: its envelope and its content. */
export interface Received {
  readonly from: string;
  readonly to: readonly string[];
  /** The mail as received. */
  readonly raw: string;
  readonly mail: Email;
}

/** The server's reaction instead of accepting a mail: an SMTP error, or silence. */
export type Trouble = { readonly at: 'MAIL' | 'RCPT' | 'DATA'; readonly code: number } | { readonly at: 'hang' };

export interface TestSmtp {
  readonly url: string;
  readonly received: Received[];
  /** Called for every recipient; null accepts the mail. */
  trouble: (recipient: string) => Trouble | null;
  /** Called when a mail was accepted, before the reply that says so. */
  accepted: () => void;
  /** Milliseconds between the last byte of a mail and the reply. */
  slowness: number;
  close(): Promise<void>;
}

/** Starts a real SMTP server on a free port of this machine; `received` has every mail it has acknowledged. */
export async function openSmtp(): Promise<TestSmtp> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    onMailFrom(_address, _session, done) {
      const trouble = smtp.trouble('');
      if (trouble?.at === 'MAIL') done(refusal(trouble.code));
      else done();
    },
    onRcptTo({ address }, _session, done) {
      const trouble = smtp.trouble(address);
      if (trouble?.at === 'RCPT') done(refusal(trouble.code));
      else done();
    },
    async onData(stream, session, done) {
      const parts: Buffer[] = [];
      try {
        for await (const part of stream) parts.push(part as Buffer);
      } catch {
        // Without its end, the data is not a mail.
        return;
      }
      const to = session.envelope.rcptTo.map(({ address }) => address);
      const trouble = smtp.trouble(to[0] ?? '');
      if (trouble?.at === 'hang') return;
      if (trouble?.at === 'DATA') return done(refusal(trouble.code));
      const raw = Buffer.concat(parts).toString();
      const { mailFrom } = session.envelope;
      const mail = await PostalMime.parse(raw);
      setTimeout(() => {
        smtp.received.push({ from: mailFrom ? mailFrom.address : '', to, raw, mail });
        smtp.accepted();
        done();
      }, smtp.slowness);
    },
  });
  // Some tests kill the client in the middle.
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const smtp: TestSmtp = {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    received: [],
    trouble: () => null,
    accepted: () => undefined,
    slowness: 0,
    close: () => new Promise(resolve => server.close(() => resolve())),
  };
  return smtp;
}

function refusal(code: number): Error {
  return Object.assign(new Error('not now'), { responseCode: code });
}
