import type { HitRow, Row } from '../../src/imports/importer.ts';
import { ACCESS_LOG } from '../../src/imports/sources/access-log.ts';

/** The user agent of people in these logs. */
export const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const CLF = '203.0.113.7 - - [31/Jan/2026:10:00:00 +0100] "GET /a%20b?x=1 HTTP/1.1" 200 512';
/** The same request in two formats. */
export const LINES = { common: CLF, combined: `${CLF} "https://news.example/" "${AGENT}"` };

const OPTIONS = { domain: 'example.com', zone: 'Europe/Berlin', now: 0, timezone: null, until: null, mapping: null };

function fileOf(name: string, content: string | Buffer, size = 50_000) {
  const bytes = Buffer.from(content);
  return {
    name,
    async *read() {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
    },
  };
}

/** Reads a log of example.com as the importer does, in pieces of some bytes. */
export async function readLog(content: string | Buffer, { name = 'access.log', size = 50_000 } = {}) {
  const recognised = ACCESS_LOG.recognise([{ name, text: new TextDecoder().decode(Buffer.from(content)) }], false);
  const rows: Row[] = [];
  for await (const some of ACCESS_LOG.read([fileOf(name, content, size)], OPTIONS)) rows.push(...some);
  const hits = rows.filter((row): row is HitRow => row.type === 'hit');
  return {
    version: recognised?.version ?? null,
    rows,
    hits: hits.map(({ hit, given, line }) => ({
      line,
      time: new Date(hit.time).toISOString(),
      ...{ page: hit.page, referrer: hit.referrer, agent: hit.userAgent, address: hit.address },
      ...(given && { given: given.id }),
    })),
    /** The rows that do not count: a reason, or the line that cannot be read. */
    others: rows.flatMap(row =>
      row.type === 'left out' ? [row.reason] : row.type === 'bad' ? [`line ${row.line}`] : [],
    ),
  };
}
