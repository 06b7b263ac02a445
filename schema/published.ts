import { configTable } from '../src/config.ts';
import { renderCrawlers } from './crawlers-page.ts';
import { renderImports } from './imports-page.ts';
import { renderMarked } from './marked.ts';
import { renderMetricFragments } from './metric-fragments.ts';
import { renderPrivacy } from './privacy-page.ts';
import { renderSources } from './sources-page.ts';
import { renderStatistics } from './statistics-page.ts';
import { tablesTable } from './tables.ts';
import { settingsFragment } from './website-settings.ts';

/**
 * All files that are generated from the code and committed, with their paths from the root. `npm run generate` writes
 * them in this order, and a test compares them. Imports are lazy, because later files depend on code generated from
 * earlier ones.
 */
export const PUBLISHED: readonly { readonly path: string; render(): string | Promise<string> }[] = [
  { path: 'schema/schema.graphql', render: async () => (await import('../src/graphql/schema.ts')).sdl() },
  { path: 'schema/metrics.graphql', render: renderMetricFragments },
  { path: 'src/rest/v1/settings.graphql', render: () => settingsFragment('RestSettings', 'rest') },
  { path: 'src/dashboard/websites/settings.graphql', render: () => settingsFragment('Settings', 'all') },
  { path: 'schema/openapi.json', render: async () => (await import('../src/rest/openapi.ts')).renderOpenApi() },
  { path: 'docs/statistics.md', render: renderStatistics },
  { path: 'docs/sources.md', render: renderSources },
  { path: 'docs/imports.md', render: renderImports },
  { path: 'docs/crawlers.md', render: renderCrawlers },
  { path: 'docs/privacy.md', render: renderPrivacy },
  { path: 'docs/backup.md', render: () => renderMarked('docs/backup.md', 'tables', tablesTable()) },
  { path: 'README.md', render: () => renderMarked('README.md', 'config', configTable()) },
];
