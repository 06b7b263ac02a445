import { base, page } from '../base.ts';
import { writeChoice } from '../forget/choice.ts';
import { rich, t } from '../messages.ts';
import { IconButton } from '../parts/icon.tsx';
import { useShortcut } from '../parts/shortcuts.ts';
import type { StatFilter } from './__generated__/operations.ts';
import { AddCondition, ConditionChips } from './conditions.tsx';
import { Segments } from './segments.tsx';
import { SuggestingContext } from './suggesting.ts';
import { useChoosing, useView } from './view.ts';

/** The filters of the page: a chip for each condition, which can be changed or removed. */
export function FilterBar() {
  const { state, change, shown } = useView();
  const { clear } = useChoosing();
  const { conditions, segment: chosen } = state;
  const isFiltered = conditions.length > 0 || chosen !== null;
  useShortcut('x', t('filters.clear'), isFiltered ? clear : null);
  const segment = shown?.overview.segments.find(({ id }) => id === chosen);
  const days = shown?.question.days ?? null;
  const shared = {
    conditions,
    segment: (segment?.filter as StatFilter | undefined) ?? null,
    onChange: (changed: typeof conditions) => change({ conditions: changed }),
  };
  return (
    <SuggestingContext.Provider value={{ domain: page.domain, own: page.isOwner, days }}>
      {state.isUnread && (
        <p class="fault" role="status">
          <span>{t('filters.linkFault')}</span>
          <IconButton icon="close" name={t('common.close')} onClick={() => change({ isUnread: false }, 'replace')} />
        </p>
      )}
      <div class="filters">
        {isFiltered && (
          <ul class="chips" aria-label={t('filters.title')}>
            {chosen && (
              <li class="chip">
                <span class="chip-text" title={segment?.name}>
                  {rich(
                    'segments.chosen',
                    { name: text => <strong>{text}</strong> },
                    { segment: segment?.name ?? chosen },
                  )}
                </span>
                <IconButton
                  icon="close"
                  name={t('segments.remove', { segment: segment?.name ?? chosen })}
                  class=""
                  onClick={() => change({ segment: null })}
                />
              </li>
            )}
            <ConditionChips {...shared} />
            {conditions.length > 1 && (
              <li>
                <button type="button" class="quiet text" onClick={clear}>
                  {t('filters.clear')}
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
            {t('filters.forget')}
          </a>
        )}
      </div>
    </SuggestingContext.Provider>
  );
}
