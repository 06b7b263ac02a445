import type { FilterOperator } from './filter.ts';

/** The kinds of hits that reach a goal. */
export type GoalKind = 'PAGE' | 'EVENT';

/** A comparison of a property of the hit that reaches a goal; a hit without the property has the empty value. */
export interface PropertyCondition {
  readonly key: string;
  readonly operator: FilterOperator;
  readonly values: readonly string[];
}

/** A goal's pattern for pages. */
export interface PagePattern {
  /** A text that every matching page contains; empty if there is none. */
  readonly literal: string;
  /** Returns whether a page (path and query, as stored) matches. */
  readonly fits: (page: string) => boolean;
}

/** Parses a pattern: `*` matches any text, and without `?` the query of a page is ignored. */
export function pagePattern(pattern: string): PagePattern {
  const encoded = encodeLike(pattern);
  const pieces = encoded.split('*');
  const literal = pieces.reduce((longest, piece) => (piece.length > longest.length ? piece : longest), '');
  const withQuery = encoded.includes('?');
  return {
    literal,
    // Most pages do not even begin right.
    fits: page =>
      page.startsWith(pieces[0] as string) && fitsPieces(pieces, withQuery ? page : (page.split('?', 1)[0] as string)),
  };
}

function encodeLike(pattern: string): string {
  const url = URL.parse(pattern.startsWith('/') ? pattern : `/${pattern}`, 'http://a.example');
  if (!url) return pattern;
  const text = url.pathname + url.search;
  return pattern.startsWith('/') ? text : text.slice(1);
}

/** Matches piece by piece, because a pattern with many stars could make a regular expression run very long. */
function fitsPieces(pieces: readonly string[], text: string): boolean {
  const first = pieces[0] ?? '';
  const last = pieces.at(-1) ?? '';
  if (pieces.length === 1) return text === first;
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return false;
  let at = first.length;
  const end = text.length - last.length;
  for (const piece of pieces.slice(1, -1)) {
    const found = text.indexOf(piece, at);
    if (found < 0 || found + piece.length > end) return false;
    at = found + piece.length;
  }
  return true;
}
