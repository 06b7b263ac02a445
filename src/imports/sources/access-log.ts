import { isIP } from 'node:net';
import { looksLikeBot } from '../../collect/bots.ts';
import type { RawHit } from '../../collect/raw-hit.ts';
import { crawlerOf } from '../../domain/crawlers.ts';
import type { LeftOutReason } from '../../domain/import.ts';
import { normalizeIp } from '../../domain/ip-addresses.ts';
import type { HitRow, Importer, LeftOutRow, ReadOptions, Row, SourceFile } from '../importer.ts';
import { readLineBatches } from '../readers/line-batches.ts';
import { fingerprintOf, HEAD } from './access-log/fingerprint.ts';
import { asksZone, formatOf, isSampled, sampleOf } from './access-log/formats.ts';
import { GUIDE } from './access-log/guide.ts';
import { isPage } from './access-log/pages.ts';
import type { LoggedRequest, ReadLine } from './access-log/request.ts';
import { byRotation } from './access-log/rotation.ts';

const LONGEST_LINE = 64 * 1024;
const BREAK = 10;
const NUL = 0;
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
  const followed = await followedLinesOf(file, options);
  for await (const { first, lines } of readLineBatches(file, LONGEST_LINE)) {
    const rows: Row[] = [];
    for (const [at, line] of lines.entries()) {
      if (line === '') continue;
      const row = line === null ? TOO_LONG : readLogLine(line, read, options.domain);
      if (typeof row === 'string') rows.push({ type: 'bad', file: file.name, line: first + at, reason: row });
      else if (row?.type === 'left out') rows.push(row);
      else if (first + at >= followed.first && first + at < followed.end) rows.push(FOLLOWED);
      else if (row) rows.push({ ...row, file: file.name, line: first + at });
    }
    yield rows;
  }
}

/** Returns the lines that were counted while the log was followed, the numbers of the first and of the one behind the last. */
async function followedLinesOf(
  file: SourceFile,
  { followed }: ReadOptions,
): Promise<{ readonly first: number; readonly end: number }> {
  const fingerprint = followed && (await fingerprintOfFile(file));
  const bytes = fingerprint && (await followed(fingerprint));
  const lines = { first: 1, end: 1 };
  if (!bytes) return lines;
  let at = 0;
  for await (const piece of file.read()) {
    for (let end = piece.indexOf(BREAK); end >= 0; end = piece.indexOf(BREAK, end + 1)) {
      if (at + end < bytes.skipped) lines.first++;
      if (at + end >= bytes.position) return lines;
      lines.end++;
    }
    at += piece.length;
  }
  return lines;
}

async function readerOf(file: SourceFile, zone: string): Promise<ReadLine> {
  let sample: string[] = [];
  for await (const { lines } of readLineBatches(file, LONGEST_LINE)) {
    sample = sampleOf([...sample, ...lines.map(line => line ?? '')]);
    if (isSampled(sample)) break;
  }
  return formatOf(sample)?.open(sample, zone) ?? (() => NO_FORMAT);
}

/** Returns what a follower recognises the log by; null without a whole line. */
async function fingerprintOfFile(file: SourceFile): Promise<string | null> {
  let head = Buffer.alloc(0);
  for await (const piece of file.read()) {
    const begin = head.length > 0 ? 0 : piece.findIndex(byte => byte !== NUL);
    if (begin >= 0) head = Buffer.concat([head, piece.subarray(begin)]);
    if (head.length >= HEAD) break;
  }
  return fingerprintOf(head.subarray(0, HEAD));
}

const leftOut = (reason: LeftOutReason): LeftOutRow => ({ type: 'left out', reason });
const METHOD = leftOut('other_method');
const REDIRECT = leftOut('redirect');
const FAILED = leftOut('failed_request');
const NO_PAGE = leftOut('no_page');
const BOT = leftOut('bot');
const FOLLOWED = leftOut('followed');

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
