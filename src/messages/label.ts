import type { LabelKind } from '../domain/label.ts';
import { lazy } from '../domain/lazy.ts';
import { OTHER } from '../domain/other.ts';
import type { MessageKey } from './keys.ts';
import type { Translate } from './translator.ts';

/** A value of a statistic with its label in English, as the API has it. */
interface Labelled {
  readonly value: string;
  readonly label: string;
}

const DEVICES = ['desktop', 'mobile', 'tablet', 'smarttv', 'console', 'wearable', 'embedded', 'xr'] as const;

/** Returns whether there are words for the device in every language; others are shown as they were stored. */
export function isDevice(value: string): value is (typeof DEVICES)[number] {
  return DEVICES.some(one => one === value);
}

const EMPTY: Partial<Readonly<Record<LabelKind, MessageKey>>> = {
  referrer: 'label.noReferrer',
  source: 'label.direct',
  property: 'label.none',
};

const TRANSLATED = ['channel', 'continent', 'country', 'device', 'language'];

/** Returns whether the labels of a statistic differ from language to language. */
export function isTranslated({ name }: { readonly name: string }): boolean {
  return TRANSLATED.includes(name);
}

/** Returns the function that gives values of statistics their labels in a language: countries, devices, channels, … */
export function labelsIn(t: Translate, locale: string) {
  // Browsers leave out names that few people look for.
  const namesOf = (type: 'language' | 'region') =>
    lazy(() => new Intl.DisplayNames([locale], { type, fallback: 'none' }));
  const [regions, languages] = [namesOf('region'), namesOf('language')];

  return (statistic: { readonly name: string; readonly labels: LabelKind }, { value, label }: Labelled): string => {
    const { labels } = statistic;
    if (value === OTHER) return t('label.other');
    if (value === '') return t(EMPTY[labels] ?? 'label.unknown');
    const name = statistic.name.toLowerCase();
    const [code = ''] = value.split(':', 1);
    if (name === 'country') return (/^[A-Z]{2}$/.test(code) ? regions().of(code) : null) ?? label;
    if (labels === 'language') return /^[a-z]{2,3}$/.test(value) ? (languages().of(value) ?? label) : label;
    if (labels === 'device') return isDevice(value) ? t(`device.${value}`) : label;
    const key: MessageKey = name === 'continent' ? `continent.${code}` : `channel.${value}`;
    return /^(channel|continent)$/.test(name) && t.has(key) ? t(key) : label;
  };
}
