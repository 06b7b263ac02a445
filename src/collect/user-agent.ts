import { UAParser } from 'ua-parser-js';
import { latestUsed } from '../domain/latest-used.ts';
import type { SeenHit } from '../domain/stored-hit.ts';
import { browserCalled, systemCalled } from './agent-names.ts';
import { systemVersion, withVersion } from './agent-version.ts';
import { deviceOf } from './device.ts';

/** The browser, operating system and device named by a user agent; each text is empty if unknown. */
export type Agent = SeenHit['agent'];

/** The number of characters of a user agent that are read; real ones are far shorter. */
export const USER_AGENT_LENGTH = 512;

const UNKNOWN: Agent = Object.freeze({ browser: '', browserVersion: '', os: '', osVersion: '', device: '' });

/** Systems of televisions, tablets and phones that the parser takes for Linux or macOS, or does not know. */
const OTHER_SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bVIDAA\b/, 'VIDAA'],
  [/\bRoku/, 'Roku OS'],
  [/\bApple ?TV|\btvOS\b/, 'tvOS'],
  [/\bNetCast\b/, 'NetCast'],
  [/\bViziOS\b/, 'ViziOS'],
  [/\bAndr0id\b|\bAdr \d/, 'Android'],
  // Silk is the browser of Amazon's tablets and televisions, which run Android but do not always say so.
  [/\bSilk[/-]/, 'Android'],
  [/\bwds \d/, 'Windows Phone'],
];

/** Apps and browsers that the parser takes for the engine they are made with. */
const APPS: readonly (readonly [RegExp, string])[] = [
  [/\bGSA\//, 'Google App'],
  [/\[Pinterest\//, 'Pinterest'],
  [/\bLG Browser\//, 'LG Browser'],
  [/\bNintendoBrowser\//, 'Nintendo Browser'],
  [/\btrill_\d|\bBytedanceWebview\b/, 'TikTok'],
  [/\bBarcelona \d/, 'Threads'],
];

const parser = new UAParser();
const known = latestUsed<string, Agent>(20_000);

/**
 * Returns browser, operating system and device as in the statistics. Never throws.
 * An iPad that requests desktop pages sends the user agent of a Mac and counts as one.
 */
export function readUserAgent(userAgent: string): Agent {
  if (userAgent === '') return UNKNOWN;
  // A cut text would keep its whole header in memory, so only whole texts are cached.
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
  const system = parser.getOS();
  const program = parser.getBrowser();
  const os = systemName(system.name ?? '', userAgent);
  const browser = browserName(program.name ?? '', os, userAgent);
  return Object.freeze({
    browser,
    browserVersion: withVersion(browser, browserVersion(browser, program, userAgent)),
    os,
    osVersion: systemVersion(os, isSystem(os, system.name) ? (system.version ?? '') : '', userAgent),
    device: deviceOf(userAgent, parser.getDevice().type ?? '', os),
  });
}

function browserName(name: string, os: string, userAgent: string): string {
  const app = nameIn(APPS, userAgent);
  if (app) return app;
  const lower = name.toLowerCase();
  // Every browser inside an iOS app names only WebKit, which is Safari's.
  if (lower === 'webkit') return os === 'iOS' ? 'Safari' : 'WebKit';
  // Android's own browser ended with Android 4.3; since then, apps show pages in a WebView, which is Chrome's.
  if (lower === 'android browser' && userAgent.includes('Chrome/')) return 'Chrome';
  // The browser of Samsung's televisions is called by its name only in some versions.
  if (os === 'Tizen' && lower === 'safari') return 'Samsung Internet';
  return browserCalled(name);
}

/** Returns the version of a browser, unless the parser took it for another one. */
function browserVersion(browser: string, { name = '', version = '' }: UAParser.IBrowser, userAgent: string): string {
  const lower = name.toLowerCase();
  if (lower === 'android browser' && browser === 'Chrome') return /\bChrome\/(\d+)/.exec(userAgent)?.[1] ?? '';
  return browserCalled(name) === browser ? version : '';
}

/** Returns whether the parser means this system, whose version it has. */
function isSystem(os: string, name = ''): boolean {
  return systemCalled(name) === os;
}

function systemName(name: string, userAgent: string): string {
  const lower = name.toLowerCase();
  // Early iPhones sent "like Mac OS X" without the words that the parser looks for.
  if (lower === 'mac os' && /\b(?:iPhone|iPad|iPod)\b/.test(userAgent)) return 'iOS';
  if (name === '' || lower === 'linux' || lower === 'mac os') {
    const system = nameIn(OTHER_SYSTEMS, userAgent);
    if (system) return system;
  }
  return systemCalled(name);
}

function nameIn(names: readonly (readonly [RegExp, string])[], userAgent: string): string | undefined {
  return names.find(([pattern]) => pattern.test(userAgent))?.[1];
}
