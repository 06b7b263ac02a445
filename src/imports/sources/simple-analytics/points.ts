import { readUserAgent } from '../../../collect/user-agent.ts';
import { isObject } from '../../../domain/unknown.ts';
import { agentNamed } from '../../agent-named.ts';
import { beginningsOf } from '../../files.ts';
import type { HitRow, ReadOptions, Row, SourceFile } from '../../importer.ts';
import { parseInstant } from '../../instant.ts';
import { placeNamed } from '../../place-named.ts';
import { readCsv, wrongCells } from '../../readers/csv.ts';
import { readJson } from '../../readers/json.ts';
import { remembered } from '../../remembered.ts';
import { CAMPAIGN_PARAMS, imported } from '../raw.ts';
import { propsOf } from './metadata.ts';

/** A data point: the text of each of its fields, by name. */
type Point = ReadonlyMap<string, string>;

const TRUE = /^(?:true|1)$/i;

const placeOf = remembered(country => placeNamed({ country }));
const agentIn = remembered(readUserAgent);
const agentOf = remembered(text => {
  const [browser = '', browserVersion = '', os = '', osVersion = '', device = ''] = text.split('\0');
  return agentNamed({ browser, browserVersion, os, osVersion, device });
});

/** Reads a file of data points. Throws FileFault. */
export async function* readPoints(file: SourceFile, options: ReadOptions): AsyncGenerator<readonly Row[]> {
  const [beginning] = await beginningsOf([file]);
  const text = beginning?.text ?? '';
  const points = /^\s*[[{]/.test(text) ? jsonPoints(file, isAnswer(text)) : csvPoints(file);
  const equal = new EqualPoints();
  for await (const some of points) {
    const rows: Row[] = [];
    for (const { line, point } of some) {
      const place = { file: file.name, line };
      const read = typeof point === 'string' ? point : readPoint(point, equal, options);
      if (typeof read === 'string') rows.push({ type: 'bad', ...place, reason: read });
      else if (read === null) rows.push({ type: 'left out', reason: 'bot' });
      else for (const one of read) rows.push({ type: 'hit', ...place, ...one });
    }
    yield rows;
  }
}

/** Numbers points without ids that are equal; those of one time are side by side in an export. */
class EqualPoints {
  #time = Number.NaN;
  readonly #numbers = new Map<string, number>();

  /** Returns how many equal ones came before, which is the same in another file that has them. */
  numberOf(time: number, identity: string): number {
    if (time !== this.#time) this.#numbers.clear();
    this.#time = time;
    const number = this.#numbers.get(identity) ?? 0;
    this.#numbers.set(identity, number + 1);
    return number;
  }
}

/** A point with its line, or why it cannot be read. */
interface Placed {
  readonly line: number;
  readonly point: Point | string;
}

async function* csvPoints(file: SourceFile): AsyncGenerator<Placed[]> {
  let head: string[] | undefined;
  for await (const { rows, lines } of readCsv(file)) {
    const first = head ? 0 : 1;
    const names = head ?? (rows[0] as readonly string[]).map(name => name.trim());
    head = names;
    const points: Placed[] = [];
    for (let at = first; at < rows.length; at++) {
      const cells = rows[at] as readonly string[];
      points.push({ line: lines[at] as number, point: wrongCells(cells, names.length) ?? pointOf(cells, names) });
    }
    yield points;
  }
}

function pointOf(cells: readonly string[], names: readonly string[]): Point {
  const point = new Map<string, string>();
  cells.forEach((cell, column) => {
    if (cell !== '') point.set(names[column] ?? '', cell);
  });
  return point;
}

/** The answer of the API has the points in an object; the page downloads them alone. */
const POINTS = 'datapoints';

function isAnswer(text: string): boolean {
  const isPoint = /^\s*\{[^{[]*"added_(?:iso|unix)"/.test(text);
  return /^\s*\{/.test(text) && !isPoint && /"datapoints"\s*:\s*\[/.test(text);
}

async function* jsonPoints(file: SourceFile, isInAnswer: boolean): AsyncGenerator<Placed[]> {
  for await (const all of readJson(file, isInAnswer ? POINTS : '')) {
    const parts = isInAnswer ? all.filter(({ parent }) => parent === POINTS) : all;
    yield parts.map(({ line, value, fault }) => {
      if (fault !== undefined) return { line, point: fault };
      if (!isObject(value)) return { line, point: 'The value is not an object with the fields of a data point.' };
      const point = new Map<string, string>();
      for (const [name, field] of Object.entries(value)) {
        if (field === null || field === '') continue;
        const text = typeof field === 'object' ? jsonOf(field) : String(field);
        if (text === null) return { line, point: 'The value is not an object with the fields of a data point.' };
        point.set(name, text);
      }
      return { line, point };
    });
  }
}

/** Returns null for what is nested too deeply to be written. */
function jsonOf(field: object): string | null {
  try {
    return JSON.stringify(field);
  } catch {
    return null;
  }
}

type Read = Pick<HitRow, 'identity' | 'hit' | 'given'>;

/** Returns a pageview with its attention, or an event; null for a robot, and text that says why it cannot be read. */
function readPoint(point: Point, equal: EqualPoints, { domain, now }: ReadOptions): Read[] | string | null {
  const field = (name: string) => point.get(name) ?? '';
  if (TRUE.test(field('is_robot'))) return null;
  const time = timeOf(point);
  if (time === null)
    return `The time ${JSON.stringify(field('added_iso') || field('added_unix'))} is not one such as 2026-01-31T10:00:00Z.`;
  const page = `https://${field('hostname') || domain}${pathOf(point)}`;
  const name = field('datapoint');
  const isEvent = name !== '' && name !== 'pageview';
  const campaign: Record<string, string> = {};
  for (const param of CAMPAIGN_PARAMS)
    if (field(param) !== '' && !page.includes(`${param}=`)) campaign[param] = field(param);
  const browser = ['browser_name', 'browser_version', 'os_name', 'os_version', 'device_type'].map(field).join('\0');
  const identity =
    field('uuid') || [time, page, field('session_id'), name, field('document_referrer'), browser].join('\0');
  const id = visitorOf(point, `${identity}\0${equal.numberOf(time, identity)}`);
  const given = {
    ...(id === '' ? undefined : { id }),
    ...(Object.keys(campaign).length > 0 && { campaign }),
    place: placeOf(field('country_code')),
    agent: field('user_agent') === '' ? agentOf(browser) : agentIn(field('user_agent')),
  };
  const props = propsOf(point);
  const hit = imported({
    page,
    time,
    referrer: referrerOf(point),
    resolution: `${field('screen_width')}x${field('screen_height')}`,
    language: [field('lang_language'), field('lang_region')].filter(Boolean).join('-'),
    event: isEvent ? { name, value: undefined, unit: undefined, props, interactive: true } : null,
    props: isEvent ? undefined : props,
  });
  const read: Read[] = [{ identity, hit, given }];
  const engagement = amountOf(field('duration_seconds'));
  const depth = amountOf(field('scrolled_percentage'));
  // Without a visitor, nothing says whose page got the attention.
  if (!isEvent && id !== '' && (engagement !== null || depth !== null)) {
    const until = Math.max(time, Math.min(now, time + (engagement ?? 0) * 1000));
    read.push({ identity: `${identity}\0attention`, hit: imported({ page, time: until, engagement, depth }), given });
  }
  return read;
}

function timeOf(point: Point): number | null {
  const seconds = Number(point.get('added_unix') ?? Number.NaN);
  const iso = point.get('added_iso');
  if (iso !== undefined) return parseInstant(iso);
  return Number.isFinite(seconds) ? Math.round(seconds * 1000) : null;
}

function pathOf(point: Point): string {
  const whole = point.get('path_and_query');
  const path = whole ?? point.get('path') ?? '/';
  const query = whole === undefined ? (point.get('query') ?? '') : '';
  return `${path.startsWith('/') ? '' : '/'}${path}${query === '' || query.startsWith('?') ? query : `?${query}`}`;
}

/** Returns the visitor's id. In a file without sessions, a pageview that is a visitor's first has one of its own. */
function visitorOf(point: Point, own: string): string {
  return point.get('session_id') ?? (TRUE.test(point.get('is_unique') ?? '') ? (point.get('uuid') ?? own) : '');
}

function referrerOf(point: Point): string {
  const referrer = point.get('document_referrer') ?? point.get('referrer_hostname') ?? '';
  return referrer === '' || /^[a-z][a-z0-9+.-]*:\/\//i.test(referrer) ? referrer : `https://${referrer}`;
}

function amountOf(text: string): number | null {
  const amount = text === '' ? Number.NaN : Number(text);
  return Number.isFinite(amount) && amount >= 0 ? amount : null;
}
