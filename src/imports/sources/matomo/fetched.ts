import { hash } from 'node:crypto';
import { mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dateOf } from '../../../domain/calendar.ts';
import { AppError } from '../../../errors.ts';
import { askVisits, type MatomoSite } from './api.ts';
import { actionsOf, type Fields } from './visit.ts';

/** The days to fetch, since 1970-01-01. */
export interface FetchedDays {
  readonly from: number;
  readonly to: number;
}

interface Position {
  readonly day: number;
  readonly offset: number;
  readonly bytes: number;
  readonly visits: number;
}

/** The fields that an import reads; nobody's address, name or account is written down. */
const OF_VISIT =
  /^(?:id(?:Site|Visit)|visitorId|siteCurrency|referrer\w+|campaign\w+|(?:browser|operatingSystem)(?:Name|Version)|deviceType|countryCode|regionCode|region|city|languageCode|resolution)$/;
const OF_ACTION =
  /^(?:type|url|timestamp|pageId|idlink_va|event(?:Category|Action|Name|Value)|siteSearch(?:Keyword|Category)|goalId|orderId|revenue|currency|items|content\w+|dimension\d+)$/;

/**
 * Writes all visits of some days to a file of NDJSON, page by page, and returns its path. Another call after a stop goes
 * on where it was. Throws UNAVAILABLE with a sentence.
 */
export async function fetchVisits(
  folder: string,
  site: MatomoSite,
  { from, to }: FetchedDays,
  tell: (day: number, visits: number) => void,
): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, 'visits.ndjson');
  const file = await open(path, 'a', 0o600);
  let firstBefore: unknown;
  try {
    for (let at = await positionIn(folder, from); at.day <= to; ) {
      site.signal?.throwIfAborted();
      tell(at.day, at.visits);
      const { day, offset } = at;
      let bytes = at.bytes;
      let received = 0;
      let first: unknown;
      const begin = async () => {
        bytes = at.bytes;
        received = 0;
        await file.truncate(bytes);
      };
      for await (const visits of askVisits(site, { date: dateOf(day), offset }, begin)) {
        const lines = Buffer.from(visits.map(visit => `${JSON.stringify(keptOf(visit))}\n`).join(''));
        if (received === 0) first = visits[0]?.idVisit;
        await file.appendFile(lines);
        bytes += lines.length;
        received += visits.length;
      }
      if (first !== undefined && first === firstBefore) throw repeated(site);
      firstBefore = first;
      await file.sync();
      // A page can have fewer visits than were asked for, so only an empty one ends the day.
      at =
        received === 0
          ? { ...at, day: day + 1, offset: 0 }
          : { day, offset: offset + received, bytes, visits: at.visits + received };
      await savePosition(folder, at);
    }
  } finally {
    await file.close();
  }
  return path;
}

/** Without this, a server that knows no pages would fill the disk. */
function repeated({ url }: MatomoSite): AppError {
  return new AppError(
    'UNAVAILABLE',
    `${url.host} answers with the same visits again, whatever page is asked for; check that nothing in front of Matomo keeps answers, or import a file.`,
  );
}

/** Returns the folder for what is fetched of these days of this website. */
export function fetchedFolder(dataDir: string, { url, site }: MatomoSite, { from, to }: FetchedDays): string {
  const name = hash('sha256', `${url.origin}${url.pathname}\0${site}\0${from}\0${to}`, 'hex').slice(0, 16);
  return join(dataDir, 'imports', `fetched-${name}`);
}

/** Removes what was fetched. */
export async function removeFetched(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}

async function positionIn(folder: string, from: number): Promise<Position> {
  const text = await readFile(join(folder, 'position.json'), 'utf8').catch(() => null);
  return text === null ? { day: from, offset: 0, bytes: 0, visits: 0 } : (JSON.parse(text) as Position);
}

async function savePosition(folder: string, position: Position): Promise<void> {
  const path = join(folder, 'position.json');
  await writeFile(`${path}.new`, JSON.stringify(position), { mode: 0o600, flush: true });
  await rename(`${path}.new`, path);
}

function keptOf(visit: Fields): Fields {
  return { ...only(visit, OF_VISIT), actionDetails: actionsOf(visit).map(action => only(action, OF_ACTION)) };
}

function only(fields: Fields, names: RegExp): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => names.test(name)));
}
