import { useId, useState } from 'preact/hooks';
import { t } from '../messages.ts';
import { useAnswer } from '../parts/answer.tsx';
import { Icon } from '../parts/icon.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { OneListDocument } from './__generated__/operations.ts';
import { headsOf, ListTable } from './list-table.tsx';
import { askHere } from './question.ts';
import { type Turn, useDrawn } from './turn.ts';
import { useShown } from './view.ts';
import { ViewLink } from './view-link.tsx';

const NAMES = ['CRAWLER', 'CRAWLED_PAGE'] as const;

const labelOf = (name: (typeof NAMES)[number]) => t(`statistic.${name.toLowerCase()}`);

/** The requests of crawlers, which only access logs know of; nothing where there are none, and under a filter. */
export function Crawlers({ turn }: { readonly turn: Turn }) {
  const { isNear } = turn;
  const { question, state } = useShown();
  const { days, filter, compared } = question;
  const [name, setName] = useState<(typeof NAMES)[number]>('CRAWLER');
  const id = useId();
  const { answer, isLoading, error } = useAnswer(
    signal => {
      const variables = { name, ...days, filter: null, search: null, page: 1, ...compared, money: false };
      return isNear && filter === null ? askHere(OneListDocument, variables, signal) : null;
    },
    [isNear, question, name],
  );
  const list = answer?.stats;
  useDrawn(turn, filter !== null || (answer ?? error) !== null);
  if (filter !== null || !list || list.rows.length === 0) return null;
  const label = labelOf(name);
  return (
    <section class="panel path crawlers" aria-labelledby={`${id}-title`} hidden={turn.isHidden}>
      <header>
        <h2 id={`${id}-title`}>{t('crawlers.title')}</h2>
        <Tabs
          name={t('crawlers.title')}
          tabs={NAMES.map(key => [key, labelOf(key)])}
          chosen={name}
          onChoose={key => setName(key as typeof name)}
          controls={id}
        />
        <div class="tools">
          <ViewLink
            class="quiet"
            names={{ 'aria-label': t('list.widenOne', { list: label }), title: t('list.widen') }}
            view={name}
          >
            <Icon name="widen" />
          </ViewLink>
        </div>
      </header>
      <div id={id} role="tabpanel" aria-label={label} aria-busy={isLoading}>
        <ListTable
          name={name}
          title={label}
          heads={headsOf(state, name)}
          list={list}
          amounts={null}
          hosts={new Map()}
          until={null}
        />
        <p class="hint">{t('crawlers.about')}</p>
      </div>
    </section>
  );
}
