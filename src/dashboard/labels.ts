import { hostLabel, hostTitle } from '../domain/host-label.ts';
import type { LabelKind } from '../domain/label.ts';
import { decodePage } from '../domain/page-label.ts';
import { labelsIn } from '../messages/label.ts';
import { language, locale, t } from './messages.ts';
import { statisticOf } from './registry.ts';
import type { StatName } from './statistics/__generated__/operations.ts';

const translated = labelsIn(t, locale);

/** Returns the label of a row in the reader's language; the API's labels are in English. */
export function labelOfRow(name: StatName, row: { readonly value: string; readonly label: string }): string {
  return language === 'en' ? row.label : translated(statisticOf(name), row);
}

const TRANSLATED: readonly StatName[] = ['CHANNEL', 'CONTINENT', 'COUNTRY', 'DEVICE', 'LANGUAGE'];

/** Returns whether people read other words than the API searches; there are at most a few hundred of these values. */
export function isTranslated(name: StatName): boolean {
  return language !== 'en' && TRANSLATED.includes(name);
}

/** How values are displayed that have the same label in every language. */
const LABELS: Partial<Record<LabelKind, (value: string) => string>> = {
  page: decodePage,
  host: hostLabel,
  referrer: hostLabel,
};

const PLACES: readonly StatName[] = ['CITY', 'CONTINENT', 'COUNTRY', 'REGION'];

/** Returns the label of a value that has no row, as in a condition: `Germany` for `DE:Germany`. */
export function labelOfValue(name: StatName, value: string): string {
  const statistic = statisticOf(name);
  if (PLACES.includes(name) && value !== '') return labelOfRow(name, { value, label: value.replace(/^[A-Z]{2}:/, '') });
  const label = LABELS[statistic.labels]?.(value) ?? value;
  return translated(statistic, { value, label });
}

/** Returns the label, followed by the host itself where its letters could be taken for those of another. */
export function titleOfValue(name: StatName, value: string): string {
  const { labels } = statisticOf(name);
  return value !== '' && LABELS[labels] === hostLabel ? hostTitle(value) : labelOfValue(name, value);
}

const FORMATS = ['access_log', 'csv', 'hits'] as const;

/** Returns what a tool or a general format is called; the names of tools are the same in every language. */
export function toolLabel({ source, label }: { readonly source: string; readonly label: string }): string {
  const format = FORMATS.find(one => one === source.toLowerCase());
  return format ? t(`tool.${format}`) : label;
}
