import { dayNumber } from '../../../src/domain/calendar.ts';
import { gaTables } from './ga4-tables.ts';
import type { Generator } from './generated.ts';

const NAMES: Readonly<Record<string, string>> = {
  pagePath: 'Page path',
  sessionSource: 'Session source',
  country: 'Country',
  eventName: 'Event name',
  totalUsers: 'Total users',
  sessions: 'Sessions',
  engagedSessions: 'Engaged sessions',
  averageSessionDuration: 'Average session duration',
  screenPageViews: 'Views',
  eventCount: 'Event count',
};
const FIRST = '2026-01-28';

/** Explorations with a date each, and totals by the number of the day, in one file with several tables. */
export const GA4_CSV: Generator = {
  name: 'ga4-csv',
  source: 'ga4',
  generate(seed) {
    const { tables, truth } = gaTables(seed);
    const lines: (string | number)[][] = [];
    const add = (...cells: (string | number)[]) => lines.push(cells);
    for (const [name, { dimensions, metrics, rows }] of Object.entries(tables)) {
      const isNth = name === 'totals';
      add('# ----------------------------------------');
      add(`# ${name}`);
      for (const line of isNth ? ['# Start date: 20260128', '# End date: 20260203'] : ['# 20260128-20260203'])
        add(line);
      add('# ----------------------------------------');
      add();
      add(...[isNth ? 'Nth day' : 'Date', ...dimensions, ...metrics].map(column => NAMES[column] ?? column));
      if (name === 'pages') add('', '', '123,456', 'Grand total');
      for (const [date, ...cells] of rows) {
        const nth = String(dayNumber(date) - dayNumber(FIRST)).padStart(4, '0');
        add(isNth ? nth : date.replaceAll('-', ''), ...cells.map(cell => (cell === 1_234 ? '1,234' : cell)));
      }
      add();
    }
    const quoted = (cell: string | number) =>
      /[",]/.test(String(cell)) ? `"${String(cell).replaceAll('"', '""')}"` : String(cell);
    return {
      files: { 'download.csv': `\uFEFF${lines.map(cells => cells.map(quoted).join(',')).join('\r\n')}` },
      ...truth,
    };
  },
};
