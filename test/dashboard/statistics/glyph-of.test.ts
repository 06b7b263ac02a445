import assert from 'node:assert/strict';
import { test } from 'vitest';
import { countryLabel } from '../../../src/collect/continents.ts';
import { drawGlyphs } from '../../../src/dashboard/glyphs.ts';
import { glyphOf, hasGlyphs } from '../../../src/dashboard/statistics/glyph-of.ts';
import { drawWorld } from '../../../src/dashboard/world.ts';
import { CHANNELS, UNASSIGNED } from '../../../src/domain/channels.ts';
import { OTHER } from '../../../src/domain/other.ts';

const GLYPHS = drawGlyphs();

test('Values have the glyph of their kind, versions that of their name, and places the flag of their country', () => {
  for (const [name, value, glyph] of [
    ['BROWSER', 'Chrome', 'rings'],
    ['BROWSER', 'Opera Mini', 'oval'],
    ['BROWSER', 'Some Browser', 'globe'],
    ['BROWSER', '', 'globe'],
    ['BROWSER_VERSION', 'Internet Explorer 11', 'chord'],
    ['BROWSER_VERSION', 'Firefox', 'flame'],
    ['BROWSER_VERSION', 'Some Browser 3', 'globe'],
    ['OS', 'Chrome OS', 'laptop'],
    ['OS_VERSION', 'Windows 10/11', 'panes'],
    ['OS_VERSION', 'Windows Phone 8', 'phone'],
    ['OS_VERSION', 'macOS 10.14', 'loop'],
    ['DEVICE', 'smarttv', 'tv'],
    ['DEVICE', '', ''],
    ['CHANNEL', 'Paid Search', 'search'],
    ['SOURCE', '', 'enter'],
    ['SOURCE', 'Google', 'search'],
    ['SOURCE', 'ChatGPT', 'robot'],
    ['SOURCE', 'Gmail', 'mail'],
    ['SOURCE', 'partner.example', 'link'],
    ['SOURCE', '__proto__', 'link'],
    ['COUNTRY', 'DE:Germany', 'DE'],
    ['REGION', 'DE:Bavaria', 'DE'],
    ['CITY', 'JP:Tokyo, Tokyo', 'JP'],
    ['CITY', '', ''],
    ['BROWSER', OTHER, ''],
  ] as const)
    assert.equal(glyphOf(GLYPHS, name, value), glyph, `${name} ${value}`);
  // The European Union has a flag, but a continent is not a country.
  assert.equal(hasGlyphs('CONTINENT'), false);
  assert.equal(hasGlyphs('PAGE'), false);
});

test('Every channel has a glyph, every country of the map a flag, and every glyph is drawn', () => {
  for (const channel of [...CHANNELS.map(({ name }) => name), UNASSIGNED])
    assert.notEqual(glyphOf(GLYPHS, 'CHANNEL', channel), '', channel);
  const codes = drawWorld('50m').shapes.map(({ code }) => code);
  for (const code of codes.filter(code => countryLabel(code) !== '')) assert.ok(GLYPHS.svg[code], code);
  for (const glyph of Object.values(GLYPHS.of).flatMap(table => Object.values(table)))
    assert.match(GLYPHS.svg[glyph] ?? '', /^<path d="M/, glyph);
  for (const [name, svg] of Object.entries(GLYPHS.svg))
    assert.doesNotMatch(svg, /\bid=|url\(|href|style=|<script/, `${name} would clash with another or be refused.`);
});
