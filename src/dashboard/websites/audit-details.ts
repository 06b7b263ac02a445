import type { FormSetting } from '../../domain/website-setting.ts';
import type { MessageKey } from '../../messages/keys.ts';
import { formatCount, formatList, formatRange } from '../format.ts';
import { t } from '../messages.ts';
import { SETTINGS } from './settings.ts';

/** What the audit log calls something without a name. */
const WORDS: Readonly<Record<string, MessageKey>> = {
  annotation: 'audit.details.annotation',
  alerts: 'audit.details.alerts',
  'recipients of reports': 'audit.details.recipients',
};

/** The same for something with a name. */
const NAMED: Readonly<Record<string, MessageKey>> = {
  goal: 'audit.details.goal',
  funnel: 'audit.details.funnel',
  segment: 'audit.details.segment',
  'share link': 'audit.details.share',
};

/** By what visits are chosen that is not a statistic. */
const CHOSEN_BY: Readonly<Record<string, MessageKey>> = {
  'time of day': 'audit.details.time',
  visitor: 'audit.details.visitor',
};

/** Returns the details of an entry, which the audit log has in English, in the reader's language; unknown ones as they are. */
export function detailsText(details: string): string {
  if (WORDS[details]) return t(WORDS[details]);
  const [, kind = '', name = ''] = /^([a-z ]+) "(.*)"$/s.exec(details) ?? [];
  if (NAMED[kind]) return t(NAMED[kind], { name });
  const [, id] = /^import (\d+)$/.exec(details) ?? [];
  if (id) return t('audit.details.import', { id });
  const [, settings] = /^settings: (.+)$/s.exec(details) ?? [];
  if (settings) return formatList(settings.split(', ').map(settingText));
  const [, from, to, by] = /^(\d{4}-\d\d-\d\d) to (\d{4}-\d\d-\d\d), chosen by (.+)$/.exec(details) ?? [];
  return from && to && by ? forgetText(formatRange(from, to), by) : details;
}

/** Words a setting, such as `privacy (private to public)`, with its label in the form. */
function settingText(text: string): string {
  const [, called, before, after] = /^(.+?)(?: \((.+) to (.+)\))?$/s.exec(text) ?? [];
  const found = SETTINGS.find(one => one.called === called);
  if (!found) return text;
  const setting = t(`setting.${found.name}`);
  if (before === undefined || after === undefined) return t('audit.details.setting', { setting });
  const values = { before: valueText(found, before), after: valueText(found, after) };
  return t('audit.details.changedSetting', { setting, ...values });
}

function valueText({ name, kind }: FormSetting, value: string): string {
  if (kind === 'flag') return value === 'on' ? t('audit.details.on') : t('audit.details.off');
  if (kind === 'number') return formatCount(Number(value));
  const option = `setting.${name}.${value.toUpperCase()}` as const;
  return kind === 'choice' && t.has(option) ? t(option) : value;
}

function forgetText(days: string, by: string): string {
  if (by === 'everything') return t('audit.details.forgetAll', { days });
  return t('audit.details.forget', { days, choice: formatList(by.split(', ').map(choiceText)) });
}

function choiceText(word: string): string {
  const statistic = `statistic.${word}.one` as const;
  return CHOSEN_BY[word] ? t(CHOSEN_BY[word]) : t.has(statistic) ? t(statistic) : word;
}
