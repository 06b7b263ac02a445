import { normalizeDomain } from './hostname.ts';
import { type ReadLines, readLines } from './lines.ts';

const MOST = 100;
const WILDCARD = '*.';

/** Parses further hosts of a website: each a host name, or `*.example.com` for all of its subdomains. */
export function parseHosts(lines: readonly string[]): ReadLines {
  return readHosts(lines, 'further');
}

/** Parses the hosts of which a website counts hits, written like further hosts. */
export function parseAllowedHosts(lines: readonly string[]): ReadLines {
  return readHosts(lines, 'allowed');
}

function readHosts(lines: readonly string[], which: 'further' | 'allowed'): ReadLines {
  const hosts = new Set<string>();
  return readLines(lines, given => {
    const isWildcard = given.startsWith(WILDCARD);
    const host = normalizeDomain(isWildcard ? given.slice(WILDCARD.length) : given);
    if ('error' in host)
      return { fault: 'is not a host; use a name such as shop.example.com, or *.example.com for all subdomains.' };
    if (isWildcard && !host.domain.includes('.'))
      return { fault: 'stands for too many hosts; name at least two parts after the *, as in *.example.com.' };
    const line = isWildcard ? WILDCARD + host.domain : host.domain;
    if (hosts.add(line).size > MOST)
      return { fault: `is one too many; a website has at most ${MOST} ${which} hosts, so use *.example.com for many.` };
    return { line };
  });
}

/** Finds what a host belongs to: the exact host beats a wildcard, and the longer wildcard beats the shorter. */
export class HostMap<Owner> {
  readonly #exact = new Map<string, Owner>();
  readonly #wildcards = new Map<string, Owner>();

  /** `host` is a host or a wildcard as `parseHosts` returns it. */
  set(host: string, owner: Owner): void {
    const { map, key } = this.#placeOf(host);
    map.set(key, owner);
  }

  /** Returns the owner of exactly this host or wildcard. */
  get(host: string): Owner | undefined {
    const { map, key } = this.#placeOf(host);
    return map.get(key);
  }

  delete(host: string): void {
    const { map, key } = this.#placeOf(host);
    map.delete(key);
  }

  /** `host` is folded. */
  find(host: string): Owner | undefined {
    const owner = this.#exact.get(host);
    if (owner !== undefined || this.#wildcards.size === 0) return owner;
    for (let dot = host.indexOf('.'); dot >= 0; dot = host.indexOf('.', dot + 1)) {
      const found = this.#wildcards.get(host.slice(dot + 1));
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #placeOf(host: string): { readonly map: Map<string, Owner>; readonly key: string } {
    return host.startsWith(WILDCARD)
      ? { map: this.#wildcards, key: host.slice(WILDCARD.length) }
      : { map: this.#exact, key: host };
  }
}
