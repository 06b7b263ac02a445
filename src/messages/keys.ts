import type causes from './en/causes.json';
import type chart from './en/chart.json';
import type common from './en/common.json';
import type errors from './en/errors.json';
import type faults from './en/faults.json';
import type filters from './en/filters.json';
import type imports from './en/imports.json';
import type mail from './en/mail.json';
import type manage from './en/manage.json';
import type map from './en/map.json';
import type paths from './en/paths.json';
import type plain from './en/plain.json';
import type statistics from './en/statistics.json';

/** The key of a text of a registry: `metric.visitors`, `statistic.page.about`, `setting.privacy.PUBLIC.help`. */
export type NameKey = `${'channel' | 'continent' | 'metric' | 'statistic' | 'setting'}.${string}`;

/** The key of a message: a key of the English catalogue, or the name of an entry of a registry. */
export type MessageKey =
  | keyof typeof causes
  | keyof typeof chart
  | keyof typeof common
  | keyof typeof errors
  | keyof typeof faults
  | keyof typeof filters
  | keyof typeof imports
  | keyof typeof mail
  | keyof typeof manage
  | keyof typeof map
  | keyof typeof paths
  | keyof typeof plain
  | keyof typeof statistics
  | NameKey;
