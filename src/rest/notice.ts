import { cut } from '../domain/text.ts';

/** Many proxies refuse headers that are longer than a few kilobytes. */
const MAX_HEADER = 1000;

/** A name or value as it stands in a notice: visible ASCII in quotes, at most 80 characters of it, everything else as `\u00e9`. */
export function headerQuote(text: string): string {
  const short = cut(text, 80);
  const safe = short
    .replace(/["\\]/g, '\\$&')
    .replace(/[^\x20-\x7e]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return `"${safe}${short.length < text.length ? '...' : ''}"`;
}

/** The name of a parameter in a notice: bare when it is plain, as names are; quoted otherwise. */
export function headerName(name: string): string {
  return /^[\w.[\]-]{1,64}$/.test(name) ? name : headerQuote(name);
}

/** All notices as one header, `; ` between them; what would make it too long is only counted. */
export function joinNotices(notices: readonly string[]): string {
  let header = '';
  for (const [index, notice] of notices.entries()) {
    const longer = index === 0 ? notice : `${header}; ${notice}`;
    if (longer.length > MAX_HEADER) return `${header}; and ${notices.length - index} more`;
    header = longer;
  }
  return header;
}
