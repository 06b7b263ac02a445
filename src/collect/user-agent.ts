import { LRUCache } from 'lru-cache';
import { UAParser } from 'ua-parser-js';
import type { SeenHit } from '../domain/hit.ts';

/** What a user agent tells about its visitor; each text is empty when unknown. */
export type Agent = SeenHit['agent'];

/** Characters of a user agent that are looked at; real ones stay far below. */
export const USER_AGENT_LENGTH = 512;

const UNKNOWN: Agent = Object.freeze({ browser: '', os: '', device: '' });

/** Our name for a browser where the parser has another one, by the parser's in lower case. */
const BROWSERS: Readonly<Record<string, string>> = {
  'android browser': 'Android Browser',
  brave: 'Brave',
  chrome: 'Chrome',
  'chrome headless': 'Chrome',
  'chrome webview': 'Chrome',
  fennec: 'Firefox',
  firefox: 'Firefox',
  gsa: 'Google App',
  iceweasel: 'Firefox',
  ie: 'Internet Explorer',
  iemobile: 'Internet Explorer',
  'mobile safari': 'Safari',
  mobilesafari: 'Safari',
  netfront: 'NetFront',
  obigo: 'Obigo',
  opera: 'Opera',
  'opera coast': 'Opera',
  'opera gx': 'Opera',
  'opera mini': 'Opera Mini',
  'opera mobi': 'Opera',
  'opera mobile': 'Opera',
  'opera tablet': 'Opera',
  'opera touch': 'Opera',
  polaris: 'Polaris',
  qqbrowser: 'QQ Browser',
  qqbrowserlite: 'QQ Browser',
  safari: 'Safari',
  ucbrowser: 'UC Browser',
  upbrowser: 'UP.Browser',
  whale: 'Whale',
};

/** The same for operating systems; the distributions of Linux are listed in DISTRIBUTIONS. */
const SYSTEMS: Readonly<Record<string, string>> = {
  android: 'Android',
  'android-x86': 'Android',
  'android x86': 'Android',
  bada: 'Bada',
  blackberry: 'BlackBerry',
  'chromium os': 'Chrome OS',
  harmonyos: 'HarmonyOS',
  ios: 'iOS',
  kaios: 'KaiOS',
  'mac os': 'macOS',
  netrange: 'NetRange',
  nettv: 'NetTV',
  nintendo: 'Nintendo',
  openharmony: 'HarmonyOS',
  playstation: 'PlayStation',
  series40: 'Series40',
  symbian: 'Symbian',
  tizen: 'Tizen',
  viera: 'Viera',
  webos: 'webOS',
  windows: 'Windows',
  'windows iot': 'Windows',
  'windows mobile': 'Windows Mobile',
  'windows phone': 'Windows Phone',
  'windows phone os': 'Windows Phone',
  xbox: 'Xbox',
};

const DISTRIBUTIONS =
  /^(?:linux|gnu|joli|mint|mageia|vectorlinux|[kxln]?ubuntu|debian|(?:open)?suse|gentoo|arch|slackware|fedora|mandriva|centos|pclinuxos|red ?hat|zenwalk|linpus|raspbian|deepin|manjaro|elementary os|sabayon|linspire)$/;

/** The parser calls a device by its type only when it is no computer, so a computer shows in its system. */
const COMPUTERS = /^(?:Windows|macOS|Linux|Chrome OS|Haiku|Solaris|SunOS|.*BSD|DragonFly|Fuchsia|SerenityOS)$/i;
const PHONES = /^(?:Android|iOS|HarmonyOS|KaiOS|BlackBerry|Symbian|Series40|Bada|Windows Phone|Windows Mobile)$/;

/** Television sets that the parser takes for phones or computers, because they run Linux or Android. */
const TELEVISIONS = /\b(?:HbbTV|CE-HTML|NetCast|GoogleTV|Apple ?TV|BRAVIA)|Smart-?TV/i;

const parser = new UAParser();
const known = new LRUCache<string, Agent>({ max: 20_000 });

/**
 * Browser, operating system and device as they stand in the statistics, without versions. Never throws.
 * An iPad that asks for desktop pages sends the same text as a Mac and counts as one.
 */
export function readUserAgent(userAgent: string): Agent {
  if (userAgent === '') return UNKNOWN;
  // A cut text would keep the whole header it was cut from in memory, so only whole ones are remembered.
  if (userAgent.length > USER_AGENT_LENGTH) return parse(userAgent.slice(0, USER_AGENT_LENGTH));
  let agent = known.get(userAgent);
  if (agent === undefined) {
    agent = parse(userAgent);
    known.set(userAgent, agent);
  }
  return agent;
}

function parse(userAgent: string): Agent {
  parser.setUA(userAgent);
  const os = systemName(parser.getOS().name ?? '', userAgent);
  return Object.freeze({
    browser: browserName(parser.getBrowser().name ?? '', os),
    os,
    device: deviceName(parser.getDevice().type ?? '', os, userAgent),
  });
}

function browserName(name: string, os: string): string {
  const lower = name.toLowerCase();
  // Every browser inside an app on iOS names WebKit alone, and it is Safari's.
  if (lower === 'webkit') return os === 'iOS' ? 'Safari' : 'WebKit';
  return BROWSERS[lower] ?? name;
}

function systemName(name: string, userAgent: string): string {
  const lower = name.toLowerCase();
  if (DISTRIBUTIONS.test(lower)) return 'Linux';
  // Early iPhones wrote "like Mac OS X" without the words the parser looks for.
  if (lower === 'mac os' && /\b(?:iPhone|iPad|iPod)\b/.test(userAgent)) return 'iOS';
  return SYSTEMS[lower] ?? name;
}

function deviceName(type: string, os: string, userAgent: string): string {
  if (type === 'smarttv' || TELEVISIONS.test(userAgent)) return 'tv';
  if (type !== '') return type;
  if (COMPUTERS.test(os)) return 'desktop';
  return PHONES.test(os) ? 'mobile' : '';
}
