import type { RawHit } from '../../collect/raw-hit.ts';

const NOTHING: RawHit = {
  source: 'server',
  page: '',
  referrer: '',
  resolution: '',
  language: '',
  userAgent: '',
  address: '',
  time: 0,
  id: '',
  event: null,
  props: undefined,
  engagement: null,
  depth: null,
  optedOut: false,
  prefetch: false,
  headers: {},
};

/** The parameters of links that a file has as fields of their own. */
export const CAMPAIGN_PARAMS = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term'] as const;

/** Returns a hit of a file, which has no headers and whose id is that of its row. */
export function imported(known: Partial<RawHit> & Pick<RawHit, 'page' | 'time'>): RawHit {
  return { ...NOTHING, ...known };
}
