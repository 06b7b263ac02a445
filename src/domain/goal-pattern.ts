/** What a goal's pattern for pages asks of a page. */
export interface PagePattern {
  /** A text that every page which fits contains; empty when any text may. */
  readonly literal: string;
  /** Whether a page (path and query, as it is stored) fits. */
  readonly fits: (page: string) => boolean;
}

/** Reads a pattern in which `*` stands for any text. Without a `?` it is compared with the path alone; characters may be encoded or not. */
export function pagePattern(pattern: string): PagePattern {
  const encoded = encodeLike(pattern);
  const pieces = encoded.split('*');
  const literal = pieces.reduce((longest, piece) => (piece.length > longest.length ? piece : longest), '');
  const withQuery = encoded.includes('?');
  return {
    literal,
    fits: page => fitsPieces(pieces, withQuery ? page : (page.split('?', 1)[0] as string)),
  };
}

/** Writes the pattern as the URL parser writes the pages it is compared with. */
function encodeLike(pattern: string): string {
  const url = URL.parse(pattern.startsWith('/') ? pattern : `/${pattern}`, 'http://a.example');
  if (!url) return pattern;
  const text = url.pathname + url.search;
  return pattern.startsWith('/') ? text : text.slice(1);
}

/** One step a piece instead of a regular expression, which a pattern with many stars could keep busy for long. */
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
