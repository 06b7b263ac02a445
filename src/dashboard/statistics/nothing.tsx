import type { ComponentChildren } from 'preact';
import { rich, t } from '../messages.ts';
import type { StatName } from './__generated__/operations.ts';
import { isOnlySums, useLacksImported } from './imported.tsx';
import { useChoosing, useShown } from './view.ts';

/** The reason why a list is empty, and what to do about it; `imported` is how much of it is, whatever is searched. */
export function Nothing(props: { readonly name: StatName; readonly search: string; readonly imported: number }) {
  const { name, search, imported } = props;
  const { overview, question } = useShown();
  const isLacking = useLacksImported(imported) && search === '';
  return (
    <p class="nothing">
      {isLacking
        ? t('imported.nothing')
        : isOnlySums(question, overview.summary.countsFrom)
          ? t('imported.onlySums')
          : nothing(name, search, question.filter !== null)}
    </p>
  );
}

function nothing(name: StatName, search: string, isFiltered: boolean): ComponentChildren {
  if (search !== '') return t('list.noMatch', { search });
  if (isFiltered) return <NothingMatches text="list.noFiltered" />;
  if (name === 'CAMPAIGN') return t('list.noCampaigns');
  if (name === 'EVENT') return t('list.noEvents', { code: "pa.track({ name: 'Signup' })" });
  return t('list.none');
}

/** Why nothing is listed under a filter, with a way out. */
export function NothingMatches({ text }: { readonly text: 'list.noFiltered' | 'properties.noFiltered' }) {
  const { clear } = useChoosing();
  return rich(text, {
    clear: label => (
      <button type="button" class="as-link" onClick={clear}>
        {label}
      </button>
    ),
  });
}
