import { useState } from 'preact/hooks';
import { FUNNEL_STEPS } from '../../domain/funnel.ts';
import { page } from '../base.ts';
import { ask } from '../graphql.ts';
import { errorsOf, Form, SelectField, TextField, useForm } from '../parts/form.tsx';
import { Icon, IconButton } from '../parts/icon.tsx';
import { Dialog } from '../parts/overlays.tsx';
import {
  CreateFunnelDocument,
  DeleteFunnelDocument,
  type FunnelListFragment,
  type FunnelOrder,
  type FunnelUnit,
  type GoalKind,
  UpdateFunnelDocument,
} from './__generated__/operations.ts';

export type Funnel = FunnelListFragment['funnels'][number];

const KINDS: readonly (readonly [GoalKind, string])[] = [
  ['PAGE', 'viewing a page'],
  ['EVENT', 'sending an event'],
];
const ORDERS: readonly (readonly [FunnelOrder, string])[] = [
  ['IN_ORDER', 'one after the other'],
  ['STRICT', 'directly one after the other'],
  ['ANY', 'in any order'],
];
const UNITS: readonly (readonly [FunnelUnit, string])[] = [
  ['VISIT', 'visits'],
  ['VISITOR', 'visitors, over all visits of a day'],
];

type StepFields = Funnel['steps'][number] & { readonly key: number };

let keys = 0;

/** Returns a step with a key, because steps can be equal. */
function keyed(step: Funnel['steps'][number]): StepFields {
  return { ...step, key: keys++ };
}

const EMPTY: Funnel['steps'][number] = { kind: 'PAGE', pattern: '', name: '', conditions: [] };

/** The form of a funnel. `onClose` gets the id of the saved funnel, '' after deletion, or null if nothing changed. */
export function FunnelDialog(props: {
  readonly funnel: Funnel | null;
  readonly onClose: (changed: string | null) => void;
}) {
  const { funnel, onClose } = props;
  const { values, field, run, error } = useForm({
    name: funnel?.name ?? '',
    order: funnel?.order ?? ('IN_ORDER' as FunnelOrder),
    unit: funnel?.unit ?? ('VISIT' as FunnelUnit),
    within: funnel?.within ? String(funnel.within) : '',
  });
  const [steps, setSteps] = useState(() => (funnel?.steps ?? [EMPTY, EMPTY]).map(keyed));
  const set = (at: number, part: Partial<Funnel['steps'][number]>) =>
    setSteps(steps.map((step, place) => (place === at ? { ...step, ...part } : step)));

  const save = () => {
    const input = {
      ...values,
      within: values.within === '' ? null : Number(values.within),
      steps: steps.map(({ kind, pattern, name, conditions }) => ({
        kind,
        pattern,
        // A step that nobody has named is named by its pattern.
        name: name === '' ? null : name,
        conditions: conditions.length > 0 ? conditions : null,
      })),
    };
    if (funnel) run(ask(UpdateFunnelDocument, { id: funnel.id, input }), () => onClose(funnel.id));
    else
      run(ask(CreateFunnelDocument, { website: page.website, input }), ({ createFunnel }) => onClose(createFunnel.id));
  };
  const remove = funnel && (
    <button
      type="button"
      class="button danger"
      onClick={() => run(ask(DeleteFunnelDocument, { id: funnel.id }), () => onClose(''))}
    >
      Delete
    </button>
  );
  return (
    <Dialog title={funnel ? 'Edit the funnel' : 'Add a funnel'} onClose={() => onClose(null)}>
      <Form onSubmit={save} error={error} submit={funnel ? 'Save' : 'Add'} beside={remove}>
        <TextField label="Name" {...field('name')} required />
        {steps.map((step, at) => (
          <fieldset class="step-fields" key={step.key}>
            <legend>Step {at + 1}</legend>
            <SelectField
              label={`Step ${at + 1} is reached by`}
              value={step.kind}
              onInput={kind => set(at, { kind })}
              options={KINDS}
            />
            <TextField
              label={step.kind === 'PAGE' ? 'Path' : 'Event name'}
              value={step.pattern}
              onInput={pattern => set(at, { pattern, name: step.name === step.pattern ? pattern : step.name })}
              errors={errorsOf(error, `steps.${at}.pattern`) ?? []}
              required
              placeholder={step.kind === 'PAGE' ? '/cart, or /blog/* with any ending' : 'Order'}
            />
            {steps.length > FUNNEL_STEPS.fewest && (
              <IconButton
                icon="close"
                name={`Remove step ${at + 1}`}
                onClick={() => setSteps(steps.toSpliced(at, 1))}
              />
            )}
          </fieldset>
        ))}
        {steps.length < FUNNEL_STEPS.most && (
          <button type="button" class="quiet text" onClick={() => setSteps([...steps, keyed(EMPTY)])}>
            <Icon name="plus" /> Add a step
          </button>
        )}
        <SelectField label="Steps follow" {...field('order')} options={ORDERS} />
        <SelectField label="Counts" {...field('unit')} options={UNITS} />
        <TextField
          label="Within seconds"
          {...field('within')}
          type="number"
          hint="How long after step 1 the other steps count; empty for as long as the visit lasts."
        />
      </Form>
    </Dialog>
  );
}
