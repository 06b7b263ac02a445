import { dayOf } from '../../../domain/calendar.ts';
import { referrerHost } from '../../../domain/hit-values.ts';
import { foldHost } from '../../../domain/hostname.ts';
import type { StoredMetric } from '../../../domain/metrics.ts';
import { sourceAndChannel } from '../../../domain/origin.ts';
import type { StatName } from '../../../domain/statistics.ts';
import { quote } from '../../../domain/text.ts';
import { localDay } from '../../../domain/time-zone.ts';
import { textOf } from '../../../domain/unknown.ts';
import { agentNamed } from '../../agent-named.ts';
import { FileFault } from '../../fault.ts';
import type { Beginning, CountedValue, ReadOptions, Row, SourceFile } from '../../importer.ts';
import { type GeoNames, openGeoNames } from '../../places/geonames.ts';
import { readJson } from '../../readers/json.ts';
import { eventOf, pageOf } from '../../sums-values.ts';
import { readReferrer } from './referrer.ts';

type Body = Readonly<Record<string, unknown>>;
type Names = ReadonlyMap<number, Body>;

/** The lists of an export that its counts refer to by number. */
const LISTS = ['paths', 'refs', 'browsers', 'systems', 'campaigns'] as const;
type Lists = Readonly<Record<(typeof LISTS)[number], Names>>;

/** What everything that is read needs. */
interface World {
  readonly lists: Lists;
  readonly places: GeoNames;
  readonly zone: string;
  readonly isOwn: (host: string) => boolean;
}

/** What a row counts, or why it cannot; null if it counts nothing here. */
type Counted = { readonly day: number; readonly counted: readonly CountedValue[] } | string | null;

const COUNTS_TWICE =
  'GoatCounter counts a visitor once for each page, so browsers, systems, languages, places and sources add up to more than the number of visitors; visitors and visits of a day are not in the file.';

const OF_EXPORT = /^(?:info\.json|[a-z_]+\.jsonl|README(?:\.\w+)?)$/;

/** Returns whether a file has a name as those of an export as JSON. */
export function isOfJson({ name }: Beginning): boolean {
  return OF_EXPORT.test(nameOf(name));
}

/** Returns the version of an export as JSON; null for any other files. */
export function jsonVersion(files: readonly Beginning[]): string | null {
  if (!files.every(isOfJson)) return null;
  const info = files.find(({ name }) => nameOf(name) === 'info.json');
  const version = /"export_version"\s*:\s*"?([\d.]+)/.exec(info?.text ?? '')?.[1];
  return version && files.some(({ name }) => nameOf(name) === 'hit_stats.jsonl') ? version : null;
}

/** Reads an export of counts by day. Throws FileFault. */
export async function* readStats(
  files: readonly SourceFile[],
  { zone, domain }: ReadOptions,
): AsyncGenerator<readonly Row[]> {
  const first = files.find(({ name }) => nameOf(name) === 'hit_stats.jsonl');
  if (!first) throw new FileFault(files[0]?.name ?? 'The file', null, 'There is no hit_stats.jsonl; export it again.');
  yield [{ type: 'note', file: first.name, line: 0, reason: COUNTS_TWICE }];
  const own = foldHost(domain);
  const isOwn = (host: string) => host === own;
  const common = { places: await openGeoNames(), zone, isOwn };
  let folder: string | undefined;
  let world: World | undefined;
  for (const file of files) {
    const name = nameOf(file.name);
    const read = Object.hasOwn(READERS, name) ? READERS[name] : undefined;
    if (!read) continue;
    // Each export numbers its paths from 1 on.
    if (!world || folder !== folderOf(file.name)) {
      folder = folderOf(file.name);
      world = { ...common, lists: await readLists(files, folder) };
    }
    const known = world;
    for await (const parts of readJson(file))
      yield parts.map(({ value, line, fault }): Row => {
        const row = fault ?? readRow(bodyOf(value), known, read);
        const place = { file: file.name, line };
        if (row === null) return { type: 'left out', reason: 'not_counted' };
        return typeof row === 'string' ? { type: 'bad', ...place, reason: row } : { type: 'sums', ...place, ...row };
      });
  }
}

/** Returns the lists of the export that is in a folder or a zip. */
async function readLists(files: readonly SourceFile[], folder: string): Promise<Lists> {
  const own = files.filter(({ name }) => folderOf(name) === folder);
  return Object.fromEntries(
    await Promise.all(LISTS.map(async name => [name, await readList(own, name)] as const)),
  ) as Lists;
}

async function readList(files: readonly SourceFile[], name: string): Promise<Names> {
  const list = new Map<number, Body>();
  const file = files.find(one => nameOf(one.name) === `${name}.jsonl`);
  if (file)
    for await (const parts of readJson(file))
      for (const { value } of parts) list.set(Number(bodyOf(value).id), bodyOf(value));
  return list;
}

