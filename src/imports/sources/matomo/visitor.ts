import type { GivenVisitor } from '../../../collect/imported.ts';
import { hostOfSource } from '../../../domain/sources.ts';
import { agentNamed } from '../../agent-named.ts';
import type { GeoNames } from '../../places/geonames.ts';
import { remembered } from '../../remembered.ts';
import { type Fields, textOf } from './visit.ts';

/** What Matomo calls browsers, where it is another name; those of other tools are known already. */
const BROWSERS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'DuckDuckGo Privacy Browser': 'DuckDuckGo',
    'Facebook App': 'Facebook',
    'Google Search App': 'Google App',
    'Headless Chrome': 'Chrome',
    'Instagram App': 'Instagram',
    'Opera Mobile': 'Opera',
    'QQ Browser Mobile': 'QQ Browser',
    'UC Browser Mini': 'UC Browser',
    'Yandex Browser': 'Yandex',
  }),
);

const SYSTEMS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'Apple TV': 'tvOS',
    'Fire OS': 'Android',
    Mac: 'macOS',
  }),
);

/** Kinds of devices that we count as others; those without an entry have our name, or none. */
const DEVICES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'car browser': 'embedded',
    'feature phone': 'mobile',
    'portable media player': 'mobile',
    'smart display': 'embedded',
    'smart speaker': 'embedded',
  }),
);

const CAMPAIGN = [
  ['utm_source', 'campaignSource'],
  ['utm_medium', 'campaignMedium'],
  ['utm_campaign', 'campaignName'],
  ['utm_content', 'campaignContent'],
  ['utm_term', 'campaignKeyword'],
] as const;
const UNKNOWN = 'xx';

const agentOf = remembered(text => {
  const [browser = '', browserVersion = '', os = '', osVersion = '', device = ''] = text.split('\0');
  return agentNamed({
    browser: BROWSERS.get(browser) ?? browser,
    browserVersion,
    os: SYSTEMS.get(os) ?? os,
    osVersion,
    device: DEVICES.get(device.toLowerCase()) ?? device,
  });
});

/** Returns a function for what a visit says about its visitor, except for the campaign. */
export function visitorReader(names: GeoNames): (visit: Fields) => GivenVisitor {
  const placeOf = remembered(text => {
    const [country = '', code = '', region = '', city = ''] = text.split('\0');
    const isCode = /^[A-Z0-9]{1,3}$/i.test(code);
    return names.place({ country, region: isCode ? `${country}-${code}` : region, city });
  });
  return visit => {
    const field = (name: string) => textOf(visit, name);
    const country = known(field('countryCode')).toUpperCase();
    const place = [country, known(field('regionCode')), known(field('region')), known(field('city'))].join('\0');
    const browser = ['browserName', 'browserVersion', 'operatingSystemName', 'operatingSystemVersion', 'deviceType'];
    return {
      id: field('visitorId') || `visit ${field('idVisit')}`,
      place: placeOf(place),
      agent: agentOf(browser.map(name => known(field(name))).join('\0')),
    };
  };
}

/** Returns the language of a visit; empty if it is unknown. */
export function languageOf(visit: Fields): string {
  return known(textOf(visit, 'languageCode'));
}

/** Returns the address that a visit came from; empty for a direct one. */
export function referrerOf(visit: Fields): string {
  const type = textOf(visit, 'referrerType');
  const name = textOf(visit, 'referrerName');
  const url = textOf(visit, 'referrerUrl');
  if (url !== '') return url;
  if (type === 'website' && name !== '') return `https://${name}/`;
  const host = type === 'search' || type === 'social' ? hostOfSource(name) : '';
  return host === '' ? '' : `https://${host}/`;
}

/** Returns the parameters of a campaign that the page, as Matomo stores it, no longer has; undefined without one. */
export function campaignOf(visit: Fields, page: string): Record<string, string> | undefined {
  const campaign: Record<string, string> = {};
  const isCampaign = textOf(visit, 'referrerType') === 'campaign';
  for (const [param, name] of CAMPAIGN) {
    const value = textOf(visit, name) || (isCampaign ? ofReferrer(visit, param) : '');
    if (value !== '' && !page.includes(`${param}=`)) campaign[param] = value;
  }
  return Object.keys(campaign).length > 0 ? campaign : undefined;
}

/** Without its plug-in for campaigns, Matomo knows a name and a keyword. */
function ofReferrer(visit: Fields, param: string): string {
  if (param === 'utm_campaign') return textOf(visit, 'referrerName');
  return param === 'utm_term' ? textOf(visit, 'referrerKeyword') : '';
}

function known(text: string): string {
  return text === UNKNOWN || text === 'unknown' || text === 'Unknown' ? '' : text;
}
