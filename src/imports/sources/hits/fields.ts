import { parseBatchHit } from '../../../collect/parse.ts';
import type { ImportMapping } from '../../../domain/import.ts';
import { HIT_FIELDS } from '../../../domain/import-mapping.ts';
import { instantOf } from '../../../domain/time-zone.ts';
import { isObject } from '../../../domain/unknown.ts';
import { agentNamed } from '../../agent-named.ts';
import { FileFault } from '../../fault.ts';
import type { HitRow, ReadOptions } from '../../importer.ts';
import { parseInstant } from '../../instant.ts';
import { mappedValue, textOf } from '../../mapped.ts';
import { placeNamed } from '../../place-named.ts';

type Body = Readonly<Record<string, unknown>>;
type Reader = (body: Body) => unknown;

/** A hit without its place and identity. */
export type ReadHit = Pick<HitRow, 'hit' | 'given'>;

const OFFSET = /(?:[Zz]|UTC|[+-]\d{2}:?\d{2})$/;

/** Reads hits whose fields have other names, or the forms that they have in other tools. */
export class HitFields {
  readonly #readers = new Map<string, Reader>();
  readonly #options: ReadOptions;

  constructor(options: ReadOptions) {
    this.#options = options;
    for (const name of HIT_FIELDS) this.#readers.set(name, readerOf(name, options.mapping));
  }

  /** Returns a hit, or why the row is none. */
  read(body: Body): ReadHit | string {
    const { domain, now } = this.#options;
    const value = (name: string) => present(this.#readers.get(name)?.(body));
    const text = (name: string) => textOf(value(name));
    const given = value('time');
    if (given === undefined) {
      const named = this.#options.mapping?.time;
      return named === undefined
        ? 'The hit has no time; use one such as 2026-01-31T10:00:00Z.'
        : `The hit has no time; the mapping says that it is in ${JSON.stringify(named)}.`;
    }
    const page = text('page');
    const name = value('event.name');
    const event = {
      name,
      value: value('event.value'),
      unit: value('event.unit'),
      props: objectIn(value('event.props')),
    };
    const hit = parseBatchHit(
      {
        time: this.#timeOf(given),
        page: page.startsWith('/') ? `https://${domain}${page}` : page,
        referrer: text('referrer'),
        screen_resolution: text('screen_resolution'),
        id: text('id'),
        ip: text('ip'),
        user_agent: text('user_agent'),
        language: text('language'),
        event: name === undefined ? objectIn(value('event')) : event,
        props: objectIn(value('props')),
        engagement: numberIn(value('engagement')),
        depth: numberIn(value('depth')),
      },
      now,
    );
    if ('reason' in hit) return hit.reason;
    const visitor = text('visitor');
    const [country, os, browser] = [text('country'), text('os'), text('browser')];
    const hasAgent = hit.userAgent === '' && `${os}${browser}${text('device')}` !== '';
    return {
      hit,
      given: {
        ...(visitor !== '' && { id: visitor }),
        ...(country !== '' && { place: placeNamed({ country, region: text('region'), city: text('city') }) }),
        ...(hasAgent && {
          agent: agentNamed({
            browser,
            browserVersion: text('browser_version'),
            os,
            osVersion: text('os_version'),
            device: text('device'),
          }),
        }),
      },
    };
  }

  /** Returns a time as the batch endpoint takes it: numbers count seconds, or their thousandths or millionths, since 1970. */
  #timeOf(given: unknown): unknown {
    const text = textOf(given).trim();
    if (/^\d{9,17}(?:\.\d+)?$/.test(text)) {
      const number = Number(text);
      const milliseconds = number < 1e11 ? number * 1000 : number < 1e14 ? number : number / 1000;
      return new Date(milliseconds).toISOString();
    }
    const time = parseInstant(text);
    if (time === null) return given;
    return new Date(OFFSET.test(text) ? time : instantOf(time, this.#options.zone)).toISOString();
  }
}

/** Fails for the first row of a file that has none of the columns that the mapping names. */
export function checkColumns(file: string, head: readonly string[], mapping: ImportMapping | null): void {
  for (const [name, given] of Object.entries(mapping ?? {})) {
    const found = mappedValue<Body, unknown>(given, column => (head.includes(column) ? () => '' : undefined));
    if (typeof found !== 'function')
      throw new FileFault(
        file,
        1,
        `The mapping says that ${name} is in the column ${JSON.stringify(found.missing)}, which the file does not have; it has ${head.join(', ')}.`,
      );
  }
}

function readerOf(name: string, mapping: ImportMapping | null): Reader {
  const read = mappedValue<Body, unknown>(mapping?.[name] ?? name, fieldOf);
  return typeof read === 'function' ? read : () => undefined;
}

/** A field can be within others: `geo.country`. Rows of JSON lack fields, so every name may be one. */
function fieldOf(name: string): Reader {
  if (!name.includes('.')) return body => body[name];
  const path = name.split('.');
  return body => {
    if (Object.hasOwn(body, name)) return body[name];
    return path.reduce<unknown>((inner, key) => (isObject(inner) ? inner[key] : undefined), body);
  };
}

function present(value: unknown): unknown {
  return value === null || value === '' ? undefined : value;
}

function numberIn(value: unknown): unknown {
  return typeof value === 'string' && Number.isFinite(Number(value)) ? Number(value) : value;
}

/** Returns the object of a text with JSON; other values as they are. */
function objectIn(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
