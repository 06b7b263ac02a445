import { hostLabel } from './host-label.ts';
import { lazy } from './lazy.ts';
import { decodePage } from './page-label.ts';

/** How the values of a statistic are displayed. */
export type LabelKind =
  | 'page'
  | 'referrer'
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

/** Returns a value for display in English, or `Direct` or `Unknown` for the empty one: untrusted text, no markup. */
export function labelOf(kind: LabelKind, value: string): string {
  if (value === '') return kind === 'referrer' ? 'Direct' : kind === 'property' ? '(none)' : 'Unknown';
  switch (kind) {
    case 'page':
      return decodePage(value);
    case 'referrer':
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
