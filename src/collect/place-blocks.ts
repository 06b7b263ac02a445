import { ipv4Number } from '../domain/ip-addresses.ts';
import { NOWHERE, type Place } from './place-record.ts';

/** Of the 16.7 million blocks, few websites are visited from so many at the same time. */
const BITS = 17;

/** Returns the number of an IPv4 address's block of 256 addresses; -1 for any other text. */
export function blockOf(ip: string): number {
  const address = ipv4Number(ip);
  return address === null ? -1 : address >>> 8;
}

/**
 * The places of blocks of 256 IPv4 addresses, which nearly always share one, in a fixed amount of memory: a block takes
 * the slot of another. No address can be read from it.
 */
export class PlaceBlocks {
  readonly #blocks = new Int32Array(1 << BITS).fill(-1);
  readonly #places: Place[] = new Array(1 << BITS).fill(NOWHERE);

  get(block: number): Place | undefined {
    const slot = slotOf(block);
    return block >= 0 && this.#blocks[slot] === block ? this.#places[slot] : undefined;
  }

  set(block: number, place: Place): void {
    const slot = slotOf(block);
    this.#blocks[slot] = block;
    this.#places[slot] = place;
  }
}

/** Neighbouring blocks, and blocks that differ in a few bits, get slots far from each other. */
function slotOf(block: number): number {
  return Math.imul(block, 0x9e3779b1) >>> (32 - BITS);
}
