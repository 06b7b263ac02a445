import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

let browsers: readonly string[] | undefined;

/** The distinct user agents of 10,000 pageviews that the package `user-agents` (BSD) sampled from real visitors. */
export function realBrowsers(): readonly string[] {
  // The package's own interface picks at random, which no test should do.
  const file = new URL('user-agents.json', import.meta.resolve('user-agents'));
  browsers ??= [
    ...new Set(
      (JSON.parse(readFileSync(fileURLToPath(file), 'utf8')) as { userAgent: string }[]).map(v => v.userAgent),
    ),
  ];
  return browsers;
}
