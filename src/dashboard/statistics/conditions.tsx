import { t } from '../messages.ts';
import { IconButton } from '../parts/icon.tsx';
import { Popover } from '../parts/overlays.tsx';
import { Value } from '../parts/value.tsx';
import { SINGLE } from '../registry.ts';
import type { StatFilter } from './__generated__/operations.ts';
import { FilterForm } from './filter-form.tsx';
import { besides, type Compared, joinedParts, withCondition, withPart } from './filter-merge.ts';
import { describe, describeExactly, wordsOf } from './filter-words.ts';
import { isGroup, type Part, toFilter } from './filters.ts';

interface Conditions {
  readonly conditions: readonly Part[];
  /** The filter of the segment that applies as well. */
  readonly segment: StatFilter | null;
  readonly onChange: (conditions: readonly Part[]) => void;
}

/** A chip for each condition, as items of a list; each can be changed or removed. */
export function ConditionChips({ conditions, segment, onChange }: Conditions) {
  const others = (index: number) => conditions.toSpliced(index, 1);
  // A visit has one country, so a chip that becomes another country joins the chip that has one.
  const joining = (index: number, alone: Compared | null) =>
    alone && SINGLE.includes(alone.name) ? besides(others(index), alone) : others(index);
  return (
    <>
      {conditions.map((condition, index) => (
        <li class="chip" key={JSON.stringify(condition)}>
          <Popover
            name={t('filters.change', { filter: describe(condition) })}
            label={<ChipText condition={condition} />}
          >
            {close => (
              <FilterForm
                before={condition}
                filterOf={alone => toFilter(joining(index, alone), segment)}
                onDone={changed => {
                  onChange(joinedParts(conditions.with(index, changed), SINGLE));
                  close();
                }}
              />
            )}
          </Popover>
          <IconButton
            icon="close"
            name={t('filters.remove', { filter: describe(condition) })}
            class=""
            onClick={() => onChange(others(index))}
          />
        </li>
      ))}
    </>
  );
}

function ChipText({ condition }: { readonly condition: Part }) {
  return (
    <span class="chip-text" title={describeExactly(condition)}>
      {wordsOf(condition).map(({ tag, text }) =>
        tag === null ? (
          text
        ) : (
          <strong key={tag}>
            <Value text={text} />
          </strong>
        ),
      )}
    </span>
  );
}

/** The button that adds a condition. */
export function AddCondition({ conditions, segment, onChange, shortcut }: Conditions & { readonly shortcut?: string }) {
  return (
    <Popover
      name={t('filters.add')}
      icon="filter"
      label={t('filters.filter')}
      {...(shortcut && { shortcut: [shortcut, t('filters.add')] as const })}
    >
      {close => (
        <FilterForm
          before={null}
          filterOf={alone => toFilter(alone ? besides(conditions, alone) : conditions, segment)}
          onDone={part => {
            onChange(isGroup(part) ? withPart(conditions, part) : withCondition(conditions, part));
            close();
          }}
        />
      )}
    </Popover>
  );
}
