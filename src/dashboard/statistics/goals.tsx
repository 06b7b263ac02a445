import { useState } from 'preact/hooks';
import { page } from '../base.ts';
import { formatCount, formatShare } from '../format.ts';
import { ask } from '../graphql.ts';
import { Form, SelectField, TextField, useForm } from '../parts/form.tsx';
import { Icon } from '../parts/icon.tsx';
import { Dialog } from '../parts/overlays.tsx';
import { Rows } from '../parts/rows.tsx';
import { Head, RowButton } from '../parts/table.tsx';
import {
  CreateGoalDocument,
  DeleteGoalDocument,
  type GoalKind,
  type OverviewFragment,
  UpdateGoalDocument,
} from './__generated__/operations.ts';
import { OPERATORS } from './filters.ts';
import { CountsFrom } from './imported.tsx';
import { Amounts } from './list-table.tsx';
import { FilterLabel, partOfHit } from './path-filter.tsx';
import { useShown } from './view.ts';

type Goal = OverviewFragment['goalResults'][number]['goal'];

const KINDS: readonly (readonly [GoalKind, string])[] = [
  ['PAGE', 'viewing a page'],
  ['EVENT', 'sending an event'],
];

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
        <h2 id="goals-title">Goals</h2>
        {isOwner && (
          <div class="tools">
            <button type="button" class="quiet text" onClick={() => setEdited('new')}>
              <Icon name="plus" /> Add a goal
            </button>
          </div>
        )}
      </header>
      <div aria-busy={isLoading}>
        <CountsFrom day={results[0]?.countsFrom} />
        {results.length === 0 ? (
          <p class="nothing">
            {isOwner
              ? 'A goal is a page or event that visits should reach, such as /thanks or Signup. Earlier hits count, too.'
              : 'No goals yet.'}
          </p>
        ) : (
          <table class="list">
            <caption class="hidden">Goals</caption>
            <Head
              columns={[
                'Goal',
                { number: 'Conversions' },
                { number: 'Rate' },
                ...(isOwner ? [{ buttons: 'Edit' }] : []),
              ]}
            />
            <Rows>
              {results.map(({ goal, conversions, visits, conversionRate, amounts }) => (
                <tr key={goal.id} style={{ '--part': most > 0 ? conversionRate / most : 0 }}>
                  <th scope="row">
                    <FilterLabel label={goal.name} about={`: ${wordsOfGoal(goal)}`} condition={partOfHit(goal)}>
                      <Amounts amounts={amounts} />
                    </FilterLabel>
                  </th>
                  <td class="number" title={`of ${formatCount(visits)} visits`}>
                    {formatCount(conversions)}
                  </td>
                  <td class="number">{formatShare(conversionRate)}</td>
                  {isOwner && (
                    <td class="number">
                      <RowButton name={`Edit the goal ${goal.name}`} onClick={() => setEdited(goal)}>
                        Edit
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

/** Returns what reaches a goal, such as `Order, plan is pro`. */
function wordsOfGoal({ pattern, conditions }: Goal): string {
  const words = conditions.map(({ key, operator, values }) => {
    const [, , word] = OPERATORS.find(([, api]) => api === operator) ?? OPERATORS[0];
    return `${key} ${word} ${values.join(' or ')}`;
  });
  return [pattern, ...words].join(', ');
}

function GoalDialog({ goal, onClose }: { readonly goal: Goal | null; readonly onClose: (isChanged: boolean) => void }) {
  const { name = '', kind = 'PAGE', pattern = '' } = goal ?? {};
  const { values, field, run, error } = useForm({ name, kind, pattern });
  const isPage = values.kind === 'PAGE';
  const close = () => onClose(true);
  const save = () => {
    // The form has no fields for conditions; those that a goal has stay.
    if (goal) run(ask(UpdateGoalDocument, { id: goal.id, input: { ...values, conditions: goal.conditions } }), close);
    else run(ask(CreateGoalDocument, { website: page.website, input: values }), close);
  };
  const remove = goal && (
    <button type="button" class="button danger" onClick={() => run(ask(DeleteGoalDocument, { id: goal.id }), close)}>
      Delete
    </button>
  );
  return (
    <Dialog title={goal ? 'Edit the goal' : 'Add a goal'} onClose={() => onClose(false)}>
      <Form onSubmit={save} error={error} submit={goal ? 'Save' : 'Add'} beside={remove}>
        <TextField label="Name" {...field('name')} required />
        <SelectField label="Reached by" {...field('kind')} options={KINDS} />
        <TextField
          label={isPage ? 'Path' : 'Event name'}
          {...field('pattern')}
          required
          placeholder={isPage ? '/thanks' : 'Signup'}
          hint={isPage ? 'An exact path; * matches any text, as in /blog/*.' : 'As the website sends it.'}
        />
      </Form>
    </Dialog>
  );
}
