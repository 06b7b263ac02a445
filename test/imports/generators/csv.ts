import { generateSums } from '../../support/import-files.ts';
import type { Generator } from './generated.ts';

export const CSV: Generator = {
  name: 'csv',
  source: 'csv',
  generate(seed) {
    const { csv, truth } = generateSums(seed, { days: 12, pages: 5 });
    return {
      files: { 'sums.csv': csv },
      totals: truth.totals,
      days: Object.fromEntries(truth.byDay),
      statistics: { page: Object.fromEntries(truth.pages) },
    };
  },
};
