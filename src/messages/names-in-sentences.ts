import type { Language } from '../domain/languages.ts';
import { columnName, METRICS } from '../domain/metrics.ts';
import { findStatistic, NAMED_STATISTICS } from '../domain/statistics.ts';
import { serverTranslator } from './catalogues.ts';
import type { MessageKey } from './keys.ts';
import type { Values } from './translator.ts';

/**
 * Returns the values of a sentence with the names of the language. `statistic` stands for a single value, `statistics` for
 * the whole statistic or a total, `metric` for what is counted, `names` for imports with their files, `source` and
 * `otherSource` for a tool by its name in the API, and `sources` for the labels of tools.
 */
export function namesIn(language: Language, values: Values): Values {
  const named = { ...values };
  for (const [name, value] of Object.entries(values)) {
    const text = nameIn(language, name, String(value));
    if (text !== null) named[name] = text;
  }
  return named;
}

function nameIn(language: Language, name: string, value: string): string | null {
  const t = serverTranslator(language);
  const written = (key: MessageKey) => (t.has(key) ? t(key) : null);
  if (name === 'statistic') return written(`statistic.${value.toLowerCase()}.one`);
  if (name === 'statistics') {
    const found = findStatistic(value) ?? NAMED_STATISTICS.find(({ label }) => label === value);
    // A total of pageviews has the name of the statistic of pageviews by day.
    return written(`metric.${metricOf(value)}`) ?? written(`statistic.${found?.name ?? value}`);
  }
  if (name === 'metric') return written(`metric.${metricOf(value)}.within`);
  if (name === 'names') return new Intl.ListFormat(language).format(value.split(BETWEEN));
  if (name === 'source' || name === 'otherSource') return written(`tool.${value}` as MessageKey);
  if (name === 'sources')
    return new Intl.ListFormat(language, { type: 'disjunction' }).format(
      value.split(', ').map(tool => toolIn(language, tool)),
    );
  return null;
}

/** Formats of no single tool, whose names are words; a tool has the same name everywhere. */
const FORMATS = ['tool.access_log', 'tool.csv', 'tool.hits'] as const satisfies readonly MessageKey[];

function toolIn(language: Language, name: string): string {
  const key = FORMATS.find(one => serverTranslator('en')(one) === name);
  return key ? serverTranslator(language)(key) : name;
}

/** What stands between imports such as `7 (log.gz)`. */
const BETWEEN = /(?<=\))(?:, and |, | and )(?=\d+ \()/;

/** Returns the metric whose column has this name. */
function metricOf(column: string): string {
  return METRICS.find(({ name }) => columnName(name) === column)?.name ?? column;
}
