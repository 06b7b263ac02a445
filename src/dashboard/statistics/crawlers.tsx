import { useId, useState } from 'preact/hooks';
import { useAnswer } from '../parts/answer.tsx';
import { Icon } from '../parts/icon.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { statisticOf } from '../registry.ts';
import { OneListDocument } from './__generated__/operations.ts';
import { ListTable, ViewLink } from './list-table.tsx';
import { askHere } from './question.ts';
import { useShown } from './view.ts';

const NAMES = ['CRAWLER', 'CRAWLED_PAGE'] as const;

/** The requests of crawlers, which only access logs know of; nothing where there are none, and under a filter. */
export function Crawlers({ isNear }: { readonly isNear: boolean }) {
  const { question } = useShown();
  const { days, filter, compared } = question;
  const [name, setName] = useState<(typeof NAMES)[number]>('CRAWLER');
  const id = useId();
  const { answer, isLoading } = useAnswer(
    signal => {
      const variables = { name, ...days, filter: null, search: null, page: 1, ...compared, money: false };
      return isNear && filter === null ? askHere(OneListDocument, variables, signal) : null;
    },
    [isNear, question, name],
  );
  const list = answer?.stats;
  if (filter !== null || !list || list.rows.length === 0) return null;
  const { label } = statisticOf(name);
  return (
    <section class="panel path crawlers" aria-labelledby={`${id}-title`}>
      <header>
        <h2 id={`${id}-title`}>Crawlers</h2>
        <Tabs
          name="Crawlers"
          tabs={NAMES.map(key => [key, statisticOf(key).label])}
          chosen={name}
          onChoose={key => setName(key as typeof name)}
          controls={id}
        />
        <div class="tools">
          <ViewLink
            class="quiet"
            names={{ 'aria-label': `${label}: all columns and rows`, title: 'All columns and rows' }}
            view={name}
          >
            <Icon name="widen" />
          </ViewLink>
        </div>
      </header>
      <div id={id} role="tabpanel" aria-label={label} aria-busy={isLoading}>
        <ListTable name={name} list={list} amounts={new Map()} hosts={new Map()} />
        <p class="hint">Requests of search engines, AI and other crawlers in access logs. They are no visitors.</p>
      </div>
    </section>
  );
}
