import type { GivenVisitor } from '../../../collect/imported.ts';
import { FileFault } from '../../fault.ts';
import type { HitRow, LeftOutRow, ReadOptions, Row, SourceFile } from '../../importer.ts';
import { parseInstant } from '../../instant.ts';
import { type GeoNames, openGeoNames } from '../../places/geonames.ts';
import { readCsv, wrongCells } from '../../readers/csv.ts';
import { remembered } from '../../remembered.ts';
import { CAMPAIGN_PARAMS, imported } from '../raw.ts';
import type { EventData } from './event-data.ts';
import { known } from './known.ts';
import { umamiAgent } from './names.ts';

const PAGEVIEW = '1';
const EVENT = '2';
/** What Umami calls programs that it has let through. */
const ROBOT = 'searchbot';
const CLICKS = ['gclid', 'fbclid', 'msclkid', 'ttclid', 'li_fat_id', 'twclid'] as const;

type Result = Pick<HitRow, 'type' | 'identity' | 'hit' | 'given'> | LeftOutRow | string;

/** Reads a file with pageviews and events. Throws FileFault. */
export async function* readEvents(
  file: SourceFile,
  options: ReadOptions,
  data: EventData,
): AsyncGenerator<readonly Row[]> {
  const names = await openGeoNames();
  let read: ((cells: readonly string[], line: number) => Result) | undefined;
  for await (const { rows, lines } of readCsv(file, 'escaped')) {
    const first = read ? 0 : 1;
    read ??= rowReader(file.name, rows[0] as readonly string[], options, { data, names });
    const batch: Row[] = [];
    for (let at = first; at < rows.length; at++) {
      const line = lines[at] as number;
      const row = read(rows[at] as readonly string[], line);
      if (typeof row === 'string') batch.push({ type: 'bad', file: file.name, line, reason: row });
      else batch.push(row.type === 'hit' ? { ...row, file: file.name, line } : row);
    }
    yield batch;
  }
}

/** What a row is read with. */
interface Beside {
  readonly data: EventData;
  readonly names: GeoNames;
}

function rowReader(
  file: string,
  head: readonly string[],
  { domain }: ReadOptions,
  { data, names }: Beside,
): (cells: readonly string[], line: number) => Result {
  const places = new Map(head.map((name, at) => [name.trim().toLowerCase(), at]));
  // A column that is missing has no cell in any row.
  const at = (...names: readonly string[]) => places.get(names.find(name => places.has(name)) ?? '') ?? -1;
  const time = at('created_at');
  const path = at('url_path');
  const query = at('url_query');
  const host = at('hostname');
  const type = at('event_type');
  const name = at('event_name');
  const event = at('event_id');
  const visitor = at('session_id', 'visit_id');
  const website = at('website_id');
  const referrer = at('referrer_domain');
  const [browser, os, device] = [at('browser'), at('os'), at('device')];
  const [country, region, city] = [at('country'), at('region', 'subdivision1'), at('city')];
  const [language, screen] = [at('language'), at('screen')];
  const links = [...CAMPAIGN_PARAMS, ...CLICKS]
    .map(param => [param, at(param)] as const)
    .filter(([, column]) => column >= 0);
  const agentOf = remembered(text => umamiAgent(...(text.split('\0') as [string, string, string])));
  const placeOf = remembered(text => {
    const [code = '', part = '', town = ''] = text.split('\0');
    // Older versions write the code of a region without that of its country.
    const isWhole = part === '' || part.includes('-');
    return names.place({ country: code, region: isWhole ? part : `${code}-${part}`, city: town });
  });
  let latestWebsite = '';

  return (cells, line) => {
    const fault = wrongCells(cells, head.length);
    if (fault !== null) return fault;
    const cell = (column: number) => (column < 0 ? '' : known(cells[column] ?? ''));
    const instant = parseInstant(cell(time));
    if (instant === null)
      return `The created_at ${JSON.stringify(cell(time))} is not a time such as 2026-01-31 10:00:00.`;
    const kind = cell(type);
    const called = cell(name);
    const isEvent = kind === EVENT || (kind === '' && called !== '');
    if (!isEvent && kind !== PAGEVIEW && kind !== '') return { type: 'left out', reason: 'link_or_pixel' };
    const program = cell(browser);
    if (program === ROBOT) return { type: 'left out', reason: 'bot' };
    const hostname = cell(host);
    const site = cell(website);
    if (hostname === '' && site !== latestWebsite) {
      if (latestWebsite !== '')
        throw new FileFault(
          file,
          line,
          'The file has several websites and no hostnames to tell them apart; export one website_id.',
        );
      latestWebsite = site;
    }
    const search = cell(query);
    const page = `https://${hostname || domain}${pathOf(cell(path))}${search === '' || search.startsWith('?') ? search : `?${search}`}`;
    const id = cell(event);
    const person = cell(visitor);
    const from = cell(referrer);
    let campaign: Record<string, string> | undefined;
    for (const [param, column] of links) {
      const value = cell(column);
      if (value === '' || search.includes(param)) continue;
      campaign ??= {};
      campaign[param] = value;
    }
    const given: GivenVisitor = {
      ...(person === '' ? undefined : { id: person }),
      ...(campaign ? { campaign } : undefined),
      place: placeOf(`${cell(country)}\0${cell(region)}\0${cell(city)}`),
      agent: agentOf(`${program}\0${cell(os)}\0${cell(device)}`),
    };
    const props = isEvent && id !== '' ? data.of(id) : undefined;
    const { revenue, currency } = props ?? {};
    return {
      type: 'hit',
      identity: id === '' ? `${cell(time)}\0${person}\0${page}\0${called}` : id,
      hit: imported({
        id,
        page,
        time: instant,
        referrer: from === '' ? '' : `https://${from}/`,
        resolution: cell(screen),
        language: cell(language),
        event: isEvent ? { name: called, value: revenue, unit: currency, props, interactive: true } : null,
      }),
      given,
    };
  };
}

function pathOf(path: string): string {
  return path.startsWith('/') ? path : `/${path}`;
}
