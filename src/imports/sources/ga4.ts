import { beginningsOf } from '../files.ts';
import type { Importer, SourceFile } from '../importer.ts';
import { isBigQuery, readEvents } from './ga4/bigquery.ts';
import { GUIDE } from './ga4/guide.ts';
import { isPageCsv, pageTables } from './ga4/page-csv.ts';
import { isReport, reportTables } from './ga4/report.ts';
import { readSums } from './ga4/sums.ts';

/** Google Analytics 4, from reports, from its export to BigQuery, or from the CSV that its pages download. */
export const GA4: Importer = {
  source: 'ga4',
  label: 'Google Analytics 4',
  guide: GUIDE,

  recognise(files) {
    if (files.every(({ text }) => isReport(text))) return { version: 'Data API', kind: 'sums' };
    if (files.every(({ text }) => isPageCsv(text))) return { version: 'page CSV', kind: 'sums' };
    return files.every(({ text }) => isBigQuery(text)) ? { version: 'BigQuery', kind: 'hits' } : null;
  },

  async *read(files, options) {
    const form = await formOf(files);
    if (form === 'Data API') yield* readSums(reportTables(files, options.zone), options);
    else if (form === 'page CSV') yield* readSums(pageTables(files), options);
    else yield* readEvents(files, options);
  },
};

async function formOf(files: readonly SourceFile[]): Promise<string | undefined> {
  return GA4.recognise(await beginningsOf(files), true)?.version;
}
