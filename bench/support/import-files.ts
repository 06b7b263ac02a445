import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { dateOf } from '../../src/domain/calendar.ts';

/** Bytes of lines that are written at once. */
const PIECE = 1024 * 1024;
const PAGES = 200_000;
/** Rows of a day, and of the year that a file of hits has. */
const OF_DAY = 9_000;
const DAYS_OF_HITS = 365;
/** Hits of a visit on average, how many visits are under way, and how many visits are another of a visitor. */
const HITS_OF_VISIT = 2.6;
const UNDER_WAY = 8;
const RETURNING = 0.2;

const AGENTS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
];
const REFERRERS = ['', '', 'www.google.com', 'duckduckgo.com', 'news.ycombinator.com'];
const UMAMI =
  'website_id,session_id,visit_id,event_id,hostname,browser,os,device,screen,language,country,region,city,url_path,url_query,referrer_path,referrer_domain,page_title,event_type,event_name,created_at';
const UMAMI_AGENTS = [
  'chrome,Windows 10,laptop',
  'safari,Mac OS,laptop',
  'chrome,Android OS,mobile',
  'firefox,Linux,desktop',
];

/** What a file must count. */
export interface Made {
  readonly pageviews: number;
}

interface MadeHit {
  /** Milliseconds since 1970, UTC. */
  readonly time: number;
  readonly visitor: number;
  readonly visit: number;
  readonly page: string;
  /** Empty for all but the first of a visit. */
  readonly referrer: string;
}

/** Makes files that are the same for the same seed. */
export class FileMaker {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /**
   * Writes this many rows of the general CSV of sums, day by day up to a day (since 1970-01-01): pages, referrers, cities,
   * campaigns, browsers and totals.
   */
  async sums(path: string, rows: number, lastDay: number): Promise<Made> {
    const days = Math.max(1, Math.round(rows / OF_DAY));
    let pageviews = 0;
    let day = 0;
    let left = 0;
    const lines = function* (this: FileMaker): Generator<string> {
      yield 'date,statistic,value,pageviews,visitors,visits,bounces,seconds,events\n';
      for (let row = 0; row < rows; row++) {
        if (left === 0) {
          const first = Math.floor((row * days) / rows);
          day = lastDay - days + 1 + first;
          left = Math.ceil(((first + 1) * rows) / days) - row;
        }
        const date = dateOf(day);
        const count = 1 + this.#upTo(40);
        left--;
        if (left === 0) {
          pageviews += count * 100;
          yield `${date},,,${count * 100},${count * 50},${count * 60},${count * 20},${count * 900},${count}\n`;
        } else yield `${date},${this.#value(row % 20, count)}\n`;
      }
    };
    await write(path, lines.call(this));
    return { pageviews };
  }

  /** Writes this many hits as lines of JSON, in the order of time, in the year up to a day. */
  hits(path: string, rows: number, lastDay: number, host: string): Promise<Made> {
    return this.#writeHits(path, rows, lastDay, '', ({ time, visitor, page, referrer }) =>
      JSON.stringify({
        time: new Date(time).toISOString(),
        page: `https://${host}${page}`,
        referrer: referrer === '' ? '' : `https://${referrer}/`,
        ip: `${20 + ((visitor >> 16) & 127)}.${(visitor >> 8) & 255}.${visitor & 255}.7`,
        user_agent: AGENTS[visitor % AGENTS.length],
        language: 'de-DE',
        screen_resolution: '1920x1080',
      }),
    );
  }

  /** Writes as many rows of Umami's `website_event.csv`. */
  umami(path: string, rows: number, lastDay: number, host: string): Promise<Made> {
    return this.#writeHits(path, rows, lastDay, `${UMAMI}\n`, ({ time, visitor, visit, page, referrer }, row) => {
      const created = new Date(time).toISOString().slice(0, 19).replace('T', ' ');
      const agent = UMAMI_AGENTS[visitor % UMAMI_AGENTS.length];
      return `w,${uuidOf(visitor)},${uuidOf(visit)},${uuidOf(row)},${host},${agent},1920x1080,de-DE,DE,DE-NW,Köln,${page},,,${referrer},"A page, its title",1,,${created}`;
    });
  }

  async #writeHits(
    path: string,
    rows: number,
    lastDay: number,
    head: string,
    lineOf: (hit: MadeHit, row: number) => string,
  ): Promise<Made> {
    const step = (DAYS_OF_HITS * 86_400_000) / rows;
    const begin = (lastDay - DAYS_OF_HITS + 1) * 86_400_000;
    const lines = function* (this: FileMaker): Generator<string> {
      yield head;
      const underWay: { readonly visitor: number; readonly visit: number }[] = [];
      let [visits, visitors] = [0, 0];
      for (let row = 0; row < rows; row++) {
        const isFirst = underWay.length === 0 || this.#upTo(1_000) < 1_000 / HITS_OF_VISIT;
        if (isFirst) {
          const isReturning = visitors > 0 && this.#upTo(1_000) < 1_000 * RETURNING;
          const visitor = isReturning ? Math.max(0, visitors - 1 - this.#upTo(1_000)) : visitors++;
          underWay.push({ visitor, visit: visits++ });
          if (underWay.length > UNDER_WAY) underWay.shift();
        }
        const { visitor, visit } = underWay[isFirst ? underWay.length - 1 : this.#upTo(underWay.length)]!;
        const hit = {
          time: begin + Math.floor(row * step),
          visitor,
          visit,
          page: this.#page(),
          referrer: isFirst ? (REFERRERS[this.#upTo(REFERRERS.length)] as string) : '',
        };
        yield `${lineOf(hit, row)}\n`;
      }
    };
    await write(path, lines.call(this));
    return { pageviews: rows };
  }

  /** Returns the statistic, the value and the counts of a row. */
  #value(kind: number, count: number): string {
    if (kind < 10) return `page,${this.#page()},${count},,,,,`;
    const sums = `${count},${count},${count >> 1},${count * 30},`;
    if (kind < 13) return `landing_page,${this.#page()},,${sums}`;
    if (kind < 16) return `referrer,site-${this.#upTo(5_000)}.example,,${sums}`;
    if (kind < 18) return `city,DE:City ${this.#upTo(8_000)},,${sums}`;
    if (kind < 19) return `campaign,campaign-${this.#upTo(300)},,${sums}`;
    return `browser,Browser ${this.#upTo(30)},,${sums}`;
  }

  #page(): string {
    return `/page-${Math.floor((PAGES + 1) ** (this.#upTo(1_000_000) / 1_000_000))}`;
  }

  #upTo(below: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * below);
  }
}

function uuidOf(number: number): string {
  return `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;
}

async function write(path: string, lines: Iterable<string>): Promise<void> {
  const file = createWriteStream(path);
  let piece = '';
  for (const line of lines) {
    piece += line;
    if (piece.length < PIECE) continue;
    if (!file.write(piece)) await once(file, 'drain');
    piece = '';
  }
  file.end(piece);
  await once(file, 'close');
}
