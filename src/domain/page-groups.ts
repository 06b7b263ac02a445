import { pagePattern } from './goal.ts';
import { type ReadLines, readLines } from './lines.ts';
import { countCodePoints } from './text.ts';

const MOST = 50;
const LONGEST = 255;

/** Parses the rules for groups of pages: each a path in which `*` matches any text. */
export function parsePageGroups(lines: readonly string[]): ReadLines {
  const rules = new Set<string>();
  return readLines(lines, rule => {
    if (!/^[/*]/.test(rule)) return { fault: 'is not a path; begin it with / or *, such as /blog/*.' };
    // With its *, the name of a rule is never taken for a page.
    if (!rule.includes('*')) return { fault: 'is a single page; put a * where any text may be, such as /blog/*.' };
    if (countCodePoints(rule, LONGEST) > LONGEST)
      return { fault: `is too long; a page group has at most ${LONGEST} characters.` };
    if (rules.add(rule).size > MOST) return { fault: `is one too many; a website has at most ${MOST} page groups.` };
    return { line: rule };
  });
}

/**
 * Returns the group of a page: the first rule that it matches, or else its first path segment, such as `/blog` of
 * `/blog/2026?page=2`, and `/` if it has none.
 */
export function pageGrouper(rules: readonly string[]): (page: string) => string {
  const patterns = rules.map(rule => ({ rule, ...pagePattern(rule) }));
  return page => {
    // What is no path, such as `(other)`, is in no group with pages.
    const segment = /^\/[^/?]*/.exec(page)?.[0];
    if (segment === undefined) return page;
    return patterns.find(({ fits }) => fits(page))?.rule ?? segment;
  };
}
