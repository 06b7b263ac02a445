import { hash } from 'node:crypto';
import { addressBlock } from '../domain/ip-addresses.ts';

/**
 * Returns the visitor's identity for one day: 16 hex digits of a keyed SHA-256 over website, address and user agent.
 * The key is the day's random salt; without it nothing leads back to a person, and with the next day's salt they become
 * a new visitor.
 */
export function visitorOf(salt: string, website: number, address: string, userAgent: string): string {
  return hash('sha256', `${salt}${website}\0${address}\0${userAgent}`, 'hex').slice(0, 16);
}

/** The number of all networks of visitors who are not identified. */
const UNKNOWN = 256;

/**
 * Returns one of 256 numbers for the network of an address, a /24 block of IPv4 or a /64 block of IPv6: it shows that
 * one network sends very much, and is shared by too many networks to lead back to one. `salt` is undefined for a visitor
 * who is not identified; all their networks have the same number.
 */
export function networkOf(salt: string | undefined, website: number, address: string): number {
  if (salt === undefined) return UNKNOWN;
  return Number.parseInt(hash('sha256', `${salt}${website}\0network\0${addressBlock(address)}`, 'hex').slice(0, 2), 16);
}
