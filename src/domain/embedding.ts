import { quote } from './text.ts';

const HOST = /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/;

/**
 * Origins that may show a page inside theirs, each once and in the form `https://example.com:8443`; `*` stands for all. Every
 * bad line is told by its number. What passes can stand in a Content-Security-Policy as it is.
 */
export function parseOrigins(lines: readonly string[]): { list: readonly string[] } | { errors: string[] } {
  const origins = new Set<string>();
  const errors: string[] = [];
  lines.forEach((line, index) => {
    const text = line.trim();
    if (text === '') return;
    const origin = text === '*' ? '*' : originOf(text);
    if (origin !== null) origins.add(origin);
    else errors.push(`Line ${index + 1} is ${quote(text)}; send an origin such as https://example.com, or * for all.`);
  });
  return errors.length > 0 ? { errors } : { list: [...origins] };
}

function originOf(text: string): string | null {
  const url = URL.parse(text.includes('://') ? text : `https://${text}`);
  if (!url || !/^https?:$/.test(url.protocol) || !HOST.test(url.host)) return null;
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '' || url.username !== '') return null;
  return url.origin;
}
