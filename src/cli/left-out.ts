import { readCatalogue } from '../messages/catalogues.ts';

/** Returns a line for each reason for which rows were left out, with what it means. */
export function leftOutLines(leftOutFor: Readonly<Record<string, number>>): string[] {
  const texts = readCatalogue('en', 'imports');
  return Object.entries(leftOutFor).map(([reason, count]) => {
    const about = texts[`imports.reason.${reason}.about`];
    return `Left out: ${count} ${reason}.${about === undefined ? '' : ` ${about}`}`;
  });
}
