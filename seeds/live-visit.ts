import { linkOf } from './links.ts';
import { picker, type Random, zipf } from './random.ts';
import { hostOf, pageName, type TrafficShape } from './traffic.ts';

/** What the batch endpoint of the collector takes. */
export type SentHit = Readonly<Record<string, unknown>>;

/** What is sent at once, so many seconds after what was sent before. */
export interface LiveStep {
  readonly after: number;
  readonly hits: readonly SentHit[];
}

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/144.0.0.0';
const pickDevice = picker([
  { weight: 34, screen: '1920x1080', agent: `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36` },
  { weight: 8, screen: '1536x864', agent: 'Mozilla/5.0 (Windows NT 10.0; rv:146.0) Gecko/20100101 Firefox/146.0' },
  { weight: 14, screen: '1512x982', agent: `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${CHROME} Safari/537.36` },
  { weight: 5, screen: '2560x1440', agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:146.0) Gecko/20100101 Firefox/146.0' },
  { weight: 22, screen: '412x915', agent: `Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Mobile Safari/537.36` },
  {
    weight: 20,
    screen: '390x844',
    agent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
  },
]);
/** The first parts of addresses that are nearly all in Europe, or in North America. */
const pickPlace = picker([
  { weight: 70, first: [78, 79, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 92, 93, 212, 217], language: 'de-DE' },
  { weight: 30, first: [24, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 98], language: 'en-US' },
]);
const pickArrival = picker([
  { weight: 30, referrer: '', campaign: '' },
  { weight: 30, referrer: 'https://www.google.com/', campaign: '' },
  { weight: 8, referrer: 'https://duckduckgo.com/', campaign: '' },
  { weight: 8, referrer: 'https://news.ycombinator.com/item', campaign: '' },
  { weight: 6, referrer: 'https://github.com/', campaign: '' },
  { weight: 6, referrer: 'https://chatgpt.com/', campaign: '' },
  { weight: 8, referrer: '', campaign: 'newsletter' },
  { weight: 4, referrer: '', campaign: 'launch' },
]);
const PAGES = 260;

/** Returns a visit of someone who is new: pages one after another, what is read of them, and now and then an event. */
export function liveVisit(hosts: Pick<TrafficShape, 'host' | 'docsHost'>, random: Random): LiveStep[] {
  const { agent, screen } = pickDevice(random);
  const { first, language } = pickPlace(random);
  const byte = () => Math.floor(random() * 256);
  const ip = `${first[Math.floor(random() * first.length)]}.${byte()}.${byte()}.${byte()}`;
  const sender = { ip, user_agent: agent, language, screen_resolution: screen };
  const { referrer, campaign } = pickArrival(random);
  const link = campaign === '' ? {} : { ...linkOf(campaign, random()), utm_campaign: campaign };
  const urlOf = (page: string) => `https://${hostOf(page, hosts)}${page}`;

  let page = pageName(zipf(random, PAGES));
  const query = new URLSearchParams(link).toString();
  const began = query === '' ? urlOf(page) : `${urlOf(page)}${page.includes('?') ? '&' : '?'}${query}`;
  const steps: LiveStep[] = [{ after: 0, hits: [{ ...sender, page: began, referrer }] }];
  let isThere = true;
  while (isThere) {
    const seconds = Math.round(6 + 50 * random() ** 2);
    const read = { ...sender, page: urlOf(page), engagement: seconds, depth: Math.round(30 + 70 * random()) };
    const chance = random();
    const event = chance < 0.05 ? [{ ...sender, page: urlOf(page), event: { name: 'Download' } }] : [];
    isThere = steps.length < 10 && random() < 0.6;
    const from = urlOf(page);
    page = page === '/' && random() < 0.3 ? '/pricing' : pageName(zipf(random, PAGES));
    const next = isThere ? [{ ...sender, page: urlOf(page), referrer: from }] : [];
    steps.push({ after: seconds, hits: [...event, read, ...next] });
  }
  return steps;
}
