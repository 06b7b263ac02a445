import { renderReadme } from './readme.ts';
import { renderStatistics } from './statistics-page.ts';

/**
 * Every file that is printed from the code and committed, with its path from the root: `npm run generate` writes them in this
 * order, a test compares them. Imports wait until they are asked for, since later files are made of what earlier ones led to.
 */
export const PUBLISHED: readonly { readonly path: string; render(): string | Promise<string> }[] = [
  { path: 'schema/schema.graphql', render: async () => (await import('../src/graphql/schema.ts')).sdl() },
  { path: 'schema/openapi.json', render: async () => (await import('../src/rest/openapi.ts')).renderOpenApi() },
  { path: 'docs/statistics.md', render: renderStatistics },
  { path: 'README.md', render: renderReadme },
];
