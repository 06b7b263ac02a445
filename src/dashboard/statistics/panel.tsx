import { useId } from 'preact/hooks';
import { t } from '../messages.ts';
import { Tabs } from '../parts/tabs.tsx';
import { type Group, headOf } from '../registry.ts';
import type { StatName } from './__generated__/operations.ts';
import { HeatMap } from './heat-map.tsx';
import { PanelList } from './panel-list.tsx';
import { PanelTools } from './panel-tools.tsx';
import { HEATMAP, tabOf, tabsOf, withTab } from './url-state.ts';
import { useShown } from './view.ts';

/** A group of statistics behind tabs, shown one at a time, with search and pages. */
export function Panel({ group }: { readonly group: Group }) {
  const { state, change, isLoading } = useShown();
  const tab = tabOf(state, group.key);
  const id = useId();
  const all = tabsOf(state, group.key).map(key => [key, labelOf(key)] as const);
  const head = headOf(tab);
  const heads = all.filter(([key]) => headOf(key) === key);
  const inside = all.filter(([key]) => headOf(key) === head);
  const choose = (key: string) => change(newest => ({ tabs: withTab(newest, group.key, key) }));
  const isHeatmap = tab === HEATMAP;
  const name = t(`group.${group.key}`);
  return (
    <section class={`panel panel-${group.key}`} aria-labelledby={`${id}-title`}>
      <header>
        <h2 id={`${id}-title`}>{heads.length > 1 ? name : heads[0]?.[1]}</h2>
        {heads.length > 1 && <Tabs name={name} tabs={heads} chosen={head} onChoose={choose} controls={id} />}
        {!isHeatmap && <PanelTools name={tab as StatName} />}
      </header>
      {inside.length > 1 && (
        <Tabs
          class="within"
          name={labelOf(head)}
          tabs={inside.map(([key, label]) => [key, key === head ? t('panel.names') : label] as const)}
          chosen={tab}
          onChoose={choose}
          controls={id}
        />
      )}
      {isHeatmap ? (
        <div id={id} role="tabpanel" aria-label={t('panel.week')} aria-busy={isLoading}>
          <HeatMap />
        </div>
      ) : (
        <PanelList group={group.key} id={id} />
      )}
    </section>
  );
}

function labelOf(tab: string): string {
  return tab === HEATMAP ? t('panel.week') : t(`statistic.${tab.toLowerCase()}`);
}
