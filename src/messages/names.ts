import { CHANNELS } from '../domain/channels.ts';
import { METRICS } from '../domain/metrics.ts';
import type { Statistic } from '../domain/statistic.ts';
import { NAMED_STATISTICS, PROPERTY } from '../domain/statistics.ts';
import { WEBSITE_SETTINGS } from '../domain/website-settings.ts';
import type { NameKey } from './keys.ts';

/**
 * The texts of the registries in English, which are written with their entries; translations are in `names.json`. A label
 * begins a line; `metric.NAME.within` is that of a metric within a sentence, `statistic.NAME.one` that of a single value.
 */
export function registryNames(): Record<NameKey, string> {
  const names: Record<NameKey, string> = {};
  for (const { name, label, description } of METRICS) {
    names[`metric.${name}`] = label;
    names[`metric.${name}.within`] = label.toLowerCase();
    names[`metric.${name}.about`] = description;
  }
  for (const { name, label, singular, column, description } of NAMED_STATISTICS as readonly Statistic[]) {
    names[`statistic.${name}`] = label;
    // Only conditions of filters are on single values.
    if (column !== undefined || name === PROPERTY.name)
      names[`statistic.${name}.one`] = singular ?? label.replace(/s$/, '');
    names[`statistic.${name}.about`] = description;
  }
  for (const { name } of CHANNELS) names[`channel.${name}`] = name;
  for (const setting of WEBSITE_SETTINGS) {
    const key = `setting.${setting.name}` as const;
    names[key] = setting.label;
    if ('help' in setting) names[`${key}.help`] = setting.help;
    if ('whenNew' in setting && typeof setting.whenNew === 'string') names[`${key}.whenNew`] = setting.whenNew;
    if (setting.kind === 'secret') {
      names[`${key}.whenSet`] = setting.labelWhenSet;
      names[`${key}.whenSet.help`] = setting.helpWhenSet;
    }
    for (const option of 'options' in setting ? setting.options : []) {
      names[`${key}.${option.value}`] = option.label;
      if ('help' in option) names[`${key}.${option.value}.help`] = option.help;
    }
  }
  return names;
}
