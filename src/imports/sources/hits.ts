import { parseBatchHit } from '../../collect/parse.ts';
import { LONGEST_HIT } from '../../collect/raw-hit.ts';
import { isObject } from '../../domain/unknown.ts';
import { beginningsOf } from '../files.ts';
import type { Importer, ReadOptions, Row, SourceFile } from '../importer.ts';
import { readLines } from '../readers/lines.ts';
import { isHitsCsv, readCsvHits } from './hits/csv.ts';
import { HitFields, type ReadHit } from './hits/fields.ts';

const BATCH = 1_000;
const NOT_JSON = 'The line is not valid JSON; put one hit on each line, such as {"page":"https://example.com/"}.';

/**
 * Hits as JSON, one on each line, as `POST /api/event/batch` takes them; `time` is required. A mapping gives the fields
 * other names, or a fixed value.
 */
export const HITS: Importer = {
  source: 'hits',
  label: 'NDJSON of hits',
  guide: {
    get: [
      'Write a file with one hit as JSON on each line, as `POST /api/event/batch` takes them, or a CSV with the same names as columns.',
      '',
      'A **mapping** gives fields other names: an object of JSON with our name, and the name in the file, such as `geo.country` for a field within another. After `=` stands a text, in which `{name}` stands for a field. With a mapping, and in a CSV, times can be numbers as well, and pages can be paths. For example, a drain of Vercel Web Analytics writes lines of JSON, which this mapping reads:',
      '',
      '```',
      '{"time": "timestamp", "page": "={origin}{path}", "visitor": "deviceId",',
      ' "event.name": "eventName", "event.props": "eventData", "browser": "clientName", "browser_version": "clientVersion",',
      ' "os": "osName", "os_version": "osVersion", "device": "deviceType", "country": "country", "city": "city"}',
      '```',
    ].join('\n'),
    names: [
      [
        '`time`',
        'the time of the hit, required, such as `2026-01-31T10:00:00Z`; with a mapping or in a CSV also without an offset, or as a number of seconds, milliseconds or microseconds since 1970',
      ],
      ['`visitor`', 'with a mapping or in a CSV: an id of the visitor, which counts for a day and is forgotten'],
      [
        '`browser`, `browser_version`, `os`, `os_version`, `device`, `country`, `region`, `city`',
        'the same: what is known in place of an address and a user agent; a country by its code or its English name',
      ],
      [
        '`event.name`, `event.value`, `event.unit`, `event.props`',
        'the same: the fields of an event, which a row without a name is not',
      ],
      ['all others', 'as in [docs/collecting.md](collecting.md)'],
    ],
    leftOut: 'Addresses and user agents are read for the visitor, the place and the device, and then forgotten.',
  },

  recognise(files, named) {
    const others = files.filter(({ text }) => !isPlain(text));
    if (!named && !others.every(({ text }) => !isJson(text) && isHitsCsv(text))) return null;
    const zone = others.some(({ text }) => BARE_TIME.test(text)) ? 'asked' : 'in the file';
    return { version: '1', kind: 'hits', zone };
  },

  async *read(files, options) {
    for (const file of files) {
      const [beginning] = await beginningsOf([file]);
      yield* isJson(beginning?.text ?? '') ? readFile(file, options) : readCsvHits(file, options);
    }
  },
};

/** Returns whether a text begins with a hit as `POST /api/event/batch` takes it. */
function isPlain(text: string): boolean {
  const hit = parse(text.split('\n', 1)[0] ?? '');
  return typeof hit?.page === 'string' && typeof hit.time === 'string';
}

/** A date and time without an offset. */
const BARE_TIME = /\b\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?![\d:]|[.,]\d|\s*(?:Z|UTC|[+-]\d{2}))/i;

function isJson(text: string): boolean {
  return /^\uFEFF?\s*[[{]/.test(text);
}

async function* readFile(file: SourceFile, options: ReadOptions): AsyncGenerator<readonly Row[]> {
  const fields = options.mapping ? new HitFields(options) : null;
  let rows: Row[] = [];
  for await (const { number, text, fault } of readLines(file.read(), LONGEST_HIT)) {
    const line = number === 1 ? text?.replace(/^\uFEFF/, '') : text;
    const row = typeof line === 'string' ? readRow(line, fields, options.now) : (fault ?? null);
    if (row === null) continue;
    const { name } = file;
    if (typeof row === 'string') rows.push({ type: 'bad', file: name, line: number, reason: row });
    else rows.push({ type: 'hit', file: name, line: number, ...row });
    if (rows.length < BATCH) continue;
    yield rows;
    rows = [];
  }
  yield rows;
}

/** Returns a row without its place, or why it cannot be read; null for an empty line. */
function readRow(
  line: string,
  fields: HitFields | null,
  now: number,
): (ReadHit & { identity: string }) | string | null {
  const text = line.trim();
  if (text === '') return null;
  const body = parse(text);
  if (!body) return NOT_JSON;
  const read = fields ? fields.read(body) : plainHit(body, now);
  if (typeof read === 'string') return read;
  const { id } = read.hit;
  return { identity: id === '' ? text : `id ${id}`, ...read };
}

function plainHit(body: Record<string, unknown>, now: number): ReadHit | string {
  if (body.time === undefined || body.time === null)
    return 'The hit has no time; use one such as 2026-01-31T10:00:00Z.';
  const hit = parseBatchHit(body, now);
  return 'reason' in hit ? hit.reason : { hit };
}

function parse(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
