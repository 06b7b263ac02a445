import { seeded } from '../../support/import-files.ts';
import { count, type Generator } from './generated.ts';

const COUNTRIES = ['DE:Germany', 'PE:Peru', ''];

/** A file with a column for each statistic, under other names, and without a source that is named. */
export const CSV_MAPPED: Generator = {
  name: 'csv-mapped',
  source: 'csv',
  generate(seed) {
    const random = seeded(seed);
    const upTo = (most: number) => Math.floor(random() * (most + 1));
    const totals = { pageviews: 0, visitors: 0 };
    const days: Record<string, number> = {};
    const of = { page: {}, country: {}, host: {} };
    const lines = ['Day;Path;Land;Views;Users'];
    for (let at = 0; at < 40; at++) {
      const date = `2026-02-0${1 + upTo(4)}`;
      const [page, country] = [`/page/${upTo(5)}`, COUNTRIES[upTo(2)] as string];
      const [views, users] = [upTo(2_000), upTo(9)];
      lines.push(
        [date.replaceAll('-', ''), page, country, views > 999 ? views.toLocaleString('en') : views, users].join(';'),
      );
      totals.pageviews += views;
      totals.visitors += users;
      if (views > 0)
        for (const [counts, value] of [
          [days, date],
          [of.page, page],
          [of.host, 'a.example'],
        ] as const)
          count(counts, value, views);
      if (users > 0) count(of.country, country, users);
    }
    return {
      files: { 'wide.csv': lines.join('\r\n') },
      options: {
        mapping: {
          date: 'day',
          page: 'Path',
          country: 'Land',
          host: '=a.example',
          pageviews: 'Views',
          visitors: 'Users',
        },
      },
      totals,
      days,
      statistics: of,
    };
  },
};
