import { generateHits } from '../../support/import-files.ts';
import type { Generator } from './generated.ts';

export const HITS: Generator = {
  name: 'hits',
  source: 'hits',
  generate(seed) {
    const { ndjson, truth } = generateHits(seed);
    return {
      files: { 'hits.ndjson': ndjson },
      totals: truth.totals,
      days: Object.fromEntries(truth.byDay),
      statistics: { page: Object.fromEntries(truth.pages) },
    };
  },
};
