import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import crawlers from 'crawler-user-agents';
import { parse } from 'yaml';
import { fetchPackage } from './agent-package.ts';

/** A user agent with what a set says of it; null where the set says nothing, or nothing that Footfall distinguishes. */
export interface AgentCase {
  readonly userAgent: string;
  readonly sender: 'bot' | 'person' | null;
  readonly device: string | null;
  readonly browser: string | null;
  readonly os: readonly string[];
}

export interface AgentSet {
  readonly title: string;
  readonly licence: string;
  readonly cases: readonly AgentCase[];
}

/**
 * The labels of the sets, and the devices of Footfall for which they stand. All others are not scored: kinds of device
 * that Footfall does not have (camera, car, smart display, smart speaker, peripheral), and `undefined`.
 */
const DEVICES: Readonly<Record<string, string>> = {
  desktop: 'desktop',
  pc: 'desktop',
  smartphone: 'mobile',
  phablet: 'mobile',
  'feature phone': 'mobile',
  mobilephone: 'mobile',
  mobile: 'mobile',
  'portable media player': 'mobile',
  tablet: 'tablet',
  tv: 'tv',
  smarttv: 'tv',
  console: 'console',
  wearable: 'wearable',
};

/** The folders of the package random-useragent that say what kind of device or program their user agents are. */
const FOLDERS: readonly (readonly [RegExp, string])[] = [
  [/^\/Browsers - (?:Windows|Linux|Mac|Unix)(?:\/Legacy Browsers)?$/, 'desktop'],
  [/^\/Mobile Devices\/Devices\/Tablets$/, 'tablet'],
  [/Game Consoles$/, 'console'],
  [/Spiders/, 'bot'],
];

/** Matomo's names of systems and browsers that differ from Footfall's in more than the words that `plain` drops. */
const NAMES: Readonly<Record<string, string>> = {
  'gnu/linux': 'linux',
  mac: 'macos',
  'mac os': 'macos',
  'chromium os': 'chrome os',
  'microsoft edge': 'edge',
  iron: 'chrome',
  'google search app': 'google app',
  ie: 'internet explorer',
  iemobile: 'internet explorer',
  msie: 'internet explorer',
  nokiabrowser: 'nokia',
  openwave: 'up.browser',
  'opera devices': 'opera',
  'opera next': 'opera',
  samsung: 'samsung internet',
  'uc turbo': 'uc',
};

/** Every set, with each user agent once. */
export function agentSets(): readonly AgentSet[] {
  return [matomo(), crawlerList(), visitors(), parserTests(), woothee(), switcher()].map(set => ({
    ...set,
    cases: [...new Map(set.cases.map(one => [one.userAgent, one])).values()],
  }));
}

