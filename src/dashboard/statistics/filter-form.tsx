import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { formatCount } from '../format.ts';
import { rich, t } from '../messages.ts';
import { Form } from '../parts/form.tsx';
import { Icon, IconButton } from '../parts/icon.tsx';
import { SINGLE } from '../registry.ts';
import type { StatFilter } from './__generated__/operations.ts';
import { type Draft, type DraftGroup, type DraftPart, draftOf, partOf, typedIn } from './filter-draft.ts';
import { ConditionFields } from './filter-fields.tsx';
import type { Compared } from './filter-merge.ts';
import { type Finder, meantBy, optionsOf, useFinder } from './filter-options.ts';
import { ValuesField } from './filter-values.tsx';
import { MATCHES, type Match, MOST_GROUPS, type Part } from './filters.ts';

/** The form for what a chip holds: one condition, or groups of them. */
export function FilterForm(props: {
  readonly before: Part | null;
  /** Returns the filter of the page without `before`, and without what a condition that is no part of a group joins. */
  readonly filterOf: (alone: Compared | null) => StatFilter | null;
  readonly onDone: (part: Part) => void;
}) {
  const { before, filterOf, onDone } = props;
  const [root, setRoot] = useState(() => draftOf(before ?? undefined));
  const [open, setOpen] = useState<number | null>('match' in root ? null : root.id);
  /** What was typed into a condition, and could mean several values. */
  const [unclear, setUnclear] = useState<Pick<Draft, 'id' | 'typed'> | null>(null);
  const finder = useFinder(draft => filterOf('match' in root ? null : draft));
  const isWhole = 'match' in root;
  const box = useRef<HTMLDivElement>(null);
  const wasWhole = useRef(isWhole);
  useLayoutEffect(() => {
    // The button that made a group of the condition is gone; the reader goes on with the new part.
    if (isWhole && !wasWhole.current) [...(box.current?.querySelectorAll('select') ?? [])].at(-2)?.focus();
    wasWhole.current = isWhole;
  }, [isWhole]);
  const add = () => {
    const added = draftOf();
    setRoot({ ...(draftOf({ match: 'any', parts: [] }) as DraftGroup), parts: [root, added] });
    setOpen(added.id);
  };
  const submit = async () => {
    const meant = new Map<number, string>();
    for (const draft of typedIn(root)) {
      const value = meantBy(draft, optionsOf(draft, await finder.read(draft).catch(() => [])));
      if (value === null) {
        setOpen(draft.id);
        return setUnclear(draft);
      }
      meant.set(draft.id, value);
    }
    const part = partOf(root, ({ id, typed }) => meant.get(id) ?? typed, SINGLE);
    if (part) onDone(part);
  };
  const shared = { finder, unclear, setUnclear, open, setOpen };
  return (
    <Form
      class="filter-form"
      onSubmit={submit}
      submit={t('common.apply')}
      buttonClass="button small"
      isDisabled={partOf(root, ({ typed }) => typed) === null}
    >
      <div class="filter-scroll" ref={box}>
        {isWhole ? (
          <GroupFields {...shared} draft={root} depth={1} set={next => setRoot(next ?? draftOf())} />
        ) : (
          <>
            <OneCondition {...shared} draft={root} set={setRoot} />
            <AddButton label={t('filters.orCondition')} onClick={add} />
          </>
        )}
      </div>
    </Form>
  );
}

interface Shared {
  readonly finder: Finder;
  readonly unclear: Pick<Draft, 'id' | 'typed'> | null;
  readonly setUnclear: (draft: Draft) => void;
  /** The id of the condition whose values are listed. */
  readonly open: number | null;
  readonly setOpen: (id: number | null) => void;
}

function OneCondition(props: Shared & { readonly draft: Draft; readonly set: (draft: Draft) => void }) {
  const { draft, set, finder, unclear, setUnclear, open, setOpen } = props;
  const change = (part: Partial<Draft>) => set({ ...draft, ...part });
  return (
    <>
      <ConditionFields draft={draft} set={change} />
      <ValuesField
        draft={draft}
        set={change}
        finder={finder}
        isUnclear={unclear?.id === draft.id && unclear.typed === draft.typed}
        onUnclear={() => setUnclear(draft)}
        isOpen={open === draft.id}
        setOpen={isOpen => setOpen(isOpen ? draft.id : null)}
      />
    </>
  );
}

/** How many of the parts must match, and the parts; `set` gets null when the last one was removed. */
function GroupFields(
  props: Shared & {
    readonly draft: DraftGroup;
    readonly depth: number;
    readonly set: (draft: DraftPart | null) => void;
  },
) {
  const { draft, depth, set, ...shared } = props;
  const { match, parts } = draft;
  const box = useRef<HTMLFieldSetElement>(null);
  const id = useId();
  const replace = (index: number, next: DraftPart | null) => {
    const left = parts.flatMap((one, at) => (at === index ? (next ? [next] : []) : [one]));
    set(left.length > 0 ? { ...draft, parts: left } : null);
    // The button that had the focus is gone.
    if (!next) box.current?.querySelector('select')?.focus();
  };
  const add = (part: DraftPart) => {
    set({ ...draft, parts: [...parts, part] });
    shared.setOpen('match' in part ? null : part.id);
  };
  return (
    <fieldset class="filter-group" ref={box}>
      <legend>
        <label for={id}>
          {rich(
            'filters.matches',
            {
              choice: () => (
                <select
                  id={id}
                  value={match}
                  onInput={event => set({ ...draft, match: event.currentTarget.value as Match })}
                >
                  {MATCHES.map(one => (
                    <option key={one} value={one}>
                      {t(`filters.match.${one}`)}
                    </option>
                  ))}
                </select>
              ),
            },
            { match: t(`filters.match.${match}`) },
          )}
        </label>
      </legend>
      {parts.map((part, index) => (
        <div class="filter-part" key={part.id}>
          {'match' in part ? (
            <GroupFields {...shared} draft={part} depth={depth + 1} set={next => replace(index, next)} />
          ) : (
            <OneCondition {...shared} draft={part} set={next => replace(index, next)} />
          )}
          <IconButton
            icon="close"
            name={t('filters.removePart', { number: formatCount(index + 1) })}
            onClick={() => replace(index, null)}
          />
        </div>
      ))}
      <div class="filter-adds">
        <AddButton label={t('filters.addCondition')} onClick={() => add(draftOf())} />
        {depth < MOST_GROUPS && (
          <AddButton
            label={t('filters.addGroup')}
            onClick={() => {
              const [one, other] = [draftOf() as Draft, draftOf()];
              add({
                ...(draftOf({ match: match === 'any' ? 'all' : 'any', parts: [] }) as DraftGroup),
                parts: [one, other],
              });
              shared.setOpen(one.id);
            }}
          />
        )}
      </div>
    </fieldset>
  );
}

function AddButton({ label, onClick }: { readonly label: string; readonly onClick: () => void }) {
  return (
    <button type="button" class="quiet text" onClick={onClick}>
      <Icon name="plus" /> {label}
    </button>
  );
}
