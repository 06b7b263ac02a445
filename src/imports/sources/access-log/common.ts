import { isIP } from 'node:net';
import { cellsFrom, endOfQuoted, unescaped } from './quoted.ts';
import { cellOf, clientOf, type LogFormat, type LoggedRequest, readRequestLine } from './request.ts';
import { commonTime } from './times.ts';

/** A line with what every variant has, and the cells behind it. */
interface Parts {
  /** What stands before the time. */
  readonly head: readonly string[];
  readonly time: number;
  readonly request: string;
  readonly status: number;
  readonly cells: readonly string[];
}

/** More cells than any known variant has. */
const MOST_CELLS = 16;
const HOST = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.[a-z][a-z0-9-]*\.?(?::\d{1,5})?$/i;
/** What stands in place of a name for requests that have none, besides addresses. */
const NAMELESS = /^(?:localhost(?::\d{1,5})?|_)$/i;

function readParts(line: string, zone: string): Parts | string {
  let open = line.indexOf('[');
  let time = Number.NaN;
  // The name of a user may contain a bracket.
  for (; open >= 0; open = line.indexOf('[', open + 1)) {
    time = commonTime(line, open + 1, zone);
    if (!Number.isNaN(time)) break;
  }
  if (open < 0) return 'The line has no time such as [31/Jan/2026:10:00:00 +0000].';
  const start = line.indexOf('] "', open) + 3;
  const end = start < 3 ? -1 : endOfQuoted(line, start);
  if (end < 0) return 'The line has no request in quotes; it may be cut off.';
  const status = Number(line.slice(end + 2, end + 5));
  if (!(status >= 100 && status <= 999)) return 'The line has no status behind the request; it may be cut off.';
  return {
    head: line.slice(0, open).trim().split(' '),
    time,
    request: unescaped(line.slice(start, end)),
    status,
    cells: cellsFrom(line, end + 5, MOST_CELLS),
  };
}

/** Where a variant has its cells, behind the status: the first is the number of bytes. */
interface Layout {
  /** Whether the virtual host is in front of the address. */
  readonly isHostFirst: boolean;
  readonly hasAgent: boolean;
  /** The place of the virtual host; -1 if it is not behind the request. */
  readonly hostAt: number;
  /** The place of X-Forwarded-For; -1 without. */
  readonly forwardedAt: number;
}

const [REFERRER, AGENT] = [1, 2];

/** Returns the layout that the first lines have. */
function layoutOf(sample: readonly string[], zone: string): Layout {
  const lines = sample.map(line => readParts(line, zone)).filter(parts => typeof parts !== 'string');
  const isTraefik = lines.length > 0 && lines.every(({ cells }) => /^\d+ms$/.test(cells.at(-1) ?? ''));
  const cellsAt = (at: number) => lines.map(({ cells }) => cellOf(cells[at])).filter(cell => cell !== '');
  const places = isTraefik ? [] : Array.from({ length: MOST_CELLS - AGENT - 1 }, (_, at) => AGENT + 1 + at);
  const hostAt = places.find(at => areHosts(cellsAt(at))) ?? -1;
  return {
    isHostFirst: lines.length > 0 && areHostsFirst(lines.map(({ head }) => head)),
    hasAgent: lines.some(({ cells }) => cells.length > AGENT),
    hostAt,
    forwardedAt: places.find(at => at !== hostAt && areMost(cellsAt(at), isForwarded)) ?? -1,
  };
}

function areMost(cells: readonly string[], isOne: (cell: string) => boolean): boolean {
  return cells.filter(isOne).length * 2 > cells.length;
}

/**
 * Returns whether cells are hosts: at least as many of them are names as addresses, or else the addresses are always the same
 * few, for which scanners ask. Those of X-Forwarded-For differ.
 */
function areHosts(cells: readonly string[]): boolean {
  const isName = (cell: string) => HOST.test(cell);
  const isAddress = (cell: string) => isIP(withoutPort(cell)) > 0;
  const areNames = (some: readonly string[]) => {
    const names = some.filter(isName).length;
    return names > 0 && names >= some.filter(isAddress).length;
  };
  return (
    areMost(cells, cell => isName(cell) || NAMELESS.test(cell) || isAddress(cell)) &&
    (areNames(cells) || areNames([...new Set(cells)]))
  );
}

function isForwarded(cell: string): boolean {
  const addresses = cell.split(',').map(address => address.trim());
  const known = addresses.filter(address => isIP(address) > 0).length;
  return known > 0 && addresses.every(address => isIP(address) > 0 || address === 'unknown');
}

function withoutPort(host: string): string {
  return /^\[(.*)\](?::\d{1,5})?$/.exec(host)?.[1] ?? host.replace(/^([^:]*):\d{1,5}$/, '$1');
}

/** Returns whether most of the lines that have two hosts in front of the time have a name first: otherwise that is a client. */
function areHostsFirst(heads: readonly (readonly string[])[]): boolean {
  const firsts = heads.filter(hasHostFirst).map(([first = '']) => first);
  return firsts.filter(first => isIP(first) === 0).length * 2 >= firsts.length;
}

/** Returns whether what stands before the time can begin with a virtual host. */
function hasHostFirst(head: readonly string[]): boolean {
  const [first = '', second = ''] = head;
  if (head.length <= 3 || first.endsWith(',')) return false;
  return isIP(second) > 0 || (isIP(first) === 0 && /:\d+$/.test(first));
}

/**
 * The Common Log Format and what is built on it: Combined, with a virtual host in front of the line or behind it, and
 * that of Traefik.
 */
export const COMMON: LogFormat = {
  name: 'Common or Combined',
  open(sample, zone) {
    const layout = layoutOf(sample, zone);
    return line => {
      const parts = readParts(line, zone);
      return typeof parts === 'string' ? parts : requestOf(parts, layout);
    };
  },
};

function requestOf({ head, time, request, status, cells }: Parts, layout: Layout): LoggedRequest | string {
  if (layout.hasAgent && cells.length <= AGENT) return 'The line has no user agent, as others have; it may be cut off.';
  const { hostAt, forwardedAt, hasAgent } = layout;
  const [first = '', second = ''] = head;
  const isHostFirst = layout.isHostFirst && hasHostFirst(head);
  const remote = isHostFirst ? second : first;
  // An X-Forwarded-For in place of the address has several of them.
  const client = remote.endsWith(',') ? remote.slice(0, -1) : remote;
  return {
    time,
    client: clientOf(client, forwardedAt < 0 ? '' : cellOf(cells[forwardedAt])),
    ...readRequestLine(request),
    status,
    host: isHostFirst ? cellOf(first) : hostAt < 0 ? '' : cellOf(cells[hostAt]),
    referrer: cellOf(cells[REFERRER]),
    agent: hasAgent ? cellOf(cells[AGENT]) : null,
    type: '',
  };
}
