import { useContext, useEffect, useId, useRef, useState } from 'preact/hooks';
import { formatCount } from '../format.ts';
import { isTranslated, labelOfRow, labelOfValue } from '../labels.ts';
import { locale, t } from '../messages.ts';
import { useAnswer } from '../parts/answer.tsx';
import { Icon } from '../parts/icon.tsx';
import { statisticOf } from '../registry.ts';
import { type StatFilter, SuggestionsDocument } from './__generated__/operations.ts';
import type { Draft } from './filter-draft.ts';
import { Glyph } from './glyph.tsx';
import { askAbout } from './question.ts';
import { SuggestingContext } from './suggesting.ts';

/** Milliseconds without a keystroke before values are read. */
const PAUSE = 150;

/**
 * The values of a condition, and a list of those that were counted, which narrows down while the reader types. The arrow
 * keys move through it, Enter takes a value or leaves it out again, and Escape closes it: the ARIA pattern for comboboxes.
 */
export function ValuesField(props: {
  readonly draft: Draft;
  /** The filter of the page without the part that is edited: the list counts what it matches. */
  readonly filter: StatFilter | null;
  readonly isOpen: boolean;
  readonly setOpen: (isOpen: boolean) => void;
  /** Gets the values by `labelKey`. */
  readonly labels: Map<string, string>;
  readonly set: (part: Partial<Draft>) => void;
}) {
  const { draft, filter, isOpen, setOpen, labels, set } = props;
  const { name, property, operator, values, typed } = draft;
  const [at, setAt] = useState(-1);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const options = useOptions(draft, filter, isOpen);
  for (const { label, value } of options) labels.set(labelKey({ name, typed: label }), value);
  const active = isOpen ? options.find((_, index) => index === at) : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins at its top.
  useEffect(() => setAt(-1), [typed, name, property?.key, property?.event, operator]);
  useEffect(() => document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' }), [id, at]);

  const toggle = (value: string) => {
    const isThere = values.includes(value);
    set({ values: isThere ? values.filter(one => one !== value) : [...values, value], typed: '' });
  };
  const keys: Readonly<Record<string, () => boolean>> = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Escape: () => {
      if (!isOpen) return false;
      setOpen(false);
      return true;
    },
    Enter: () => {
      if (active) toggle(active.value);
      else if (typed === '') return false;
      else toggle(labels.get(labelKey(draft)) ?? typed);
      return true;
    },
    Backspace: () => {
      if (typed === '') set({ values: values.slice(0, -1) });
      return false;
    },
  };
  function move(step: number): boolean {
    setAt(isOpen ? (at + step + options.length) % Math.max(1, options.length) : 0);
    setOpen(true);
    return true;
  }
  return (
    <div class="field values">
      <label for={id}>{values.length > 0 ? t('filters.values') : t('common.value')}</label>
      {values.length > 0 && (
        <ul class="tokens">
          {values.map(value => (
            <li key={value}>
              <button
                type="button"
                class="quiet"
                aria-label={t('filters.removeValue', { value: labelOfValue(name, value) })}
                onClick={() => {
                  toggle(value);
                  input.current?.focus();
                }}
              >
                <bdi class="cut">{labelOfValue(name, value)}</bdi>
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <input
        ref={input}
        id={id}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-activedescendant={active ? `${id}-${at}` : undefined}
        autocomplete="off"
        maxlength={255}
        value={typed}
        onFocus={() => setOpen(true)}
        onInput={event => {
          setOpen(true);
          set({ typed: event.currentTarget.value });
        }}
        onKeyDown={event => {
          if (!keys[event.key]?.()) return;
          event.preventDefault();
          // Escape would close the form, too.
          event.stopPropagation();
        }}
      />
      <div
        id={`${id}-list`}
        class="options"
        role="listbox"
        aria-multiselectable
        aria-label={t('filters.values')}
        hidden={!isOpen}
      >
        {options.map(({ value, label, count }, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys belong to the input, which keeps the focus.
          <div
            key={value}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            class={index === at ? 'active' : ''}
            aria-selected={values.includes(value)}
            onMouseDown={event => event.preventDefault()}
            onClick={event => {
              toggle(value);
              // A finger would get a keyboard over the list.
              if (!(event instanceof PointerEvent && event.pointerType === 'touch')) input.current?.focus();
            }}
          >
            <Glyph name={name} value={value} />
            <bdi class="cut">{label}</bdi>
            {count !== null && <span>{formatCount(count)}</span>}
          </div>
        ))}
      </div>
      <p class="hint" role="status">
        {isOpen && options.length === 0 && typed !== '' && t('filters.nothingContains', { text: typed })}
      </p>
    </div>
  );
}

/** Options that are listed at once. */
const MOST = 10;
const lowered = (text: string) => text.toLocaleLowerCase(locale);

interface Option {
  readonly value: string;
  readonly label: string;
  /** Null for a value that was not counted. */
  readonly count: number | null;
}

/** Returns the values that contain what was typed, the most frequent first. */
function useOptions(
  { name, property, operator, typed }: Draft,
  filter: StatFilter | null,
  isOpen: boolean,
): readonly Option[] {
  const suggesting = useContext(SuggestingContext);
  const { days } = suggesting;
  const isAsked = isOpen && days !== null && (name !== 'PROPERTY' || property?.key);
  const isWhole = operator === 'IS' || operator === 'IS_NOT';
  // Words that the API does not know are searched here.
  const isSearchedHere = isWhole && isTranslated(name);
  const asked = isSearchedHere ? { search: null, perPage: 100 } : { search: typed || null };
  const key = JSON.stringify([name, property, days, filter, isSearchedHere]);
  const { answer } = useAnswer(
    async signal => {
      if (!isAsked) return null;
      const { rows } = (
        await askAbout(suggesting, SuggestionsDocument, { name, ...property, ...days, filter, ...asked }, signal)
      )?.stats ?? { rows: [] };
      return { key, rows };
    },
    [key, asked.search, isAsked],
    PAUSE,
  );
  if (answer?.key !== key) return [];
  if (!isWhole)
    // These operators compare texts, which are in English, and readers do not mean the code before a country's name.
    return answer.rows
      .filter(({ value }) => value !== '')
      .map(({ value, label, count }) => ({ value: operator === 'STARTS_WITH' ? value : label, label, count }));
  const options = answer.rows
    .map(row => ({ ...row, label: labelOfRow(name, row) }))
    .filter(({ label }) => !isSearchedHere || lowered(label).includes(lowered(typed)))
    .slice(0, MOST);
  const isLacking = typed === '' && statisticOf(name).lacking !== 'never' && !options.some(({ value }) => value === '');
  return isLacking ? [...options, { value: '', label: labelOfValue(name, ''), count: null }] : options;
}

/** Returns what was typed with its dimension: people type the label they read, and the value may have a code before it. */
export const labelKey = ({ name, typed }: Pick<Draft, 'name' | 'typed'>): string => `${name} ${typed}`;
