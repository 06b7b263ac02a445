import { hostLabel } from './host-label.ts';
import { lazy } from './lazy.ts';
import { decodePage } from './page-label.ts';

/** How the values of a statistic are displayed. */
export type LabelKind =
  | 'page'
  | 'referrer'
  | 'source'
  | 'host'
  | 'place'
  | 'city'
  | 'language'
  | 'hour'
  | 'day'
  | 'device'
  | 'property'
  | 'plain';

const languages = lazy(() => new Intl.DisplayNames(['en'], { type: 'language', fallback: 'code' }));

const DEVICES: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
  desktop: 'Desktop',
  mobile: 'Mobile',
  tablet: 'Tablet',
  smarttv: 'Smart TV',
  console: 'Console',
  wearable: 'Wearable',
  embedded: 'Embedded',
  xr: 'XR headset',
});

/** The labels of the empty value; all others are `Unknown`. */
const EMPTY: Partial<Readonly<Record<LabelKind, string>>> = {
  referrer: 'Direct',
  source: 'Direct',
  property: '(none)',
};

/** Returns a value for display in English; the empty one has words of its own. It is untrusted text without markup. */
export function labelOf(kind: LabelKind, value: string): string {
  if (value === '') return EMPTY[kind] ?? 'Unknown';
  switch (kind) {
    case 'page':
      return decodePage(value);
    case 'referrer':
    case 'source':
    case 'host':
      return hostLabel(value);
    case 'place':
    case 'city':
      return withoutCode(value);
    case 'language':
      return /^[a-z]{2,3}$/.test(value) ? (languages().of(value) ?? value) : value;
    case 'hour':
      return /^\d\d$/.test(value) ? `${value}:00` : value;
    case 'device':
      return DEVICES[value] ?? value;
    default:
      return value;
  }
}

function withoutCode(value: string): string {
  const name = value.slice(value.indexOf(':') + 1);
  return name === '' ? 'Unknown' : name;
}
