import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { dateOf } from '../../src/domain/calendar.ts';
import type { StatsQuery } from '../../src/stats/query.ts';

/* The requests that benchmarks of reading send, as texts, and the rate at which a gateway serves them. */

const CONNECTIONS = 16;
const QUERY =
  'query($domain:String!,$name:StatName!,$from:Date!,$to:Date!){website(domain:$domain){stats(name:$name,from:$from,to:$to){rows{value count}total}}}';

/** Returns the body that asks GraphQL for a statistic. */
export function graphqlBody(domain: string, { name, from, to }: StatsQuery): string {
  const variables = { domain, name: name.toUpperCase(), from: dateOf(from), to: dateOf(to) };
  return JSON.stringify({ query: QUERY, variables });
}

/** Returns the path that asks REST for it. */
export function restPath(website: number, { name, from, to }: StatsQuery): string {
  return `/api/v1/stats/${website}?name=${name}&from=${dateOf(from)}&to=${dateOf(to)}`;
}

/** Sends the requests in turn over 16 connections from another process; returns how many were served per second. */
export async function rateOf(port: number, requests: readonly string[], seconds: number): Promise<number> {
  const load = fileURLToPath(new URL('./http-load.ts', import.meta.url));
  const running = promisify(execFile)(process.execPath, [load]);
  running.child.stdin?.end(JSON.stringify({ port, requests, connections: CONNECTIONS, seconds }));
  const { stdout } = await running;
  const { perSecond, statuses } = JSON.parse(stdout) as { perSecond: number; statuses: Record<string, number> };
  if (Object.keys(statuses).join() !== '200')
    throw new Error(`The responses had the statuses ${JSON.stringify(statuses)}.`);
  return perSecond;
}

export function get(path: string, key: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${key ? `Authorization: Bearer ${key}\r\n` : ''}\r\n`;
}

export function post(path: string, key: string, body: string): string {
  return `POST ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}
