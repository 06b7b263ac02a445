import { browserCalled, systemCalled } from '../collect/agent-names.ts';
import { systemVersion, withVersion } from '../collect/agent-version.ts';
import { deviceOf } from '../collect/device.ts';
import type { SeenHit } from '../domain/stored-hit.ts';

type Agent = SeenHit['agent'];

/** What a file says about a browser, in the words of its tool; missing or empty for what it does not know. */
interface NamedAgent {
  readonly browser?: string;
  readonly browserVersion?: string;
  readonly os?: string;
  readonly osVersion?: string;
  readonly device?: string;
}

const UNKNOWN = /^(?:|<other>|\(?not set\)?|\(?unknown\)?|\(none\)|null)$/i;

/** What tools call browsers, in lower case, where it is neither our name nor one that user agents have. */
const BROWSERS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'android webview': 'Chrome',
    'chrome mobile': 'Chrome',
    'chrome mobile ios': 'Chrome',
    'chrome mobile webview': 'Chrome',
    chromium: 'Chrome',
    edge: 'Edge',
    'edge mobile': 'Edge',
    'firefox mobile': 'Firefox',
    'firefox mobile ios': 'Firefox',
    'google app': 'Google App',
    'internet explorer': 'Internet Explorer',
    'ios webview': 'Safari',
    'microsoft edge': 'Edge',
    'safari (in-app)': 'Safari',
    'samsung browser': 'Samsung Internet',
    'samsung internet': 'Samsung Internet',
    'uc browser': 'UC Browser',
  }),
);

/** The same for operating systems. */
const SYSTEMS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'chrome os': 'Chrome OS',
    chromeos: 'Chrome OS',
    'gnu/linux': 'Linux',
    ipados: 'iOS',
    'mac os x': 'macOS',
    macintosh: 'macOS',
    macos: 'macOS',
    'os x': 'macOS',
  }),
);

/** Our types of devices by what tools call them, in lower case. */
const DEVICES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    computer: 'desktop',
    console: 'console',
    desktop: 'desktop',
    embedded: 'embedded',
    laptop: 'desktop',
    mobile: 'mobile',
    phablet: 'mobile',
    phone: 'mobile',
    smartphone: 'mobile',
    'smart tv': 'tv',
    smarttv: 'tv',
    tablet: 'tablet',
    television: 'tv',
    tv: 'tv',
    wearable: 'wearable',
  }),
);

/** Returns what a file says about a browser as the collector would have called it. */
export function agentNamed(given: NamedAgent): Agent {
  const browser = browserNamed(given.browser ?? '');
  const os = systemNamed(given.os ?? '');
  return {
    browser,
    browserVersion: withVersion(browser, given.browserVersion ?? ''),
    os,
    osVersion: systemVersion(os, given.osVersion ?? '', ''),
    device: deviceOf('', deviceNamed(given.device ?? ''), os),
  };
}

/** Returns our name for a browser; empty if the tool did not know it. */
export function browserNamed(name: string): string {
  const text = name.trim();
  return UNKNOWN.test(text) ? '' : (BROWSERS.get(text.toLowerCase()) ?? browserCalled(text));
}

/** Returns our name for an operating system, likewise. */
export function systemNamed(name: string): string {
  const text = name.trim();
  return UNKNOWN.test(text) ? '' : (SYSTEMS.get(text.toLowerCase()) ?? systemCalled(text));
}

/** Returns our type of a device; empty for one that we do not have. */
export function deviceNamed(name: string): string {
  return DEVICES.get(name.trim().toLowerCase()) ?? '';
}
