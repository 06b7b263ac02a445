import { quote } from './text.ts';

const HOST = /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/;

/**
 * Returns the distinct origins that can embed a page, in the form `https://example.com:8443`; `*` allows all. Errors
 * name every invalid line by its number. The result is safe to use in a Content-Security-Policy.
 */
export function parseOrigins(lines: readonly string[]): { list: readonly string[] } | { errors: string[] } {
  const origins = new Set<string>();
  const errors: string[] = [];
  lines.forEach((line, index) => {
    const text = line.trim();
    if (text === '') return;
    const origin = text === '*' ? '*' : originOf(text);
    if (origin !== null) origins.add(origin);
    else
      errors.push(
        `Line ${index + 1}, ${quote(text)}, is not an origin; send one such as https://example.com, or * for all.`,
      );
  });
  return errors.length > 0 ? { errors } : { list: [...origins] };
}

function originOf(text: string): string | null {
  const url = URL.parse(text.includes('://') ? text : `https://${text}`);
  if (!url || !/^https?:$/.test(url.protocol) || !HOST.test(url.host)) return null;
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '' || url.username !== '') return null;
  return url.origin;
}
