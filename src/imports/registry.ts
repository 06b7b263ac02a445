import { IMPORT_FORMATS, type ImportSource } from '../domain/import.ts';
import type { Beginning, Importer, Recognised } from './importer.ts';
import { ACCESS_LOG } from './sources/access-log.ts';
import { CSV } from './sources/csv.ts';
import { FATHOM } from './sources/fathom.ts';
import { GA4 } from './sources/ga4.ts';
import { GOATCOUNTER } from './sources/goatcounter.ts';
import { HITS } from './sources/hits.ts';
import { MATOMO } from './sources/matomo.ts';
import { PLAUSIBLE } from './sources/plausible.ts';
import { SIMPLE_ANALYTICS } from './sources/simple-analytics.ts';
import { UMAMI } from './sources/umami.ts';

/** Every importer. Files are offered to them in this order, so that the general formats come last. */
export const IMPORTERS: readonly Importer[] = [
  UMAMI,
  MATOMO,
  GOATCOUNTER,
  ACCESS_LOG,
  PLAUSIBLE,
  FATHOM,
  GA4,
  SIMPLE_ANALYTICS,
  CSV,
  HITS,
];

const FORMATS: readonly ImportSource[] = IMPORT_FORMATS;

/** Every importer in the order that people look for it: tools by their names, then general formats. */
export const LISTED: readonly Importer[] = [
  ...IMPORTERS.filter(({ source }) => !FORMATS.includes(source)).toSorted((a, b) => (a.label < b.label ? -1 : 1)),
  ...FORMATS.flatMap(format => IMPORTERS.filter(({ source }) => source === format)),
];

/** Returns whether a tool recognises a file, which a general format could take for one of its own among others. */
function isOfTool(file: Beginning): boolean {
  return IMPORTERS.some(one => !FORMATS.includes(one.source) && one.recognise([file], false) !== null);
}

/** Returns who recognises the files, and as what; null if nobody does. A source that is named is the only one asked. */
export function recognise(
  files: readonly Beginning[],
  source: ImportSource | null,
): { readonly importer: Importer; readonly recognised: Recognised } | null {
  for (const importer of IMPORTERS) {
    if (source !== null && importer.source !== source) continue;
    const recognised = importer.recognise(files, source !== null);
    if (recognised && source === null && FORMATS.includes(importer.source) && files.some(isOfTool)) continue;
    if (recognised) return { importer, recognised };
  }
  return null;
}
