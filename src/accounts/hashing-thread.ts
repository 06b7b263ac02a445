import { hashSync, type Options, verifySync } from '@node-rs/argon2';
import { giveWay } from '../process/thread.ts';

/* The thread that hashes passwords one at a time, so that no guess ever occupies a thread that commits wait for. */

giveWay();

/** Returns the hash of a password as a PHC string. */
export function hash({ password, cost }: { readonly password: string; readonly cost: Options }): string {
  return hashSync(password, cost);
}

/** Returns whether the password has this hash. */
export function verify({ password, stored }: { readonly password: string; readonly stored: string }): boolean {
  return verifySync(stored, password);
}
