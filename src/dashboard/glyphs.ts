import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { SourceKind } from '../domain/sources/source.ts';
import { SOURCE_LISTS } from '../domain/sources.ts';
import { GLYPH_SHAPES, type GlyphName } from './glyph-shapes.ts';

/** The drawn glyphs, and which of them belongs to which value. */
export interface Glyphs {
  /** The name of a glyph, or the code of a country -> SVG. */
  readonly svg: Readonly<Record<string, string>>;
  /** Statistic -> value -> glyph; the glyph of all other values is that of `*`. */
  readonly of: Readonly<Record<string, Readonly<Record<string, GlyphName>>>>;
}

const BROWSERS: Partial<Record<GlyphName, string>> = {
  rings: 'Chrome,Chromium',
  compass: 'Safari,WebKit',
  flame: 'Firefox,Firefox Focus,Focus,Klar,Pale Moon,Waterfox,LibreWolf',
  wave: 'Edge',
  oval: 'Opera,Opera Mini',
  planet: 'Samsung Internet,Samsung Browser,Konqueror',
  shield: 'Brave,DuckDuckGo,Avast Secure Browser,AVG Secure Browser,Avira Secure Browser',
  layers: 'Tor Browser,Tor',
  chord: 'Internet Explorer',
  app: 'Facebook,Instagram,Google App,LinkedIn,Snapchat,TikTok,WeChat,Line,KakaoTalk,Naver,Twitter,Pinterest,Android WebView,WebView',
  globe: '*',
};

const SYSTEMS: Partial<Record<GlyphName, string>> = {
  panes: 'Windows',
  loop: 'macOS',
  slab: 'iOS,iPadOS',
  droid: 'Android',
  prompt: 'Linux,FreeBSD,OpenBSD,NetBSD,DragonFly,Solaris,SunOS,Haiku,Unix',
  laptop: 'Chrome OS',
  ringLine: 'HarmonyOS',
  phone: 'KaiOS,BlackBerry,Symbian,Series40,Bada,Windows Phone,Windows Mobile',
  gamepad: 'PlayStation,Nintendo,Xbox',
  tv: 'Tizen,webOS,NetTV,NetRange,Viera,Roku,tvOS,Fire OS,Chromecast',
  watch: 'watchOS,Wear OS',
  chip: '*',
};

const DEVICES: Partial<Record<GlyphName, string>> = {
  desktop: 'desktop',
  phone: 'mobile',
  tablet: 'tablet',
  tv: 'smarttv',
  gamepad: 'console',
  watch: 'wearable',
  chip: 'embedded',
  headset: 'xr',
};

const CHANNELS: Partial<Record<GlyphName, string>> = {
  globe: 'Cross-network',
  cart: 'Paid Shopping,Organic Shopping',
  search: 'Paid Search,Organic Search',
  share: 'Paid Social,Organic Social',
  play: 'Paid Video,Organic Video',
  megaphone: 'Display',
  coin: 'Paid Other',
  robot: 'AI Assistants',
  mail: 'Email',
  people: 'Affiliates',
  sound: 'Audio',
  message: 'SMS',
  bell: 'Mobile Push',
  link: 'Referral',
  enter: 'Direct',
  question: 'Unassigned',
};

const KINDS: Readonly<Record<SourceKind, GlyphName>> = {
  search: 'search',
  social: 'share',
  video: 'play',
  shopping: 'cart',
  ai: 'robot',
  email: 'mail',
  display: 'megaphone',
  site: 'link',
};

/** Draws the glyphs at build time: the table and the flags are larger than they are worth in the code of the page. */
export function drawGlyphs(): Glyphs {
  const lines = Object.entries(GLYPH_SHAPES).map(([name, path]) => [name, `<path d="${path}"/>`]);
  const sources = SOURCE_LISTS.toReversed().flatMap(({ kind, entries }) =>
    entries.map(([name]) => [name, KINDS[kind]] as const),
  );
  return {
    svg: Object.fromEntries([...lines, ...readFlags()]),
    of: {
      BROWSER: byValue(BROWSERS),
      OS: byValue(SYSTEMS),
      DEVICE: byValue(DEVICES),
      CHANNEL: byValue(CHANNELS),
      SOURCE: {
        ...Object.fromEntries(sources.filter(([, glyph]) => glyph !== 'link')),
        '': 'enter',
        '*': 'link',
      },
    },
  };
}

function byValue(table: Partial<Record<GlyphName, string>>): Record<string, GlyphName> {
  const entries = Object.entries(table) as [GlyphName, string][];
  return Object.fromEntries(entries.flatMap(([glyph, values]) => values.split(',').map(value => [value, glyph])));
}

/** Their own mask makes flags round, under one id for all; the style sheet does it instead. */
const FLAG = /^<svg [^>]*viewBox="0 0 512 512"><mask id="a">.*?<\/mask><g mask="url\(#a\)">(.*)<\/g><\/svg>\s*$/s;

function readFlags(): [code: string, svg: string][] {
  const folder = join(dirname(createRequire(import.meta.url).resolve('circle-flags/package.json')), 'flags');
  const files = readdirSync(folder).filter(file => /^[a-z]{2}\.svg$/.test(file));
  return files.map(file => {
    const svg = FLAG.exec(readFileSync(join(folder, file), 'utf8'))?.[1];
    if (svg === undefined) throw new Error(`The flag ${file} is not drawn as expected.`);
    return [file.slice(0, 2).toUpperCase(), svg];
  });
}
