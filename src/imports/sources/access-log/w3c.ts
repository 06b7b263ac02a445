import { cellOf, clientOf, type LogFormat, type LoggedRequest, type ReadLine } from './request.ts';
import { plainTime } from './times.ts';

const FIELDS = '#Fields:';

/**
 * Lines whose fields a head names (W3C Extended), as IIS and CloudFront write them; a new head can stand anywhere. Times
 * are UTC.
 */
export const W3C: LogFormat = { name: 'W3C Extended', open: () => reader() };

function reader(): ReadLine {
  let fields: ReadonlyMap<string, number> | undefined;
  let date = '';
  return line => {
    if (line.startsWith('#')) {
      if (line.startsWith(FIELDS)) fields = fieldsOf(line);
      if (line.startsWith('#Date:')) date = line.slice(6).trim().slice(0, 10);
      return null;
    }
    if (!fields) return 'There is no line "#Fields:" before this one, so its cells are unknown.';
    const isPercentEncoded = line.includes('\t');
    const cells = line.split(isPercentEncoded ? '\t' : ' ');
    if (cells.length < fields.size) return `The line has ${cells.length} cells, but ${fields.size} fields are named.`;
    const cell = (name: string) => cellOf(cells[fields?.get(name) ?? -1]);
    return requestOf(cell, { date, isPercentEncoded, hasAgent: fields.has('cs(user-agent)') });
  };
}

function fieldsOf(line: string): Map<string, number> {
  const names = line.slice(FIELDS.length).trim().toLowerCase().split(/\s+/);
  return new Map(names.map((name, at) => [name, at]));
}

interface Dialect {
  /** The day of lines that have a time only. */
  readonly date: string;
  /** CloudFront encodes texts, IIS writes `+` for a blank. */
  readonly isPercentEncoded: boolean;
  readonly hasAgent: boolean;
}

function requestOf(
  cell: (name: string) => string,
  { date, isPercentEncoded, hasAgent }: Dialect,
): LoggedRequest | string {
  const time = plainTime(cell('date') || date, cell('time'));
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
