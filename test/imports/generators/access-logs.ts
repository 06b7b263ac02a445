import { gzipSync } from 'node:zlib';
import { dateOf, dayNumber } from '../../../src/domain/calendar.ts';
import { seeded } from '../../support/import-files.ts';
import { count, type Generated, type Generator } from './generated.ts';

const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const CRAWLERS = [
  ['GPTBot', 'Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)'],
  ['Googlebot', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'],
] as const;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const FIRST = dayNumber('2026-01-10');
const HALF_HOUR = 1_800_000;

interface Request {
  readonly time: number;
  readonly ip: string;
  readonly method: string;
  readonly host: string;
  readonly path: string;
  readonly status: number;
  readonly agent: string;
}

const iso = (time: number) => new Date(time).toISOString();

/** Returns a time as common logs have it, on a clock that is some hours ahead of UTC. */
function common(time: number, ahead: number, end: string): string {
  const [date = '', clock = ''] = iso(time + ahead * 3_600_000).split('T');
  const [year, month, day] = date.split('-');
  return `${day}/${MONTHS[Number(month) - 1]}/${year}:${clock.slice(0, 8)}${end}`;
}

/** Each format with the head of its file, and how it writes a request. */
const FORMATS: readonly {
  readonly name: string;
  readonly head: string;
  readonly write: (request: Request) => string;
}[] = [
  {
    name: 'access.log',
    head: '',
    write: ({ time, ip, method, host, path, status, agent }) =>
      `${host}:443 ${ip} - - [${common(time, -5, ' -0500')}] "${method} ${path} HTTP/1.1" ${status} 12 "-" "${agent}"`,
  },
  {
    name: 'nginx.json',
    head: '',
    write: ({ time, ip, method, host, path, status, agent }) =>
      JSON.stringify({
        ...{ msec: String(time / 1000), remote_addr: ip, request: `${method} ${path} HTTP/2.0`, status, host },
        ...{ http_referer: '', http_user_agent: agent },
      }),
  },
  {
    name: 'haproxy.log',
    head: '',
    write: ({ time, ip, method, host, path, status, agent }) =>
      `Jan 10 10:00:00 lb haproxy[7]: ${ip}:4711 [${common(time, 1, '.000')}] in back/web 0/0/0/1/1 ${status} 12 - - ---- 1/1/0/0/0 0/0 {${host}|${agent}} "${method} ${path} HTTP/1.1"`,
  },
  {
    name: 'u_ex260110.log',
    head: '#Software: Microsoft Internet Information Services 10.0\r\n#Fields: date time cs-method cs-host cs-uri-stem cs-uri-query c-ip cs(User-Agent) sc-status\r\n',
    write: ({ time, ip, method, host, path, status, agent }) =>
      `${iso(time).slice(0, 10)} ${iso(time).slice(11, 19)} ${method} ${host} ${path} - ${ip} ${agent.replaceAll(' ', '+')} ${status}\r`,
  },
];

/** Logs of four servers, of which the first is rotated and packed. */
export const ACCESS_LOGS: Generator = {
  name: 'access logs',
  source: 'access_log',
  generate(seed): Generated {
    const random = seeded(seed);
    const upTo = (most: number) => Math.floor(random() * (most + 1));
    const totals = { pageviews: 0, visitors: 0, visits: 0, events: 0 };
    const crawlers: Record<'crawler' | 'crawled_page', Record<string, number>> = { crawler: {}, crawled_page: {} };
    const [days, page, leftOut]: Record<string, number>[] = [{}, {}, {}];
    const files: Record<string, string | Buffer> = {};
    for (const [number, { name, head, write }] of FORMATS.entries()) {
      const requests: Request[] = [];
      for (let day = FIRST; day < FIRST + 3; day++)
        for (let visitor = 0; visitor < 3; visitor++) {
          const person = {
            ip: `203.0.113.${number * 10 + visitor}`,
            method: 'GET',
            host: 'site-1.example',
            status: 200,
            agent: AGENT,
          };
          let time = day * 86_400_000 + upTo(7_200) * 1000;
          totals.visitors++;
          for (let view = 0, last = Number.NEGATIVE_INFINITY; view <= upTo(3); view++) {
            const path = view % 2 === 0 ? '/' : `/page/${upTo(4)}`;
            requests.push({ ...person, time, path, status: upTo(3) === 0 ? 304 : 200 });
            if (time - last > HALF_HOUR) totals.visits++;
            totals.pageviews++;
            count(days as Record<string, number>, dateOf(day));
            count(page as Record<string, number>, path);
            last = time;
            time += upTo(2) === 0 ? HALF_HOUR + 60_000 : 20_000;
          }
          const [crawler, agent] = CRAWLERS[upTo(CRAWLERS.length - 1)] as (typeof CRAWLERS)[number];
          const crawled = `/page/${upTo(4)}`;
          requests.push({ ...person, time, path: crawled, agent });
          count(crawlers.crawler, crawler);
          count(crawlers.crawled_page, crawled);
          const others: readonly [reason: string, more: Partial<Request>][] = [
            ['no_page', { path: '/style.css' }],
            ['redirect', { status: 302 }],
            ['failed_request', { status: 404 }],
            ['other_method', { method: 'POST' }],
            ['unknown_website', { host: 'other.example' }],
            ['bot', { agent: 'curl/8.5.0' }],
          ];
          const [reason, more] = others[upTo(others.length - 1)] as (typeof others)[number];
          requests.push({ ...person, time, path: '/', ...more });
          count(leftOut as Record<string, number>, reason);
        }
      requests.sort((a, b) => a.time - b.time);
      const lines = requests.map(write);
      const half = number === 0 ? lines.length >> 1 : 0;
      if (half > 0) files[`${name}.1.gz`] = gzipSync(`${lines.slice(0, half).join('\n')}\n`);
      files[name] = `${head}${lines.slice(half).join('\n')}\n`;
    }
    return {
      files,
      options: { timezone: 'Europe/Berlin' },
      totals,
      days: days as Record<string, number>,
      statistics: { page: page as Record<string, number>, host: { 'site-1.example': totals.pageviews }, ...crawlers },
      leftOut: leftOut as Record<string, number>,
    };
  },
};
