const ENTRY = /^[ \t]*([a-z]{2,3})(?:[-_][a-z0-9_-]*)?[ \t]*(?:;[ \t]*q[ \t]*=[ \t]*([01](?:\.\d*)?)[ \t]*)?$/i;
/** The number of characters to read; browsers send far fewer. */
const MAX_LENGTH = 1000;

/**
 * Returns the primary subtag, in lower case, of the most preferred language of an Accept-Language header (the first of
 * equals); empty if none.
 */
export function primaryLanguage(acceptLanguage: string): string {
  let best = '';
  let bestQuality = 0;
  for (const entry of acceptLanguage.slice(0, MAX_LENGTH).split(',')) {
    const match = ENTRY.exec(entry);
    if (match === null) continue;
    const language = (match[1] as string).toLowerCase();
    const quality = match[2] === undefined ? 1 : Number(match[2]);
    if (quality > 1 || quality <= bestQuality || language === 'und') continue;
    if (quality === 1) return language;
    best = language;
    bestQuality = quality;
  }
  return best;
}
