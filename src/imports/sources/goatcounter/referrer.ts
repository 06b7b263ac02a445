import type { GivenVisitor } from '../../../collect/imported.ts';
import { hostOfSource } from '../../../domain/sources.ts';

/** What a hit says about where its visitor came from. */
export interface CameFrom {
  readonly referrer: string;
  readonly campaign?: GivenVisitor['campaign'];
}

const DIRECT: CameFrom = { referrer: '' };

/**
 * Reads a referrer by its scheme: `h` is an address without `https://`, `g` a name that GoatCounter gives to a group of
 * hosts, `c` what the parameter of the link said, `o` any other address.
 */
export function readReferrer(referrer: string, scheme: string): CameFrom {
  const text = referrer.trim();
  if (text === '') return DIRECT;
  if (scheme === 'c') return { referrer: '', campaign: { utm_source: text } };
  if (scheme === 'g') {
    const host = hostOfSource(text);
    // A name that belongs to no host is still the name of the source.
    return host === '' ? { referrer: '', campaign: { utm_source: text } } : { referrer: `https://${host}/` };
  }
  return { referrer: /^[a-z][a-z0-9+.-]*:/i.test(text) && text.includes('://') ? text : `https://${text}` };
}
