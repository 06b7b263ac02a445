import { dateOf, dayNumber } from '../../../src/domain/calendar.ts';
import { seeded } from '../../support/import-files.ts';
import { zipOf } from '../../support/zip.ts';
import { count, type Generator } from './generated.ts';

const PATHS = [
  { id: 1, path: '/', event: false },
  { id: 2, path: '/🎉', event: false },
  { id: 3, path: 'Sign "up"', event: true },
];
const PAGES: Readonly<Record<number, string>> = { 1: '/', 2: '/%F0%9F%8E%89' };
const REFS = [
  { id: 1, ref: '', ref_scheme: '' },
  { id: 2, ref: 'Hacker News', ref_scheme: 'g' },
  { id: 3, ref: 'news.example/today', ref_scheme: 'h' },
  { id: 4, ref: 'june letter', ref_scheme: 'c' },
];
const SOURCES: Readonly<Record<number, string>> = { 2: 'Hacker News', 3: 'news.example', 4: 'june letter' };

export const GOATCOUNTER_JSON: Generator = {
  name: 'goatcounter-json',
  source: 'goatcounter',
  generate(seed) {
    const random = seeded(seed);
    const upTo = (most: number) => Math.floor(random() * (most + 1));
    const totals = { pageviews: 0, visitors: 0, visits: 0, events: 0 };
    const days: Record<string, number> = {};
    const of = {
      page: {},
      event: {},
      source: {},
      browser: {},
      os: {},
      country: {},
      region: {},
      language: {},
      campaign: {},
    };
    const stats: Record<string, object[]> = {
      hit: [],
      browser: [],
      system: [],
      location: [],
      language: [],
      campaign: [],
    };
    let left = 0;
    for (let day = dayNumber('2026-02-01'); day < dayNumber('2026-02-05'); day++) {
      const date = dateOf(day);
      for (const { id, event } of PATHS) {
        for (const { id: ref } of REFS) {
          const number = upTo(4);
          if (number === 0) continue;
          const hour = `${date}T${String(upTo(23)).padStart(2, '0')}:00:00Z`;
          stats.hit?.push({ hour, path_id: id, ref_id: ref, count: number });
          if (event) {
            totals.events += number;
            count(of.event, 'Sign "up"', number);
            continue;
          }
          totals.pageviews += number;
          count(days, date, number);
          count(of.page, PAGES[id] as string, number);
          if (SOURCES[ref] !== undefined) count(of.source, SOURCES[ref], number);
        }
        const number = 1 + upTo(5);
        const row = { day: date, path_id: id, count: number };
        stats.browser?.push({ ...row, browser_id: 1 });
        stats.system?.push({ ...row, system_id: 1 });
        stats.location?.push({ ...row, location: 'DE-BY' });
        stats.language?.push({ ...row, language: 'deu' });
        stats.campaign?.push({ ...row, campaign_id: 1, ref: '' });
        if (event) {
          left += 5;
          continue;
        }
        for (const [counts, value] of [
          ...([
            [of.browser, 'Firefox'],
            [of.os, 'macOS'],
            [of.country, 'DE:Germany'],
            [of.region, 'DE:Bavaria'],
          ] as const),
          ...([
            [of.language, 'de'],
            [of.campaign, 'June'],
          ] as const),
        ])
          count(counts, value, number);
      }
    }
    const lines = (rows: readonly object[]) => `${rows.map(row => JSON.stringify(row)).join('\n')}\n`;
    const files = {
      'info.json': JSON.stringify({ export_version: '1.0', created_for: 'site-1.example' }, null, 2),
      'paths.jsonl': lines(PATHS.map(path => ({ ...path, title: 'T' }))),
      'refs.jsonl': lines(REFS),
      'browsers.jsonl': lines([{ id: 1, name: 'Firefox', version: '128' }]),
      'systems.jsonl': lines([{ id: 1, name: 'macOS', version: '' }]),
      'campaigns.jsonl': lines([{ id: 1, name: 'June' }]),
      'size_stats.jsonl': lines([{ day: '2026-02-01', path_id: 1, width: 390, count: 1 }]),
      ...Object.fromEntries(Object.entries(stats).map(([name, rows]) => [`${name}_stats.jsonl`, lines(rows)])),
    };
    return {
      files: { 'goatcounter-export.zip': zipOf(files) },
      totals,
      days,
      statistics: of,
      leftOut: { not_counted: left },
    };
  },
};
