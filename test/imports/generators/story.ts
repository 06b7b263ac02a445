import { dateOf, dayNumber } from '../../../src/domain/calendar.ts';
import type { StatName } from '../../../src/domain/statistics.ts';
import { seeded } from '../../support/import-files.ts';
import { count, type Generated } from './generated.ts';

const IDLE = 1_800_000;

/** What somebody does. */
export interface Deed {
  readonly time: number;
  readonly visitor: string;
  /** The index of what the tool knows about the visitor. */
  readonly kind: number;
  readonly path: string;
  readonly referrer: string;
  readonly campaign: string;
  readonly event: { readonly name: string; readonly plan: string; readonly amount: number } | null;
  readonly isFirst: boolean;
}

/** Returns what visitors do on some days, in the order of time; nothing depends on a format. */
export function tellStory(seed: number, { first = '2026-02-03', days = 4, visitors = 7, kinds = 3 } = {}): Deed[] {
  const random = seeded(seed);
  const upTo = (most: number) => Math.floor(random() * (most + 1));
  const deeds: Deed[] = [];
  for (let day = dayNumber(first); day < dayNumber(first) + days; day++)
    for (let no = 0; no < visitors; no++) {
      const views = upTo(4);
      let time = day * 86_400_000 + upTo(40_000) * 1000;
      const visitor = `${dateOf(day)}-${no}`;
      const kind = upTo(kinds - 1);
      const from = upTo(3);
      for (let view = 0; view < views; view++) {
        const common = { visitor, kind, path: view === 1 ? '/wörter/🎉' : `/page/${upTo(4)}` };
        const isFirst = view === 0;
        const referrer = isFirst && from === 0 ? 'news.example' : '';
        const campaign = isFirst && from === 1 ? 'spring "sale", 1' : '';
        deeds.push({ ...common, time, referrer, campaign, event: null, isFirst });
        if (upTo(2) === 0) {
          const event = { name: 'Buy, "now"', plan: upTo(1) ? 'pro' : 'free', amount: upTo(5_000) / 100 };
          deeds.push({ ...common, time: time + 5_000, referrer: '', campaign: '', event, isFirst: false });
        }
        time += upTo(2) === 0 ? 2_400_000 : 60_000;
      }
    }
  return deeds.sort((a, b) => a.time - b.time);
}

type Truth = Pick<Generated, 'totals' | 'days' | 'statistics'>;

/** Returns what a story must count. `known` is what the tool knows about each kind of visitors. */
export function truthOf(deeds: readonly Deed[], known: readonly Partial<Record<StatName, string>>[]): Truth {
  const totals = { pageviews: 0, visitors: 0, visits: 0, events: 0 };
  const days: Record<string, number> = {};
  const statistics: Partial<Record<StatName, Record<string, number>>> = {
    page: {},
    event: {},
    referrer: {},
    campaign: {},
  };
  const add = (name: StatName, value: string) => {
    statistics[name] ??= {};
    count(statistics[name], value);
  };
  const latest = new Map<string, number>();
  for (const { visitor, time, path, referrer, campaign, event, kind } of deeds) {
    const before = latest.get(visitor);
    latest.set(visitor, time);
    if (event) {
      totals.events++;
      add('event', event.name);
      continue;
    }
    totals.pageviews++;
    count(days, dateOf(Math.floor(time / 86_400_000)));
    add('page', encodeURI(path));
    if (before === undefined) {
      totals.visitors++;
      for (const [name, value] of Object.entries(known[kind] ?? {})) add(name as StatName, value);
    }
    if (before !== undefined && time - before <= IDLE) continue;
    totals.visits++;
    add('referrer', referrer);
    if (campaign !== '') add('campaign', campaign);
  }
  return { totals, days, statistics };
}

/** Returns rows as CSV with the columns of the first. */
export function csvOf(rows: readonly Readonly<Record<string, string | number | boolean | undefined>>[]): string {
  const names = Object.keys(rows[0] ?? {});
  const quoted = (cell: string) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  const lines = rows.map(row => names.map(name => quoted(String(row[name] ?? ''))).join(','));
  return [names.join(','), ...lines, ''].join('\n');
}
