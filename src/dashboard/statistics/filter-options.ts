import { useContext, useState } from 'preact/hooks';
import { labelOfRow, labelOfValue } from '../labels.ts';
import { locale, t } from '../messages.ts';
import { useAnswer } from '../parts/answer.tsx';
import { statisticOf } from '../registry.ts';
import { type StatFilter, SuggestionsDocument, type SuggestionsFragment } from './__generated__/operations.ts';
import type { Draft } from './filter-draft.ts';
import { askAbout } from './question.ts';
import { SuggestingContext } from './suggesting.ts';

/** Milliseconds without a keystroke before values are read. */
const PAUSE = 150;

/** A value that a condition can have. */
export interface Option {
  readonly value: string;
  readonly label: string;
  /** Null for a value that was not counted. */
  readonly count: number | null;
}

type Rows = SuggestionsFragment['stats']['rows'];

/** Reads the values that contain what was typed, each text once; `key` tells two such questions apart. */
export interface Finder {
  /** False while there are no days to read. */
  readonly isAble: boolean;
  readonly asked: (draft: Draft) => { readonly subject: string; readonly key: string };
  readonly read: (draft: Draft) => Promise<Rows>;
}

const lowered = (text: string) => text.toLocaleLowerCase(locale);
const isOfWholes = ({ operator }: Draft) => operator === 'IS' || operator === 'IS_NOT';

/** Returns what reads the values for a form; `filterOf` returns the filter under which those of a condition are counted. */
export function useFinder(filterOf: (draft: Draft) => StatFilter | null): Finder {
  const suggesting = useContext(SuggestingContext);
  const [kept] = useState(() => new Map<string, Promise<Rows>>());
  const { days } = suggesting;
  const asked = (draft: Draft) => {
    const { name, property } = draft;
    const subject = JSON.stringify([name, property, days, filterOf(draft)]);
    return { subject, key: `${subject} ${draft.typed}` };
  };
  const ask = async (draft: Draft): Promise<Rows> => {
    const { name, property, typed } = draft;
    if (!days || (name === 'PROPERTY' && !property?.key)) return [];
    const variables = { name, ...property, ...days, filter: filterOf(draft), search: typed || null };
    const found = await askAbout(suggesting, SuggestionsDocument, variables, new AbortController().signal);
    return found?.stats.rows ?? [];
  };
  const read = (draft: Draft) => {
    const { key } = asked(draft);
    const rows = kept.get(key) ?? ask(draft);
    kept.set(key, rows);
    rows.catch(() => kept.delete(key));
    return rows;
  };
  return { isAble: days !== null, asked, read };
}

/** Returns the values that contain what was typed, the most frequent first, and whether they are for all that was typed. */
export function useOptions(draft: Draft, finder: Finder, isOpen: boolean) {
  const { subject, key } = finder.asked(draft);
  const isAsked = isOpen && finder.isAble;
  const { answer, error } = useAnswer(
    async () => (isAsked ? { subject, key, rows: await finder.read(draft) } : null),
    [key, isAsked],
    PAUSE,
  );
  return {
    options: answer?.subject === subject ? optionsOf(draft, answer.rows) : [],
    isCurrent: !finder.isAble || error !== null || answer?.key === key,
  };
}

/** Returns the options of a condition among these values. */
export function optionsOf(draft: Draft, rows: Rows): readonly Option[] {
  const { name, operator, typed } = draft;
  if (!isOfWholes(draft))
    // These operators compare texts, which are in English, and readers do not mean the code before a country's name.
    return rows
      .filter(({ value }) => value !== '')
      .map(({ value, label, count }) => ({
        value: operator === 'STARTS_WITH' || !value.includes(label) ? value : label,
        label,
        count,
      }));
  const options: Option[] = rows.map(row => ({ ...row, label: labelOfRow(name, row) }));
  const { lacking, labels } = statisticOf(name);
  const none = { value: '', label: labelOfValue(name, ''), count: null };
  const isLacking = lacking !== 'never' && lowered(none.label).includes(lowered(typed));
  if (isLacking && !options.some(({ value }) => value === '')) options.push(none);
  // The rarest values are not listed; those of the others have a code or another spelling.
  const isFree = !['place', 'city', 'language', 'device'].includes(labels);
  if (
    isFree &&
    typed !== '' &&
    options.length > 0 &&
    !options.some(({ label, value }) => [label, value].includes(typed))
  )
    options.push({ value: typed, label: t('filters.asTyped', { text: typed }), count: null });
  return options;
}

/**
 * Returns the value that readers mean by what they typed: people type the label they read, or a part of it. Null if that
 * is several of the options.
 */
export function meantBy(draft: Draft, options: readonly Option[]): string | null {
  const { name, typed } = draft;
  const listed = options.filter(({ count, value }) => count !== null || value === '');
  const same = listed.find(({ label, value }) => label === typed || value === typed);
  if (same) return same.value;
  const isOfCities = statisticOf(name).labels === 'city';
  // The region stands behind a city.
  const namesOf = ({ label, value }: Option) => [label, value, ...(isOfCities ? label.split(', ', 1) : [])];
  const alike = listed.filter(option => namesOf(option).map(lowered).includes(lowered(typed)));
  if (alike.length === 1 && alike[0]) return alike[0].value;
  if (!isOfWholes(draft) || listed.length === 0) return typed;
  return listed.length === 1 && listed[0] ? listed[0].value : null;
}
