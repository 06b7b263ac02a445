import { dayOf } from '../domain/calendar.ts';
import { IMPORT_SOURCES, type ImportOptions, type ImportSource } from '../domain/import.ts';
import { readMapping } from '../domain/inputs/import-mapping.ts';
import { quote } from '../domain/text.ts';
import { canonicalTimeZone } from '../domain/time-zone.ts';
import { badInput } from '../errors.ts';

/** What can be said about an import beside its files. */
interface ImportFields extends ImportOptions {
  /** Null to have it recognised. */
  readonly source: ImportSource | null;
  readonly dryRun: boolean;
}

/** A misspelt `dry_run` would import. */
const NAMES: readonly string[] = ['source', 'timezone', 'until', 'dry_run', 'mapping'];

/** Reads the fields of an import by their names in REST; an empty one is missing. Throws BAD_USER_INPUT with every fault. */
export function readImportFields(given: ReadonlyMap<string, string>): ImportFields {
  // A field can be called __proto__.
  const faults: Record<string, string[]> = Object.create(null);
  const text = (name: string) => given.get(name)?.trim() || null;
  const fault = (name: string, sentence: string) => {
    faults[name] = [sentence];
    return null;
  };
  for (const name of given.keys())
    if (!NAMES.includes(name))
      fault(name, `The field ${quote(name)} does not exist; beside file, use some of ${NAMES.join(', ')}.`);
  const source = text('source');
  if (source !== null && !(IMPORT_SOURCES as readonly string[]).includes(source))
    fault('source', `The source ${quote(source)} does not exist; use one of ${IMPORT_SOURCES.join(', ')}.`);
  const zone = text('timezone');
  const timezone = zone === null ? null : canonicalTimeZone(zone);
  if (zone !== null && timezone === null)
    fault('timezone', `The time zone ${quote(zone)} does not exist; use an IANA name such as Europe/Paris.`);
  const date = text('until');
  const until = date === null ? null : dayOf(date);
  if (date !== null && until === null)
    fault('until', `The date ${quote(date)} does not exist; use one such as 2026-01-31.`);
  const dry = text('dry_run') ?? '0';
  if (dry !== '0' && dry !== '1') fault('dry_run', `The dry run is ${quote(dry)}; use 0 or 1.`);
  const json = text('mapping');
  const mapped = json === null ? { mapping: null } : readMapping(json);
  if ('fault' in mapped) fault('mapping', mapped.fault);
  if (Object.keys(faults).length > 0) throw badInput(faults);
  return {
    source: source as ImportSource | null,
    timezone,
    until,
    dryRun: dry === '1',
    mapping: 'fault' in mapped ? null : mapped.mapping,
  };
}
