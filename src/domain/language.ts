const ENTRY = /^[ \t]*([a-z]{2,3})(?:[-_][a-z0-9_-]*)?[ \t]*(?:;[ \t]*q[ \t]*=[ \t]*([01](?:\.\d*)?)[ \t]*)?$/i;
/** Browsers send far less; what comes after is not read. */
const MAX_LENGTH = 1000;

/** The primary subtag, in lower case, of the language an Accept-Language header prefers most (the first of equals); empty when it names none. */
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