type Reader = (row: Body, count: number, path: Body, world: World) => readonly CountedValue[];

/** How the rows of each file are read. */
const READERS: Readonly<Record<string, Reader>> = {
  'hit_stats.jsonl': readHits,
  'browser_stats.jsonl': ({ browser_id }, count, _, { lists }) => {
    const { name, version } = lists.browsers.get(Number(browser_id)) ?? {};
    const agent = agentNamed({ browser: textOf(name), browserVersion: textOf(version) });
    return visitors(count, { browser: agent.browser, browser_version: agent.browserVersion });
  },
  'system_stats.jsonl': ({ system_id }, count, _, { lists }) => {
    const { name, version } = lists.systems.get(Number(system_id)) ?? {};
    const agent = agentNamed({ os: textOf(name), osVersion: textOf(version) });
    return visitors(count, { os: agent.os, os_version: agent.osVersion });
  },
  'location_stats.jsonl': ({ location }, count, _, { places }) => {
    const code = textOf(location);
    const region = code.includes('-') ? code : '';
    const place = places.place({ country: code.split('-', 1)[0] ?? '', region, city: '' });
    return visitors(count, {
      country: place.country,
      continent: place.continent,
      ...(region && { region: place.region }),
    });
  },
  'language_stats.jsonl': ({ language }, count) => visitors(count, { language: languageOf(textOf(language)) }),
  'campaign_stats.jsonl': ({ campaign_id }, count, _, { lists }) => {
    const campaign = textOf(lists.campaigns.get(Number(campaign_id))?.name);
    return campaign === '' ? [] : [counted('campaign', campaign, 'visits', count)];
  },
};

function readHits({ ref_id }: Body, count: number, path: Body, { lists, isOwn }: World): readonly CountedValue[] {
  const name = textOf(path.path);
  if (isEvent(path)) return [counted('event', eventOf(name), 'events', count), counted('day', '', 'events', count)];
  const values = [
    counted('page', pageOf(name.startsWith('/') ? name : `/${name}`), 'pageviews', count),
    counted('day', '', 'pageviews', count),
  ];
  const { ref, ref_scheme } = lists.refs.get(Number(ref_id)) ?? {};
  const { referrer: address, campaign } = readReferrer(textOf(ref), textOf(ref_scheme));
  const referrer = referrerHost(address, isOwn);
  const utmSource = campaign?.utm_source ?? '';
  if (referrer === '' && utmSource === '') return values;
  const { source } = sourceAndChannel({ referrer, utmSource });
  values.push(counted('source', source, 'visits', count));
  values.push(
    referrer === ''
      ? counted('utm_source', utmSource, 'visits', count)
      : counted('referrer', referrer, 'visits', count),
  );
  return values;
}

function readRow(row: Body, world: World, read: Reader): Counted {
  const count = Number(row.count);
  if (!Number.isSafeInteger(count) || count < 0)
    return `The count ${quote(String(row.count))} is not a whole number from 0 on.`;
  const path = world.lists.paths.get(Number(row.path_id));
  if (!path) return `The path ${quote(String(row.path_id))} is not among those of paths.jsonl.`;
  if (row.hour !== undefined) {
    const time = Date.parse(textOf(row.hour));
    if (Number.isNaN(time)) return `The hour ${quote(textOf(row.hour))} is not a time such as 2026-01-31T10:00:00Z.`;
    const { day, hour } = localDay(time, world.zone);
    const values = read(row, count, path, world);
    if (isEvent(path)) return { day, counted: values };
    const ofHour = counted('pageviews_hours', String(hour).padStart(2, '0'), 'pageviews', count);
    return { day, counted: [...values, ofHour] };
  }
  const day = dayOf(textOf(row.day).slice(0, 10));
  if (day === null) return `The day ${quote(textOf(row.day))} is not a day such as 2026-01-31.`;
  // Events make no visitors here.
  if (isEvent(path)) return null;
  const values = read(row, count, path, world);
  return values.length === 0 ? null : { day, counted: values };
}

function isEvent({ event }: Body): boolean {
  return event === true || event === 1;
}

function visitors(count: number, values: Readonly<Partial<Record<StatName, string>>>): CountedValue[] {
  return (Object.entries(values) as [StatName, string][]).map(([name, value]) =>
    counted(name, value, 'visitors', count),
  );
}

function counted(name: CountedValue['name'], value: string, metric: StoredMetric, count: number): CountedValue {
  return { name, value, sums: { [metric]: count } };
}

/** Returns the language of a code of three letters, such as `deu`, by its code of two where it has one. */
function languageOf(code: string): string {
  if (!/^[a-z]{2,3}$/i.test(code) || code === 'und') return '';
  return new Intl.Locale(code).language;
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

function bodyOf(value: unknown): Body {
  return typeof value === 'object' && value !== null ? (value as Body) : {};
}
