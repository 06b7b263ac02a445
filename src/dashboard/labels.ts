import { hostTitle } from '../domain/host-label.ts';
import { IMPORT_FORMATS } from '../domain/import.ts';
import { labelOf } from '../domain/label.ts';
import { labelsIn } from '../messages/label.ts';
import { language, locale, t } from './messages.ts';
import { statisticOf } from './registry.ts';
import type { StatName } from './statistics/__generated__/operations.ts';

const translated = labelsIn(t, locale);

/** Returns the label of a row in the reader's language; the API's labels are in English. */
export function labelOfRow(name: StatName, row: { readonly value: string; readonly label: string }): string {
  if (row.value === '' && statisticOf(name).lacking === 'none') return t('label.none');
  // A visit without a referrer can have a source, so the page does not call it direct, as the API does.
  return language === 'en' && row.value !== '' ? row.label : translated(statisticOf(name), row);
}

/** Returns the label of a value that has no row, as in a condition: `Germany` for `DE:Germany`. */
export function labelOfValue(name: StatName, value: string): string {
  return labelOfRow(name, { value, label: labelOf(statisticOf(name).labels, value) });
}

/** Returns the label, followed by the host itself where its letters could be taken for those of another. */
export function titleOfValue(name: StatName, value: string): string {
  const isHost = ['host', 'referrer', 'source'].includes(statisticOf(name).labels);
  return isHost && value !== '' ? hostTitle(value) : labelOfValue(name, value);
}

/** Returns what a tool or a general format is called; the names of tools are the same in every language. */
export function toolLabel({ source, label }: { readonly source: string; readonly label: string }): string {
  const format = IMPORT_FORMATS.find(one => one === source.toLowerCase());
  return format ? t(`tool.${format}`) : label;
}