/** Makes names comparable: Matomo and Footfall differ in whether they name the form of a browser. */
export function plain(name: string): string {
  const lower = name.toLowerCase();
  const short = lower
    .replace(/\b(?:mobile|browser|webview|tablet|app)\b/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return NAMES[lower] ?? NAMES[short] ?? (short || lower);
}

interface MatomoEntry {
  readonly user_agent: string;
  readonly bot?: unknown;
  readonly client?: { readonly type: string; readonly name: string } | null;
  readonly device?: { readonly type: string };
  readonly os?: { readonly name?: string };
  readonly os_family?: string;
}

/** Feed readers, libraries, players and apps are neither: they do not run the tracker, or not as a person's browser. */
function matomo(): AgentSet {
  const folder = join(
    fetchPackage({
      name: 'node-device-detector',
      version: '1.2.8',
      sha512: 'TWc2Yc4zU7sFRVoQyPlRJvJyNTHOWaygMmZW7w/ZDcxGOt1vFcvtPL69JrvuD+I3W6Qm/xdDAEZ3wIx5vTrd2g==',
    }),
    'tests/fixtures/devices',
  );
  return {
    title: 'Matomo device-detector, from node-device-detector 1.2.8',
    licence: 'LGPL-3.0',
    cases: readdirSync(folder).flatMap(file =>
      yamlList<MatomoEntry>(join(folder, file))
        .filter(entry => entry.device !== undefined || entry.bot !== undefined)
        .map(({ user_agent, bot, client, device, os, os_family }) => ({
          userAgent: String(user_agent),
          sender: bot ? 'bot' : client?.type === 'browser' ? 'person' : null,
          device: DEVICES[device?.type ?? ''] ?? null,
          browser: client?.type === 'browser' ? client.name : null,
          os: [os?.name, os_family].filter(name => name !== undefined && name !== 'Unknown' && name !== '') as string[],
        })),
    ),
  };
}

function crawlerList(): AgentSet {
  return {
    title: 'crawler-user-agents 1.60.0',
    licence: 'MIT',
    cases: crawlers.flatMap(crawler => crawler.instances.map(userAgent => ({ ...NOTHING, userAgent, sender: 'bot' }))),
  };
}

/** 10,000 pageviews of real visitors; the devices are Google Analytics' categories. */
function visitors(): AgentSet {
  const file = fileURLToPath(new URL('user-agents.json', import.meta.resolve('user-agents')));
  return {
    title: 'user-agents 2.1.198, visitors of websites',
    licence: 'BSD-2-Clause',
    cases: (json(file) as { userAgent: string; deviceCategory: string }[]).map(({ userAgent, deviceCategory }) => ({
      ...NOTHING,
      userAgent,
      sender: 'person',
      device: DEVICES[deviceCategory] ?? null,
    })),
  };
}

/** The tests of the library that Footfall reads user agents with, which therefore knows nearly all of them. */
function parserTests(): AgentSet {
  const folder = join(
    fetchPackage({
      name: 'ua-parser-js',
      version: '0.7.24',
      sha512: 'yo+miGzQx5gakzVK3QFfN0/L9uVhosXBBO7qmnk7c2iw1IhL212wfA3zbnI54B0obGwC/5NWub/iT9sReMx+Fw==',
    }),
    'test',
  );
  return {
    title: 'tests of ua-parser-js 0.7.24',
    licence: 'MIT',
    cases: (json(join(folder, 'device-test.json')) as { ua: string; expect: { type: string } }[]).map(
      ({ ua, expect }) => ({ ...NOTHING, userAgent: ua, sender: 'person', device: DEVICES[expect.type] ?? null }),
    ),
  };
}

function woothee(): AgentSet {
  const folder = join(
    fetchPackage({
      name: 'woothee',
      version: '1.11.1',
      sha512: 'KdArM3MsNa5tlSBSL29w9ouy9MXZoFPeUdPVnL4QZH3iyV8HsqnwbWw2YLiXEx2wAh0bM55dnl0+qDE6KHBlhQ==',
    }),
    'woothee/testsets',
  );
  return {
    title: 'woothee 1.11.1',
    licence: 'Apache-2.0',
    cases: readdirSync(folder).flatMap(file =>
      yamlList<{ target: string; category: string }>(join(folder, file)).map(({ target, category }) => ({
        ...NOTHING,
        userAgent: String(target),
        sender: category === 'crawler' ? 'bot' : category in DEVICES || category === 'appliance' ? 'person' : null,
        // A smartphone may be a tablet here, and an appliance a television or a console.
        device: category === 'smartphone' ? null : (DEVICES[category] ?? null),
      })),
    ),
  };
}

/** The list of the User Agent Switcher, an extension of Firefox: mostly browsers of before 2013. */
function switcher(): AgentSet {
  const file = join(
    fetchPackage({
      name: 'random-useragent',
      version: '0.5.0',
      sha512: 'FUMkqVdZeoSff5tErNL3FFGYXElDWZ1bEuedhm5u9MdCFwANriJWbHvDRYrLTOzp/fBsBGu5J1cWtDgifa97aQ==',
    }),
    'useragent-data.json',
  );
  return {
    title: 'random-useragent 0.5.0',
    licence: 'MIT',
    cases: (json(file) as { folder: string; userAgent: string }[]).flatMap(({ folder, userAgent }) => {
      const kind = FOLDERS.find(([pattern]) => pattern.test(folder))?.[1];
      if (kind === undefined) return [];
      return kind === 'bot'
        ? { ...NOTHING, userAgent, sender: 'bot' as const }
        : { ...NOTHING, userAgent, sender: 'person' as const, device: kind };
    }),
  };
}

const NOTHING = { sender: null, device: null, browser: null, os: [] } as const;

function yamlList<T>(file: string): readonly T[] {
  return (parse(readFileSync(file, 'utf8')) ?? []) as readonly T[];
}

function json(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}
