import type { RawEvent } from '../../../collect/raw-hit.ts';
import { type Fields, textOf } from './visit.ts';

/** What an action counts as. */
export interface Counted {
  /** Null for a pageview. */
  readonly event: RawEvent | null;
  readonly props: Readonly<Record<string, string>> | undefined;
  /** The address that an action has in place of a page, such as that of a file. */
  readonly isElsewhere: boolean;
}

const DIMENSION = /^dimension\d+$/;

/** Returns what an action counts as; null for one that is left out. */
export function countedAs(action: Fields, visit: Fields): Counted | null {
  const field = (name: string) => textOf(action, name);
  const event = (name: string, more: Readonly<Record<string, string>>, rest: Partial<RawEvent> = {}): Counted => {
    const props = { ...dimensionsOf(action), ...filled(more) };
    return {
      event: { name, value: undefined, unit: undefined, props, interactive: true, ...rest },
      props: undefined,
      isElsewhere: true,
    };
  };
  const currency = field('currency') || textOf(visit, 'siteCurrency');
  switch (field('type')) {
    case 'action':
      return { event: null, props: dimensionsOf(action), isElsewhere: false };
    case 'event': {
      const [category, name] = [field('eventCategory'), field('eventAction')];
      const props = { category, action: name, name: field('eventName') };
      const value = field('eventValue');
      // The page of an event is where it happened.
      return {
        ...event([category, name].filter(Boolean).join(': '), props, { value: value || undefined }),
        isElsewhere: false,
      };
    }
    case 'download':
      return event(`Download: ${lastPart(field('url'))}`, { url: withoutQuery(field('url')) });
    case 'outlink':
      return event(`Outbound link: ${hostOf(field('url'))}`, { url: withoutQuery(field('url')) });
    case 'search': {
      const more = { keyword: field('siteSearchKeyword'), category: field('siteSearchCategory') };
      return { ...event('Search', more), isElsewhere: false };
    }
    case 'ecommerceOrder':
      return event('Purchase', { items: field('items') }, { value: field('revenue'), unit: currency });
    case 'ecommerceAbandonedCart':
      return event('Abandoned cart', { items: field('items') }, { value: field('revenue'), unit: currency });
    case 'content': {
      const interaction = field('contentInteraction');
      const more = { name: field('contentName'), piece: field('contentPiece'), target: field('contentTarget') };
      return event('Content', { ...more, interaction }, { interactive: interaction !== '' });
    }
    default:
      return null;
  }
}

function dimensionsOf(action: Fields): Record<string, string> | undefined {
  let dimensions: Record<string, string> | undefined;
  for (const name in action) {
    if (!DIMENSION.test(name)) continue;
    const value = textOf(action, name);
    if (value === '') continue;
    dimensions ??= {};
    dimensions[name] = value;
  }
  return dimensions;
}

function filled(props: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(props).filter(([, value]) => value !== ''));
}

function hostOf(url: string): string {
  return URL.parse(url)?.hostname.replace(/^www\./, '') ?? url;
}

function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, '');
}

function lastPart(url: string): string {
  const path = URL.parse(url)?.pathname ?? url;
  const part = path.split('/').findLast(one => one !== '') ?? '';
  try {
    return decodeURIComponent(part) || url;
  } catch {
    return part;
  }
}
