import { DAY } from '../../../domain/calendar.ts';
import { cellOf, clientOf, type LogFormat, type LoggedRequest, type ReadLine } from './request.ts';
import { plainTime } from './times.ts';

const FIELDS = '#Fields:';
const EPOCH = '1970-01-01';
const MIDNIGHT = '00:00:00';

/** Lines are at most minutes out of order; where the time goes back by more, a day has passed. */
const BACK = 3_600_000;
/** A line of just before midnight can stand behind those of just after it. */
const AROUND_MIDNIGHT = 600_000;

/**
 * Lines whose fields a head names (W3C Extended), as IIS and CloudFront write them; a new head can stand anywhere. Times
 * are UTC. Without dates, the days begin with that of the line `#Date:`.
 */
export const W3C: LogFormat = { name: 'W3C Extended', open: () => reader() };

function reader(): ReadLine {
  let fields: ReadonlyMap<string, number> | undefined;
  const days = new DaysOfTimes();
  return line => {
    if (line.startsWith('#')) {
      if (line.startsWith(FIELDS)) fields = fieldsOf(line);
      if (line.startsWith('#Date:')) days.begin(line.slice(6).trim());
      return null;
    }
    if (!fields) return 'There is no line "#Fields:" before this one, so its cells are unknown.';
    const isPercentEncoded = line.includes('\t');
    const cells = line.split(isPercentEncoded ? '\t' : ' ');
    if (cells.length < fields.size) return `The line has ${cells.length} cells, but ${fields.size} fields are named.`;
    const cell = (name: string) => cellOf(cells[fields?.get(name) ?? -1]);
    const date = cell('date');
    const time = date === '' ? days.next(cell('time')) : plainTime(date, cell('time'));
    return requestOf(cell, { time, isPercentEncoded, hasAgent: fields.has('cs(user-agent)') });
  };
}

/** Returns whether lines behind a head have times without a date, so that their days depend on the lines before. */
export function hasNoDates(head: string): boolean {
  return head.startsWith(FIELDS) && !fieldsOf(head).has('date');
}

/** The instants of times without a date, which are in the order of time. */
class DaysOfTimes {
  #midnight = Number.NaN;
  #last = 0;
  /** True on the days after the one that the log names. */
  #hasPassed = false;

  /** Goes on at a time such as `2026-01-31 23:00:00`, or on a day of which the time is not known. */
  begin(text: string): void {
    this.#midnight = plainTime(text, MIDNIGHT);
    const time = plainTime(text, text.slice(11));
    this.#last = Number.isNaN(time) ? 0 : time - this.#midnight;
    this.#hasPassed = false;
  }

  /** Returns the instant of the next time such as `10:00:00`, in milliseconds; NaN for anything else. */
  next(text: string): number {
    const time = plainTime(EPOCH, text);
    if (Number.isNaN(time)) return time;
    if (this.#hasPassed && this.#last <= AROUND_MIDNIGHT && time >= DAY - AROUND_MIDNIGHT)
      return this.#midnight - DAY + time;
    if (this.#last - time > BACK) {
      this.#midnight += DAY;
      this.#hasPassed = true;
    }
    this.#last = time;
    return this.#midnight + time;
  }
}

function fieldsOf(line: string): Map<string, number> {
  const names = line.slice(FIELDS.length).trim().toLowerCase().split(/\s+/);
  return new Map(names.map((name, at) => [name, at]));
}

interface LineOf {
  /** Milliseconds since 1970, UTC; NaN if the line has none. */
  readonly time: number;
  /** CloudFront encodes texts, IIS writes `+` for a blank. */
  readonly isPercentEncoded: boolean;
  readonly hasAgent: boolean;
}

function requestOf(
  cell: (name: string) => string,
  { time, isPercentEncoded, hasAgent }: LineOf,
): LoggedRequest | string {
  if (Number.isNaN(time)) return 'The line has no date and time such as 2026-01-31 10:00:00.';
  // A percent sign is encoded as well, so that an encoded path is encoded twice.
  const address = isPercentEncoded ? (text: string) => text.replaceAll('%25', '%') : (text: string) => text;
  const plain = isPercentEncoded ? decoded : (text: string) => text.replaceAll('+', ' ');
  const query = address(cell('cs-uri-query'));
  return {
    time,
    client: clientOf(cell('c-ip'), plain(cell('x-forwarded-for') || cell('cs(x-forwarded-for)'))),
    method: cell('cs-method'),
    status: Number(cell('sc-status')),
    host: cell('x-host-header') || cell('cs-host') || cell('cs(host)'),
    target: address(cell('cs-uri-stem')) + (query === '' ? '' : `?${query}`),
    referrer: address(cell('cs(referer)')),
    agent: hasAgent ? plain(cell('cs(user-agent)')) : null,
    type: plain(cell('sc-content-type')),
  };
}

/** Older logs of CloudFront have texts that were encoded twice. */
function decoded(text: string): string {
  let plain = text;
  for (let times = 0; times < 2 && plain.includes('%'); times++)
    try {
      plain = decodeURIComponent(plain);
    } catch {
      return plain;
    }
  return plain;
}
