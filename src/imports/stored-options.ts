import type { ImportOptions, KnownMetrics } from '../domain/import.ts';
import type { RepeatedDays } from './file-days.ts';
import type { Recognised } from './importer.ts';

/** The options of an import as they are stored, with what reading has found out. */
export interface StoredOptions extends ImportOptions {
  readonly repeated?: RepeatedDays;
  readonly known?: KnownMetrics;
  /** The earlier imports that have rows which this one left out. */
  readonly leansOn?: readonly number[];
  /** The parameters that are not part of pages, as the website had them when the files were read. */
  readonly params?: readonly string[];
  readonly zone?: Recognised['zone'];
}
