import { isObject, textOf } from '../../../domain/unknown.ts';
import { agentNamed } from '../../agent-named.ts';
import type { HitRow, LeftOutRow } from '../../importer.ts';
import { placeNamed } from '../../place-named.ts';
import { imported } from '../raw.ts';

type Body = Readonly<Record<string, unknown>>;
type Hit = Omit<HitRow, 'file' | 'line'>;

/** What becomes of an event of the export: a hit, a row that is left out, or a sentence on why it cannot be read. */
type Read = Hit | LeftOutRow | string;

/** Events that GA4 sends by itself, and that repeat what the first pageview of a visit says. */
const AUTOMATIC: ReadonlySet<string> = new Set(['session_start', 'first_visit', 'first_open']);
/** Events that only report attention. */
const ATTENTION: ReadonlySet<string> = new Set(['user_engagement', 'scroll']);

/** Parameters of GA4's own, of the link, and those that are not properties because they identify one order. */
const NOT_PROPERTIES: ReadonlySet<string> = new Set([
  ...['page_location', 'page_referrer', 'page_title', 'page_path', 'entrances', 'session_engaged', 'transaction_id'],
  ...[
    'engaged_session_event',
    'engagement_time_msec',
    'percent_scrolled',
    'ignore_referrer',
    'debug_mode',
    'debug_event',
  ],
  ...[
    'value',
    'currency',
    'source',
    'medium',
    'campaign',
    'campaign_id',
    'term',
    'content',
    'gclid',
    'dclid',
    'srsltid',
  ],
  ...['gad_source', 'batch_page_id', 'batch_ordering_id', 'synthetic_bundle', 'unique_search_term'],
]);

/** Reads an event of GA4's export to BigQuery; `origin` is the address of the website, without a path. */
export function readEvent(event: unknown, origin: string): Read {
  if (!isObject(event)) return 'The line is not a JSON object with an event.';
  const name = textOf(event.event_name);
  const micros = String(event.event_timestamp ?? '');
  if (name === '' || !/^\d{14,17}$/.test(micros))
    return 'The event has no event_name or no event_timestamp in microseconds.';
  const platform = textOf(event.platform);
  if (platform !== '' && platform !== 'WEB') return { type: 'left out', reason: 'app' };
  if (AUTOMATIC.has(name)) return { type: 'left out', reason: 'automatic' };
  const params = paramsOf(event.event_params);
  const page = String(params.get('page_location') ?? '');
  if (page === '' && name === 'page_view') return 'The page_view has no page_location.';
  const milliseconds = Number(params.get('engagement_time_msec') ?? 0);
  const engagement = milliseconds > 0 ? milliseconds / 1000 : null;
  const depth = name === 'scroll' ? Number(params.get('percent_scrolled') ?? 90) : null;
  const isAttention = ATTENTION.has(name);
  if (isAttention && engagement === null && depth === null) return { type: 'left out', reason: 'automatic' };
  const isPageview = name === 'page_view';
  const device = objectOf(event.device);
  const visitor = textOf(event.user_pseudo_id);
  return {
    type: 'hit',
    identity: `${micros}\0${visitor}\0${name}\0${page}`,
    hit: imported({
      page: page === '' ? `${origin}/` : page,
      time: Math.floor(Number(micros) / 1000),
      referrer: isPageview ? String(params.get('page_referrer') ?? '') : '',
      language: textOf(device.language),
      // The time that a page_view has with it was spent on the page before.
      engagement: isPageview ? null : engagement,
      depth,
      props: isPageview ? propertiesOf(params) : undefined,
      event: isPageview || isAttention ? null : eventOf(name, params, objectOf(event.ecommerce)),
    }),
    given: {
      ...(visitor !== '' && { id: visitor }),
      ...(isPageview && { agent: agentOf(device), place: placeOf(objectOf(event.geo)) }),
    },
  };
}

function eventOf(name: string, params: ReadonlyMap<string, unknown>, ecommerce: Body) {
  const value = params.get('value') ?? (name === 'purchase' ? ecommerce.purchase_revenue : undefined);
  return { name, value, unit: params.get('currency'), props: propertiesOf(params), interactive: true };
}

function propertiesOf(params: ReadonlyMap<string, unknown>): Record<string, unknown> {
  const properties: Record<string, unknown> = {};
  for (const [key, value] of params)
    if (!NOT_PROPERTIES.has(key) && !key.startsWith('ga_') && !key.startsWith('_')) properties[key] = value;
  return properties;
}

function agentOf(device: Body) {
  const web = objectOf(device.web_info);
  const version = textOf(device.operating_system_version);
  return agentNamed({
    browser: textOf(web.browser) || textOf(device.browser),
    browserVersion: textOf(web.browser_version) || textOf(device.browser_version),
    os: textOf(device.operating_system),
    // Some exports repeat the name in front of the version.
    osVersion: /(?:^|\s)(\d[\w.]*|XP|Vista)$/.exec(version)?.[1] ?? '',
    device: textOf(device.category),
  });
}

function placeOf(geo: Body) {
  return placeNamed({ country: textOf(geo.country), region: textOf(geo.region), city: textOf(geo.city) });
}

/** Returns the parameters by their key, each with the one value that it has. */
function paramsOf(given: unknown): ReadonlyMap<string, unknown> {
  const params = new Map<string, unknown>();
  for (const param of Array.isArray(given) ? given : []) {
    const { key, value } = objectOf(param);
    const { string_value, int_value, float_value, double_value } = objectOf(value);
    const found = string_value ?? int_value ?? double_value ?? float_value;
    if (typeof key === 'string' && found !== undefined && found !== null && found !== '') params.set(key, found);
  }
  return params;
}

function objectOf(value: unknown): Body {
  return isObject(value) ? value : {};
}
