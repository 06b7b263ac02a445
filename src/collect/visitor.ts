import { hash } from 'node:crypto';

/**
 * Returns the visitor's identity for one day: 16 hex digits of a keyed SHA-256 over website, address and user agent.
 * The key is the day's random salt; without it nothing leads back to a person, and with the next day's salt they become
 * a new visitor.
 */
export function visitorOf(salt: string, website: number, address: string, userAgent: string): string {
  return hash('sha256', `${salt}${website}\0${address}\0${userAgent}`, 'hex').slice(0, 16);
}
