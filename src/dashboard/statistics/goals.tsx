import { useState } from 'preact/hooks';
import { page } from '../base.ts';
import { formatCount, formatList, formatShare } from '../format.ts';
import { ask } from '../graphql.ts';
import { t } from '../messages.ts';
import { EditDialog } from '../parts/deletion.tsx';
import { SelectField, TextField, useForm } from '../parts/form.tsx';
import { Icon } from '../parts/icon.tsx';
import { Rows } from '../parts/rows.tsx';
import { Head, RowButton } from '../parts/table.tsx';
import {
  CreateGoalDocument,
  DeleteGoalDocument,
  type OverviewFragment,
  UpdateGoalDocument,
} from './__generated__/operations.ts';
import { CountsFrom } from './imported.tsx';
import { Amounts } from './list-table.tsx';
import { conditionHint, conditionWords, FilterLabel, hitKinds } from './path-filter.tsx';
import { partOfHit } from './path-parts.ts';
import { useShown } from './view.ts';

type Goal = OverviewFragment['goalResults'][number]['goal'];

/** The goals of the website, with the visits that reached each. */
export function Goals() {
  const { overview, isLoading, reload } = useShown();
  const results = overview.goalResults;
  const [edited, setEdited] = useState<Goal | 'new' | null>(null);
  const { isOwner } = page;
  const most = Math.max(0, ...results.map(({ conversionRate }) => conversionRate));
  return (
    <section class="panel panel-goals" aria-labelledby="goals-title">
      <header>
        <h2 id="goals-title">{t('goals.title')}</h2>
        {isOwner && (
          <div class="tools">
            <button type="button" class="quiet text" onClick={() => setEdited('new')}>
              <Icon name="plus" /> {t('goals.add')}
            </button>
          </div>
        )}
      </header>
      <div aria-busy={isLoading}>
        <CountsFrom day={results[0]?.countsFrom} />
        {results.length === 0 ? (
          <p class="nothing">{isOwner ? t('goals.about') : t('goals.none')}</p>
        ) : (
          <table class="list">
            <caption class="hidden">{t('goals.title')}</caption>
            <Head
              columns={[
                t('goals.goal'),
                { number: t('goals.conversions') },
                { number: t('goals.rate') },
                ...(isOwner ? [{ buttons: t('common.edit') }] : []),
              ]}
            />
            <Rows>
              {results.map(({ goal, conversions, visits, conversionRate, amounts }) => (
                <tr key={goal.id} style={{ '--part': most > 0 ? conversionRate / most : 0 }}>
                  <th scope="row">
                    <FilterLabel label={goal.name} title={titleOf(goal)} condition={partOfHit(goal)}>
                      <Amounts amounts={amounts} />
                    </FilterLabel>
                  </th>
                  <td class="number" title={t('goals.ofVisits', { count: visits })}>
                    {formatCount(conversions)}
                  </td>
                  <td class="number">{formatShare(conversionRate)}</td>
                  {isOwner && (
                    <td class="number">
                      <RowButton name={t('goals.editOne', { name: goal.name })} onClick={() => setEdited(goal)}>
                        {t('common.edit')}
                      </RowButton>
                    </td>
                  )}
                </tr>
              ))}
            </Rows>
          </table>
        )}
      </div>
      {edited && (
        <GoalDialog
          goal={edited === 'new' ? null : edited}
          onClose={isChanged => {
            setEdited(null);
            if (isChanged) reload();
          }}
        />
      )}
    </section>
  );
}

/** Returns the name of a goal and what reaches it, such as `Bought: Order, plan is pro`. */
function titleOf({ name, pattern, conditions }: Goal): string {
  return t('goals.described', { name, description: formatList([pattern, ...conditionWords(conditions)]) });
}

function GoalDialog({ goal, onClose }: { readonly goal: Goal | null; readonly onClose: (isChanged: boolean) => void }) {
  const { name = '', kind = 'PAGE', pattern = '', conditions = [] } = goal ?? {};
  const { values, field, run, error } = useForm({ name, kind, pattern });
  const isPage = values.kind === 'PAGE';
  const close = () => onClose(true);
  const save = () => {
    // The form has no fields for conditions; those that a goal has stay.
    const input = { ...values, conditions };
    if (goal) run(ask(UpdateGoalDocument, { id: goal.id, input }), close);
    else run(ask(CreateGoalDocument, { website: page.website, input }), close);
  };
  return (
    <EditDialog
      title={goal ? t('goals.edit') : t('goals.add')}
      edited={goal}
      remove={id => ask(DeleteGoalDocument, { id })}
      onClose={() => onClose(false)}
      onDeleted={close}
      form={{ onSubmit: save, error }}
    >
      <TextField label={t('common.name')} {...field('name')} required />
      <SelectField label={t('goals.kind')} {...field('kind')} options={hitKinds()} />
      <TextField
        label={t(`hits.${values.kind}.pattern`)}
        {...field('pattern')}
        required
        placeholder={isPage ? '/thanks' : t('goals.eventExample')}
        hint={`${t(isPage ? 'goals.pathHint' : 'goals.eventHint')} ${conditionHint(conditions)}`}
      />
    </EditDialog>
  );
}
