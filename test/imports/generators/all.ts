import { ACCESS_LOGS } from './access-logs.ts';
import { CSV } from './csv.ts';
import { CSV_MAPPED } from './csv-mapped.ts';
import { FATHOM } from './fathom.ts';
import { GA4_BIGQUERY } from './ga4-bigquery.ts';
import { GA4_CSV } from './ga4-csv.ts';
import { GA4_REPORT } from './ga4-report.ts';
import type { Generator } from './generated.ts';
import { GOATCOUNTER_CSV } from './goatcounter-csv.ts';
import { GOATCOUNTER_JSON } from './goatcounter-json.ts';
import { HITS } from './hits.ts';
import { MATOMO_CSV, MATOMO_JSON } from './matomo.ts';
import { PLAUSIBLE } from './plausible.ts';
import { SIMPLE_ANALYTICS_CSV, SIMPLE_ANALYTICS_JSON } from './simple-analytics.ts';
import { UMAMI_CLOUD, UMAMI_COPY } from './umami.ts';

/** A generator for every form of every source. */
export const GENERATORS: readonly Generator[] = [
  ACCESS_LOGS,
  GOATCOUNTER_CSV,
  MATOMO_JSON,
  MATOMO_CSV,
  UMAMI_CLOUD,
  UMAMI_COPY,
  PLAUSIBLE,
  FATHOM,
  CSV,
  HITS,
  GA4_BIGQUERY,
  SIMPLE_ANALYTICS_CSV,
  SIMPLE_ANALYTICS_JSON,
  GA4_REPORT,
  GA4_CSV,
  GOATCOUNTER_JSON,
  CSV_MAPPED,
];
