import { base, page } from '../base.ts';
import { writeChoice } from '../forget/choice.ts';
import { IconButton } from '../parts/icon.tsx';
import { useShortcut } from '../parts/shortcuts.ts';
import type { StatFilter } from './__generated__/operations.ts';
import { AddCondition, ConditionChips } from './conditions.tsx';
import { Segments } from './segments.tsx';
import { SuggestingContext } from './suggesting.ts';
import { useView } from './view.ts';

/** The filters of the page: a chip for each condition, which can be changed or removed. */
export function FilterBar() {
  const { state, change, shown } = useView();
  const { conditions, segment: chosen } = state;
  const isFiltered = conditions.length > 0 || chosen !== null;
  const clear = () => change({ conditions: [], segment: null });
  useShortcut('x', 'Clear filters', isFiltered ? clear : null);
  const segment = shown?.overview.segments.find(({ id }) => id === chosen);
  const days = shown?.question.days ?? null;
  const shared = {
    conditions,
    segment: (segment?.filter as StatFilter | undefined) ?? null,
    onChange: (changed: typeof conditions) => change({ conditions: changed }),
  };
  return (
    <SuggestingContext.Provider value={{ domain: page.domain, own: page.isOwner, days }}>
      <div class="filters">
        {isFiltered && (
          <ul class="chips" aria-label="Filters">
            {chosen && (
              <li class="chip">
                <span class="chip-text">
                  Segment <strong>{segment?.name ?? chosen}</strong>
                </span>
                <IconButton
                  icon="close"
                  name={`Remove the segment ${segment?.name ?? ''}`}
                  class=""
                  onClick={() => change({ segment: null })}
                />
              </li>
            )}
            <ConditionChips {...shared} />
            {conditions.length > 1 && (
              <li>
                <button type="button" class="quiet text" onClick={clear}>
                  Clear filters
                </button>
              </li>
            )}
          </ul>
        )}
        <AddCondition {...shared} shortcut="f" />
        <Segments />
        {page.isOwner && isFiltered && days && (
          <a
            class="quiet text"
            href={`${base}/websites/${page.website}/forget?${writeChoice({ ...days, conditions, segment: chosen ?? '' })}`}
          >
            Forget these visits
          </a>
        )}
      </div>
    </SuggestingContext.Provider>
  );
}
