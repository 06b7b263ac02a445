import type { AnyRoute } from './route.ts';
import { AUDIT_ROUTES } from './v1/audit.ts';
import { EXPLAIN_ROUTES } from './v1/explain.ts';
import { FORGET_ROUTES } from './v1/forget.ts';
import { FUNNEL_ROUTES } from './v1/funnels.ts';
import { HIT_ROUTES } from './v1/hits.ts';
import { IMPORT_ROUTES } from './v1/imports.ts';
import { JOURNEY_ROUTES } from './v1/journeys.ts';
import { PROPERTY_ROUTES } from './v1/properties.ts';
import { RETURN_ROUTES } from './v1/returns.ts';
import { SHARE_ROUTES } from './v1/shares.ts';
import { STATS_ROUTES } from './v1/stats.ts';
import { UNREGISTERED_HOST_ROUTES } from './v1/unregistered-hosts.ts';
import { WEBSITE_ROUTES } from './v1/websites.ts';

/** All routes of REST version 1, in the order of the documentation. */
export const ROUTES: readonly AnyRoute[] = [
  ...WEBSITE_ROUTES,
  ...UNREGISTERED_HOST_ROUTES,
  ...HIT_ROUTES,
  ...STATS_ROUTES,
  ...PROPERTY_ROUTES,
  ...EXPLAIN_ROUTES,
  ...FUNNEL_ROUTES,
  ...JOURNEY_ROUTES,
  ...RETURN_ROUTES,
  ...IMPORT_ROUTES,
  ...FORGET_ROUTES,
  ...AUDIT_ROUTES,
  ...SHARE_ROUTES,
];
