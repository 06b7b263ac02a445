import { useState } from 'preact/hooks';
import { page } from '../base.ts';
import { formatAmount, formatCount, formatShare } from '../format.ts';
import { ask } from '../graphql.ts';
import { errorsOf, Form, FormFault, SelectField, TextField, useChange } from '../parts/form.tsx';
import { Icon } from '../parts/icon.tsx';
import { Dialog } from '../parts/overlays.tsx';
import { Head, RowButton } from '../parts/table.tsx';
import {
  CreateGoalDocument,
  DeleteGoalDocument,
  type GoalKind,
  type OverviewFragment,
  UpdateGoalDocument,
} from './__generated__/operations.ts';

type Results = OverviewFragment['goalResults'];
type Goal = Results[number]['goal'];

/** The goals of the website, with the visits that reached each. */
export function Goals(props: {
  readonly results: Results;
  readonly isLoading: boolean;
  readonly onChanged: () => void;
}) {
  const { results, isLoading, onChanged } = props;
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
            <tbody>
              {results.map(({ goal, conversions, visits, conversionRate, amounts }) => (
                <tr key={goal.id} style={{ '--part': most > 0 ? conversionRate / most : 0 }}>
                  <th scope="row">
                    <span class="label">
                      <span class="cut" title={goal.pattern}>
                        {goal.name}
                      </span>
                      {amounts.map(({ unit, sum }) => (
                        <span class="amount" key={unit}>
                          {formatAmount(sum, unit)}
                        </span>
                      ))}
                    </span>
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
            </tbody>
          </table>
        )}
      </div>
      {edited && (
        <GoalDialog
          goal={edited === 'new' ? null : edited}
          onClose={isChanged => {
            setEdited(null);
            if (isChanged) onChanged();
          }}
        />
      )}
    </section>
  );
}

function GoalDialog({ goal, onClose }: { readonly goal: Goal | null; readonly onClose: (isChanged: boolean) => void }) {
  const [name, setName] = useState(goal?.name ?? '');
  const [kind, setKind] = useState<GoalKind>(goal?.kind ?? 'PAGE');
  const [pattern, setPattern] = useState(goal?.pattern ?? '');
  const { run, error } = useChange();
  const close = () => onClose(true);
  const save = () => {
    const input = { name, kind, pattern };
    if (goal) run(ask(UpdateGoalDocument, { id: goal.id, input }), close);
    else run(ask(CreateGoalDocument, { website: page.website, input }), close);
  };
  return (
    <Dialog title={goal ? 'Edit the goal' : 'Add a goal'} onClose={() => onClose(false)}>
      <Form onSubmit={save}>
        <TextField label="Name" value={name} onInput={setName} required errors={errorsOf(error, 'name')} />
        <SelectField
          label="Reached by"
          value={kind}
          onInput={setKind}
          options={[
            ['PAGE', 'viewing a page'],
            ['EVENT', 'sending an event'],
          ]}
        />
        <TextField
          label={kind === 'PAGE' ? 'Path' : 'Event name'}
          value={pattern}
          onInput={setPattern}
          required
          placeholder={kind === 'PAGE' ? '/thanks' : 'Signup'}
          hint={kind === 'PAGE' ? 'An exact path; * matches any text, as in /blog/*.' : 'As the website sends it.'}
          errors={errorsOf(error, 'pattern')}
        />
        <FormFault error={error} />
        <footer>
          <button type="submit" class="button">
            {goal ? 'Save' : 'Add'}
          </button>
          {goal && (
            <button
              type="button"
              class="button danger"
              onClick={() => run(ask(DeleteGoalDocument, { id: goal.id }), close)}
            >
              Delete
            </button>
          )}
        </footer>
      </Form>
    </Dialog>
  );
}
