import { CITIES } from './cities.ts';
import { picker, type Random } from './random.ts';
import { versionOf } from './versions.ts';

interface Machine {
  readonly weight: number;
  readonly browser: string;
  readonly os: string;
  readonly device: string;
  readonly resolutions: readonly string[];
}

const DESKTOP = ['1920x1080', '2560x1440', '1536x864', '1440x900', '1366x768', '3840x2160', '1680x1050'];
const MAC = ['1512x982', '1470x956', '1728x1117', '2560x1440', '1440x900'];
const PHONE = ['390x844', '393x873', '412x915', '360x800', '430x932', '375x812'];
const MACHINES: readonly Machine[] = [
  { weight: 30, browser: 'Chrome', os: 'Windows', device: 'desktop', resolutions: DESKTOP },
  { weight: 9, browser: 'Edge', os: 'Windows', device: 'desktop', resolutions: DESKTOP },
  { weight: 7, browser: 'Firefox', os: 'Windows', device: 'desktop', resolutions: DESKTOP },
  { weight: 11, browser: 'Chrome', os: 'macOS', device: 'desktop', resolutions: MAC },
  { weight: 10, browser: 'Safari', os: 'macOS', device: 'desktop', resolutions: MAC },
  { weight: 4, browser: 'Firefox', os: 'Linux', device: 'desktop', resolutions: DESKTOP },
  { weight: 3, browser: 'Chrome', os: 'Linux', device: 'desktop', resolutions: DESKTOP },
  { weight: 24, browser: 'Chrome', os: 'Android', device: 'mobile', resolutions: PHONE },
  { weight: 22, browser: 'Safari', os: 'iOS', device: 'mobile', resolutions: PHONE },
  { weight: 4, browser: 'Samsung Internet', os: 'Android', device: 'mobile', resolutions: PHONE },
  { weight: 2, browser: 'Firefox', os: 'Android', device: 'mobile', resolutions: PHONE },
  { weight: 3, browser: 'Safari', os: 'iOS', device: 'tablet', resolutions: ['820x1180', '1024x1366'] },
  { weight: 1, browser: 'Opera', os: 'Windows', device: 'desktop', resolutions: DESKTOP },
];
const pickCity = picker(CITIES);
const pickMachine = picker(MACHINES);

/** A visitor of one day. */
export interface Visitor {
  /** 16 hex digits. */
  readonly visitor: string;
  /** From 0 to 1, for choices that must leave all draws as they are. */
  readonly chance: number;
  /** The values that all hits of the visitor have. */
  readonly fixed: Readonly<Record<string, string>>;
}

/** Returns a new visitor from one of the listed cities, or of so many copies of them. */
export function newVisitor(places: number, random: Random): Visitor {
  const city = pickCity(random);
  const machine = pickMachine(random);
  const suffix = places > 1 ? Math.floor(random() * places) : 0;
  const visitor = hex(random) + hex(random);
  // Not drawn, so that everything else stays the same for the same seed.
  const age = Number.parseInt(visitor.slice(0, 6), 16) / 0xffffff;
  const chance = Number.parseInt(visitor.slice(10, 16), 16) / 0xffffff;
  const fixed = {
    continent: city.continent,
    country: city.country,
    region: city.region,
    city: suffix === 0 ? city.city : city.city.replace(',', ` ${suffix},`),
    browser: machine.browser,
    browser_version: versionOf(machine.browser, age),
    os: machine.os,
    os_version: versionOf(machine.os, age),
    device: machine.device,
    language: random() < 0.85 ? city.language : 'en',
    resolution: machine.resolutions[Math.floor(random() * machine.resolutions.length)] ?? '',
  };
  return { visitor, chance, fixed };
}

function hex(random: Random): string {
  return Math.floor(random() * 4_294_967_296)
    .toString(16)
    .padStart(8, '0');
}
