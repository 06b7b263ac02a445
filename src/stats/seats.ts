import { AppError } from '../errors.ts';

/** Who watches: a network without an account, or an account. */
export interface Watcher {
  readonly kind: 'stranger' | 'member';
  readonly of: string;
}

/** The most live subscriptions at a time: a gateway could not serve more every five seconds. */
const MOST = 2_000;
/** Those of them that only members get. */
const FOR_MEMBERS = 500;
/** Those that strangers of one network, one account, and strangers on one website can have. */
const OF_NETWORK = 50;
const OF_ACCOUNT = 200;
const OF_WEBSITE = 500;

/** Shares the live subscriptions of a process out, so that nobody can take all of them. */
export class Seats {
  #all = 0;
  #strangers = 0;
  readonly #ofWatchers = new Map<string, number>();
  readonly #ofWebsites = new Map<number, number>();

  /** Takes a seat; returns how to give it back. Throws UNAVAILABLE if there is none for this watcher. */
  take({ kind, of }: Watcher, website: number): () => void {
    const isStranger = kind === 'stranger';
    const watcher = `${kind} ${of}`;
    const mine = this.#ofWatchers.get(watcher) ?? 0;
    if (mine >= (isStranger ? OF_NETWORK : OF_ACCOUNT))
      throw full(`from your ${isStranger ? 'network' : 'account'}`, 'Close one, or query');
    if (isStranger && (this.#ofWebsites.get(website) ?? 0) >= OF_WEBSITE) throw full('of this website', 'Query');
    if (this.#all >= MOST || (isStranger && this.#strangers >= MOST - FOR_MEMBERS))
      throw full('at the moment', 'Query');
    this.#add(watcher, isStranger ? website : null, 1);
    return () => this.#add(watcher, isStranger ? website : null, -1);
  }

  #add(watcher: string, website: number | null, seats: 1 | -1): void {
    this.#all += seats;
    addTo(this.#ofWatchers, watcher, seats);
    if (website === null) return;
    this.#strangers += seats;
    addTo(this.#ofWebsites, website, seats);
  }
}

function addTo<Key>(seats: Map<Key, number>, key: Key, more: number): void {
  const sum = (seats.get(key) ?? 0) + more;
  if (sum === 0) seats.delete(key);
  else seats.set(key, sum);
}

function full(where: string, advice: string): AppError {
  return new AppError('UNAVAILABLE', `Too many live subscriptions are open ${where}. ${advice} \`live\` instead.`);
}
