import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { formatCount } from '../format.ts';
import { labelOfValue } from '../labels.ts';
import { t } from '../messages.ts';
import { Icon } from '../parts/icon.tsx';
import { Value } from '../parts/value.tsx';
import type { Draft } from './filter-draft.ts';
import { type Finder, meantBy, useOptions } from './filter-options.ts';
import { Glyph } from './glyph.tsx';

/**
 * The values of a condition, and a list of those that were counted, which narrows down while the reader types. The arrow
 * keys move through it, Enter takes a value or leaves it out again, and Escape closes it: the ARIA pattern for comboboxes.
 */
export function ValuesField(props: {
  readonly draft: Draft;
  readonly finder: Finder;
  readonly isOpen: boolean;
  readonly setOpen: (isOpen: boolean) => void;
  /** True once what was typed had to be taken, and could mean several values. */
  readonly isUnclear: boolean;
  readonly onUnclear: () => void;
  readonly set: (part: Partial<Draft>) => void;
}) {
  const { draft, finder, isOpen, setOpen, isUnclear, onUnclear, set } = props;
  const { name, property, operator, values, typed } = draft;
  const [at, setAt] = useState(-1);
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { options, isCurrent } = useOptions(draft, finder, isOpen);
  /** True until the options for what was typed have arrived, which is taken then. */
  const [isAwaited, setAwaited] = useState(false);
  const active = isOpen ? options.find((_, index) => index === at) : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins at its top.
  useEffect(() => setAt(-1), [typed, name, property?.key, property?.event, operator]);
  useEffect(() => document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' }), [id, at]);

  useEffect(() => {
    if (isUnclear) input.current?.focus();
  }, [isUnclear]);

  const toggle = (value: string) => {
    const isThere = values.includes(value);
    set({ values: isThere ? values.filter(one => one !== value) : [...values, value], typed: '' });
  };
  const take = () => {
    const meant = meantBy(draft, options);
    if (meant === null) onUnclear();
    else toggle(meant);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what arrives can end the wait.
  useEffect(() => {
    if (!isAwaited || (isOpen && !isCurrent)) return;
    setAwaited(false);
    if (isOpen) take();
  }, [isAwaited, isCurrent, isOpen, typed]);
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
      // The newest text: the last letter may not be drawn yet.
      else if (input.current?.value === '') return false;
      else {
        setOpen(true);
        setAwaited(true);
      }
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
          setAwaited(false);
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
        // Browsers stop at a box that scrolls, but its keys are those of the input.
        tabIndex={-1}
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
            <bdi class="cut">
              <Value text={label} />
            </bdi>
            {count !== null && <span>{formatCount(count)}</span>}
          </div>
        ))}
      </div>
      <p class="hint" role="status">
        {isOpen && isUnclear && t('filters.several', { text: typed })}
        {isOpen && isCurrent && options.length === 0 && typed !== '' && t('filters.nothingContains', { text: typed })}
      </p>
    </div>
  );
}
