import { isIP } from 'node:net';
import { endOfQuoted } from './quoted.ts';
import { clientOf, type LogFormat, type LoggedRequest, readRequestLine } from './request.ts';
import { commonTime } from './times.ts';

const HOST = /^(?=.*[a-z])[a-z0-9.-]+(?::\d{1,5})?$/i;
/** Behind the time: frontend, backend and server, timers, status, bytes, two cookies, the state, connections, queues. */
const STATUS = 3;
const PLAIN_CELLS = 9;

/**
 * The HTTP format of HAProxy (`option httplog`), with or without what syslog writes in front. It has no user agents,
 * referrers or hosts unless the frontend captures these headers; which one a captured text is, its form says.
 */
export const HAPROXY: LogFormat = {
  name: 'HAProxy',
  open: (_, zone) => line => readLine(line, zone),
};

function readLine(line: string, zone: string): LoggedRequest | string {
  let open = line.indexOf(' [');
  let time = Number.NaN;
  // The number of the process stands in brackets, too.
  for (; open >= 0; open = line.indexOf(' [', open + 1)) {
    time = commonTime(line, open + 2, zone);
    if (!Number.isNaN(time) && line.charAt(open + 22) === '.') break;
  }
  const close = line.indexOf('] ', open);
  if (open < 0 || close < 0) return 'The line has no time such as [31/Jan/2026:10:00:00.000].';
  const cells = line.slice(close + 2, close + 2 + 1_000).split(' ', PLAIN_CELLS + 1);
  const status = Number(cells[STATUS]);
  if (cells.length < PLAIN_CELLS || !Number.isInteger(status) || !cells[2]?.includes('/'))
    return 'The line is not one of the HTTP format; it may be of a frontend in TCP mode.';
  const remote = line.slice(line.lastIndexOf(' ', open - 1) + 1, open);
  const quote = line.indexOf(' "', close);
  if (quote < 0) return 'The line has no request in quotes; it may be cut off.';
  const end = endOfQuoted(line, quote + 2);
  const { forwarded, ...captured } = capturedIn(line.slice(close, quote));
  return {
    time,
    client: clientOf(remote.slice(0, remote.lastIndexOf(':')), forwarded),
    ...readRequestLine(line.slice(quote + 2, end < 0 ? line.length : end)),
    status,
    ...captured,
    type: '',
  };
}

/** Returns what the captured headers of the request are; those of the response have braces of their own. */
function capturedIn(text: string): Pick<LoggedRequest, 'host' | 'referrer' | 'agent'> & { forwarded: string } {
  const start = text.indexOf(' {');
  const end = text.indexOf('}', start);
  const captured = { host: '', referrer: '', agent: null as string | null, forwarded: '' };
  if (start < 0 || end < 0) return captured;
  for (const cell of text.slice(start + 2, end).split('|')) {
    if (cell === '' || cell === '-') continue;
    if (isIP(cell.split(',', 1)[0] as string) !== 0) captured.forwarded ||= cell;
    else if (/^(?:https?|android-app):\/\//i.test(cell)) captured.referrer ||= cell;
    else if (cell.includes('/') || cell.includes(' ')) captured.agent ??= cell;
    else if (HOST.test(cell)) captured.host ||= cell;
  }
  return captured;
}
