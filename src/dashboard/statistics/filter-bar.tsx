import { IconButton } from '../parts/icon.tsx';
import { Popover } from '../parts/overlays.tsx';
import { useShortcut } from '../parts/shortcuts.ts';
import type { StatFilter } from './__generated__/operations.ts';
import { FilterForm } from './filter-form.tsx';
import { withCondition, withPart } from './filter-merge.ts';
import { describe, wordsOf } from './filter-words.ts';
import { isGroup, type Part, toFilter } from './filters.ts';
import { Segments } from './segments.tsx';
import { useView } from './view.ts';

/** The filters of the page: a chip for each condition, which can be changed or removed. */
export function FilterBar() {
  const { state, change, shown } = useView();
  const { conditions } = state;
  const replace = (index: number, part: Part | null) =>
    change({ conditions: conditions.flatMap((one, at) => (at === index ? (part ? [part] : []) : [one])) });
  const isFiltered = conditions.length > 0 || state.segment !== null;
  const clear = () => change({ conditions: [], segment: null });
  useShortcut('x', 'Clear filters', isFiltered ? clear : null);
  const segment = shown?.overview.segments.find(({ id }) => id === state.segment);
  const filterWithout = (index: number) =>
    toFilter(
      conditions.filter((_, at) => at !== index),
      segment?.filter as StatFilter | undefined,
    );
  return (
    <div class="filters">
      {isFiltered && (
        <ul class="chips" aria-label="Filters">
          {state.segment && (
            <li class="chip">
              <span class="chip-text">
                Segment <strong>{segment?.name ?? state.segment}</strong>
              </span>
              <IconButton
                icon="close"
                name={`Remove the segment ${segment?.name ?? ''}`}
                class=""
                onClick={() => change({ segment: null })}
              />
            </li>
          )}
          {conditions.map((condition, index) => (
            <li class="chip" key={JSON.stringify(condition)}>
              <Popover name={`Change the filter ${describe(condition)}`} label={<ChipText condition={condition} />}>
                {close => (
                  <FilterForm
                    before={condition}
                    filter={filterWithout(index)}
                    onDone={changed => {
                      replace(index, changed);
                      close();
                    }}
                  />
                )}
              </Popover>
              <IconButton
                icon="close"
                name={`Remove the filter ${describe(condition)}`}
                class=""
                onClick={() => replace(index, null)}
              />
            </li>
          ))}
          {conditions.length > 1 && (
            <li>
              <button type="button" class="quiet text" onClick={clear}>
                Clear filters
              </button>
            </li>
          )}
        </ul>
      )}
      <Popover name="Add a filter" icon="filter" label="Filter" shortcut={['f', 'Add a filter']}>
        {close => (
          <FilterForm
            before={null}
            filter={filterWithout(-1)}
            onDone={part => {
              change({ conditions: isGroup(part) ? withPart(conditions, part) : withCondition(conditions, part) });
              close();
            }}
          />
        )}
      </Popover>
      <Segments />
    </div>
  );
}

function ChipText({ condition }: { readonly condition: Part }) {
  const [what, values] = wordsOf(condition);
  return (
    <span class="chip-text">
      {what}{' '}
      <strong>
        <bdi>{values}</bdi>
      </strong>
    </span>
  );
}
