import { cut } from '../domain/text.ts';

/** The maximum length in characters; many proxies reject headers of more than a few kilobytes. */
const MAX_HEADER = 1000;

/** Quotes a name or value for a notice: its first 80 characters, with everything except visible ASCII as `\u00e9`. */
export function headerQuote(text: string): string {
  const short = cut(text, 80);
  const safe = short
    .replace(/["\\]/g, '\\$&')
    .replace(/[^\x20-\x7e]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return `"${safe}${short.length < text.length ? '...' : ''}"`;
}

/** Returns the name of a parameter for a notice: bare if it looks like a name, otherwise quoted. */
export function headerName(name: string): string {
  return /^[\w.[\]-]{1,64}$/.test(name) ? name : headerQuote(name);
}

/** Joins all notices with `; ` into one header; notices that would make it too long are only counted. */
export function joinNotices(notices: readonly string[]): string {
  let header = '';
  for (const [index, notice] of notices.entries()) {
    const longer = index === 0 ? notice : `${header}; ${notice}`;
    if (longer.length > MAX_HEADER) return `${header}; and ${notices.length - index} more`;
    header = longer;
  }
  return header;
}
