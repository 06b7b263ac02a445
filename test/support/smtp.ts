import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A mail that the server has taken: what stood on the envelope, and what was in it. */
export interface Received {
  readonly from: string;
  readonly to: readonly string[];
  /** As it came over the wire. */
  readonly raw: string;
  readonly mail: Email;
}

/** What the server does to a mail instead of taking it: an SMTP answer, or silence. */
export type Trouble = { readonly at: 'MAIL' | 'RCPT' | 'DATA'; readonly code: number } | { readonly at: 'hang' };

export interface TestSmtp {
  readonly url: string;
  readonly received: Received[];
  /** Asked for every recipient; null takes the mail. */
  trouble: (recipient: string) => Trouble | null;
  /** Milliseconds between the last byte of a mail and the answer. */
  slowness: number;
  close(): Promise<void>;
}

/** A real SMTP server on a free port of this machine; every mail it has acknowledged is in `received`. */
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
        // Without its end it is no mail, whatever came before.
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
        done();
      }, smtp.slowness);
    },
  });
  // A client that is killed in the middle is what some tests are about.
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const smtp: TestSmtp = {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    received: [],
    trouble: () => null,
    slowness: 0,
    close: () => new Promise(resolve => server.close(() => resolve())),
  };
  return smtp;
}

function refusal(code: number): Error {
  return Object.assign(new Error('not now'), { responseCode: code });
}
