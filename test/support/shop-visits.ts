/** A page that is opened and read; all but the first are opened by a link. */
export interface PageStep {
  readonly page: string;
  readonly seconds: number;
  /** How far it is scrolled, in percent. */
  readonly depth: number;
  readonly author?: string;
}

/** A button that is pressed, and the event that it sends; null where the page sends it by itself. */
export interface EventStep {
  readonly press: string | null;
  readonly event: string;
  readonly seconds: number;
  readonly value?: string;
  readonly unit?: string;
  readonly props?: Readonly<Record<string, string>>;
  readonly isQuiet?: true;
  /** It was sent before and must not count again. */
  readonly isRepeat?: true;
}

/** What a visitor does, and what the statistics should say about where the visit came from. */
export interface Visit {
  readonly who: string;
  /** `click` is what an advertisement adds to the address of the first page. */
  readonly arrives: { readonly referrer?: string; readonly click?: string };
  readonly source: string;
  readonly channel: string;
  readonly campaign?: string;
  /** Seconds since the visit before it. */
  readonly after?: number;
  readonly steps: readonly (PageStep | EventStep)[];
}

interface Visitor {
  readonly agent: string;
  readonly ip: string;
  readonly screen: string;
}

/** Browsers and addresses, by which visitors are told apart. */
export const VISITORS: Readonly<Record<string, Visitor>> = {
  Ada: {
    agent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
    ip: '88.217.0.1',
    screen: '1920x1080',
  },
  Ben: {
    agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
    ip: '88.217.0.2',
    screen: '1440x900',
  },
  Cem: {
    agent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    ip: '88.217.0.3',
    screen: '1000x800',
  },
  Dot: {
    agent:
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
    ip: '88.217.0.4',
    screen: '800x600',
  },
};

const order = { event: 'Order', press: 'Order by invoice', value: '40.50', unit: 'USD', props: { plan: 'team' } };

/** Pages keep their queries, but for click ids. */
const CAMPAIGN_PAGE = '/guide?utm_source=newsletter&utm_medium=email&utm_campaign=spring';

/** The visits of a morning, one after another. */
export const VISITS: readonly Visit[] = [
  {
    who: 'Ada',
    arrives: { referrer: 'https://www.google.com/', click: '?gclid=Cj0K' },
    source: 'Google',
    channel: 'Paid Search',
    steps: [
      { page: '/', seconds: 12, depth: 30 },
      { page: '/products', seconds: 20, depth: 100 },
      { page: '/products/blue', seconds: 5, depth: 10 },
      { page: '/products', seconds: 8, depth: 50 },
      { page: '/cart', seconds: 30, depth: 10 },
      {
        ...{ event: 'Purchase', press: 'Buy pro', seconds: 4 },
        ...{ value: '19.99', unit: 'EUR', props: { plan: 'pro' } },
      },
      { ...order, seconds: 2 },
      { ...order, seconds: 3, isRepeat: true },
    ],
  },
  {
    who: 'Ben',
    arrives: { referrer: 'https://news.ycombinator.com/item?id=1' },
    source: 'Hacker News',
    channel: 'Organic Social',
    steps: [
      { page: '/', seconds: 3, depth: 70 },
      { page: '/products', seconds: 7, depth: 20 },
      { page: '/gone', seconds: 2, depth: 10 },
      { event: '404', press: null, seconds: 1, props: { path: '/gone' } },
    ],
  },
  {
    who: 'Cem',
    arrives: {},
    source: 'newsletter',
    channel: 'Email',
    campaign: 'spring',
    steps: [
      { page: CAMPAIGN_PAGE, seconds: 60, depth: 90, author: 'Ann' },
      { event: 'Form: Submission', press: 'Subscribe', seconds: 5, props: { action: '/newsletter' } },
      { page: '/products', seconds: 10, depth: 40, author: 'Ann' },
      { page: '/cart', seconds: 9, depth: 10, author: 'Ann' },
      {
        ...{ event: 'Purchase', press: 'Buy basic', seconds: 6 },
        ...{ value: '5', unit: 'EUR', props: { plan: 'basic' } },
      },
      {
        ...{ event: 'Refund', press: 'Give back', seconds: 6 },
        ...{ value: '-5', unit: 'EUR', props: { plan: 'basic' } },
      },
    ],
  },
  {
    who: 'Cem',
    arrives: {},
    after: 2_400,
    source: '',
    channel: 'Direct',
    steps: [
      { page: '/', seconds: 4, depth: 60 },
      { event: 'Teaser seen', press: 'Show', seconds: 2, isQuiet: true },
    ],
  },
];
