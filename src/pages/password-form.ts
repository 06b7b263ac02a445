import type { IncomingMessage } from 'node:http';
import { Guesses } from '../accounts/guesses.ts';
import { addressGroup } from '../domain/ip-addresses.ts';
import { BODY_LIMITS, readBody } from '../http/body.ts';
import { isForeign } from '../http/incoming.ts';
import { textsFor } from '../http/language.ts';
import type { MessageKey } from '../messages/keys.ts';
import type { PageParts } from './page.ts';
import type { PlainPage } from './plain.ts';

/** Returns the posted form or the status that refuses it: 403 if foreign, 415 for another content type, 413 if too large. */
export async function readForm(
  request: IncomingMessage,
  ownOrigin: string,
): Promise<{ readonly fields: URLSearchParams } | { readonly status: 403 | 413 | 415 }> {
  if (isForeign(request, [ownOrigin, request.headers.host])) return { status: 403 };
  const type = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (type !== 'application/x-www-form-urlencoded') return { status: 415 };
  try {
    return { fields: new URLSearchParams((await readBody(request, BODY_LIMITS.form)).toString()) };
  } catch {
    return { status: 413 };
  }
}

/** The part of a page that says why its password was not accepted. */
export type Refusal = Pick<PlainPage, 'status' | 'problem' | 'retryAfter'>;

/** Checks the passwords of one kind of form, and makes those who guess them wait. */
export class PasswordCheck {
  readonly #guesses = new Guesses();
  // Trying one password on many accounts or websites is slowed down, too.
  readonly #guessesOfAddress = new Guesses(60);
  readonly #parts: Pick<PageParts, 'clientAddress' | 'now'>;
  readonly #texts: { readonly wrong: MessageKey; readonly busy: MessageKey };

  constructor(parts: Pick<PageParts, 'clientAddress' | 'now'>, texts: { wrong: MessageKey; busy: MessageKey }) {
    this.#parts = parts;
    this.#texts = texts;
  }

  /**
   * Returns what `find` returns for the right password. `name` is what the password protects, the same in whatever
   * spelling it was sent, or each spelling would allow ten guesses.
   */
  async run<Found extends object>(
    request: IncomingMessage,
    name: string,
    find: () => Promise<Found | null>,
  ): Promise<{ readonly found: Found } | Refusal> {
    const { clientAddress, now } = this.#parts;
    const t = textsFor(request);
    const address = addressGroup(clientAddress(request));
    const guess = `${name.slice(0, 255)}\n${address}`;
    const wait = this.#guessesOfAddress.begin(address, now()) ?? this.#guesses.begin(guess, now());
    if (wait !== null) {
      return { status: 429, problem: t('form.tooManyGuesses', { seconds: wait }), retryAfter: wait };
    }
    const found = await find().catch(error => {
      if (error?.code === 'RATE_LIMITED') return 'busy' as const;
      throw error;
    });
    if (found === 'busy') return { status: 429, problem: t(this.#texts.busy), retryAfter: 2 };
    if (!found) return { status: 403, problem: t(this.#texts.wrong) };
    this.#guesses.forget(guess);
    this.#guessesOfAddress.takeBack(address);
    return { found };
  }
}
