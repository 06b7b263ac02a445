import { isIP } from 'node:net';
import { looksLikeBot } from '../../collect/bots.ts';
import type { RawHit } from '../../collect/raw-hit.ts';
import { crawlerOf } from '../../domain/crawlers.ts';
import type { LeftOutReason } from '../../domain/import.ts';
import { normalizeIp } from '../../domain/ip-addresses.ts';
import type { HitRow, Importer, LeftOutRow, ReadOptions, Row, SourceFile } from '../importer.ts';
import { readLineBatches } from '../readers/line-batches.ts';
import { asksZone, formatOf, isSampled, sampleOf } from './access-log/formats.ts';
import { GUIDE } from './access-log/guide.ts';
import { isPage } from './access-log/pages.ts';
import type { LoggedRequest, ReadLine } from './access-log/request.ts';
import { byRotation } from './access-log/rotation.ts';

const LONGEST_LINE = 64 * 1024;
const TOO_LONG = `The line is longer than ${LONGEST_LINE} characters.`;
const NO_FORMAT = 'The file does not begin with lines of an access log.';

/** Access logs of web servers, proxies and content networks; each file is recognised by its own lines. */
export const ACCESS_LOG: Importer = {
  source: 'access_log',
  label: 'Access logs',
  guide: GUIDE,

  recognise(files, named) {
    const samples = files
      .filter(({ text }) => text !== '')
      .map(({ text }) => {
        const lines = text.split('\n');
        // The beginning may end in the middle of a line.
        return sampleOf(lines.length > 1 ? lines.slice(0, -1) : lines);
      });
    const formats = samples.map(formatOf);
    if (!named && (formats.length === 0 || formats.includes(null))) return null;
    const names = [...new Set(formats.flatMap(format => format?.name ?? []))];
    return {
      version: names.length > 1 ? 'several formats' : (names[0] ?? ''),
      kind: 'hits',
      zone: samples.some(asksZone) ? 'asked' : 'in the file',
    };
  },

  async *read(files, options) {
    for (const file of files.toSorted((a, b) => byRotation(a.name, b.name))) yield* readFile(file, options);
  },
};

async function* readFile(file: SourceFile, options: ReadOptions): AsyncGenerator<readonly Row[]> {
  const read = await readerOf(file, options.zone);
  for await (const { first, lines } of readLineBatches(file, LONGEST_LINE)) {
    const rows: Row[] = [];
    for (const [at, line] of lines.entries()) {
      if (line === '') continue;
      const row = line === null ? TOO_LONG : readLogLine(line, read, options.domain);
      if (typeof row === 'string') rows.push({ type: 'bad', file: file.name, line: first + at, reason: row });
      else if (row?.type === 'left out') rows.push(row);
      else if (row) rows.push({ ...row, file: file.name, line: first + at });
    }
    yield rows;
  }
}

async function readerOf(file: SourceFile, zone: string): Promise<ReadLine> {
  let sample: string[] = [];
  for await (const { lines } of readLineBatches(file, LONGEST_LINE)) {
    sample = sampleOf([...sample, ...lines.map(line => line ?? '')]);
    if (isSampled(sample)) break;
  }
  return formatOf(sample)?.open(sample, zone) ?? (() => NO_FORMAT);
}

const leftOut = (reason: LeftOutReason): LeftOutRow => ({ type: 'left out', reason });
const METHOD = leftOut('other_method');
const REDIRECT = leftOut('redirect');
const FAILED = leftOut('failed_request');
const NO_PAGE = leftOut('no_page');
const BOT = leftOut('bot');

/** Returns a row without its place, why the line cannot be read, or null for a line that is no request. */
export function readLogLine(
  line: string,
  read: ReadLine,
  domain: string,
): Pick<HitRow, 'type' | 'identity' | 'hit' | 'given'> | LeftOutRow | string | null {
  const request = read(line);
  if (request === null || typeof request === 'string') return request;
  const { method, status, target, type, agent } = request;
  if (method !== 'GET') return METHOD;
  if (status !== 304 && (status < 200 || status >= 300)) return status >= 300 && status < 400 ? REDIRECT : FAILED;
  if (!isPage(target, status === 304 ? '' : type)) return NO_PAGE;
  const crawler = agent === null ? null : crawlerOf(agent);
  if (crawler === null && agent !== null && looksLikeBot(agent, {})) return BOT;
  const address = normalizeIp(request.client) ?? '';
  const hit = hitOf(request, address, domain);
  // Servers that look up names log them in place of addresses.
  const isNamed = crawler === null && address === '' && request.client !== '' && isIP(request.client) === 0;
  return {
    type: 'hit',
    identity: line,
    hit: crawler === null ? hit : { ...hit, crawler },
    ...(isNamed ? { given: { id: `${request.client} ${agent ?? ''}` } } : {}),
  };
}

const NO_HEADERS: RawHit['headers'] = {};

function hitOf({ time, host, target, referrer, agent }: LoggedRequest, address: string, domain: string): RawHit {
  return {
    source: 'server',
    page: target.startsWith('/') ? `https://${host === '' || host === '_' ? domain : host}${target}` : target,
    referrer,
    resolution: '',
    language: '',
    userAgent: agent ?? '',
    address,
    time,
    id: '',
    event: null,
    props: undefined,
    engagement: null,
    depth: null,
    optedOut: false,
    prefetch: false,
    headers: NO_HEADERS,
  };
}
