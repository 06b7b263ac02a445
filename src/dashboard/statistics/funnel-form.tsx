import { useState } from 'preact/hooks';
import { FUNNEL_STEPS } from '../../domain/funnel.ts';
import { page } from '../base.ts';
import { ask } from '../graphql.ts';
import { t } from '../messages.ts';
import { EditDialog } from '../parts/deletion.tsx';
import { errorsOf, SelectField, TextField, useForm } from '../parts/form.tsx';
import { Icon, IconButton } from '../parts/icon.tsx';
import {
  CreateFunnelDocument,
  DeleteFunnelDocument,
  type FunnelListFragment,
  type FunnelOrder,
  type FunnelUnit,
  UpdateFunnelDocument,
} from './__generated__/operations.ts';
import { conditionHint, hitKinds } from './path-filter.tsx';

export type Funnel = FunnelListFragment['funnels'][number];

const ORDERS: readonly FunnelOrder[] = ['IN_ORDER', 'STRICT', 'ANY'];
const UNITS: readonly FunnelUnit[] = ['VISIT', 'VISITOR'];

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
        // The form has no names; a step that is reached otherwise than before is named by its pattern.
        name: funnel?.steps.some(one => one.name === name && one.pattern === pattern && one.kind === kind)
          ? name
          : null,
        conditions: conditions.length > 0 ? conditions : null,
      })),
    };
    if (funnel) run(ask(UpdateFunnelDocument, { id: funnel.id, input }), () => onClose(funnel.id));
    else
      run(ask(CreateFunnelDocument, { website: page.website, input }), ({ createFunnel }) => onClose(createFunnel.id));
  };
  return (
    <EditDialog
      title={funnel ? t('funnels.edit') : t('funnels.add')}
      edited={funnel}
      remove={id => ask(DeleteFunnelDocument, { id })}
      onClose={() => onClose(null)}
      onDeleted={() => onClose('')}
      form={{ onSubmit: save, error }}
    >
      <TextField label={t('common.name')} {...field('name')} required />
      {steps.map((step, at) => (
        <fieldset class="step-fields" key={step.key}>
          <legend>{t('funnels.stepNumber', { step: at + 1 })}</legend>
          <SelectField
            label={t('funnels.stepKind', { step: at + 1 })}
            value={step.kind}
            onInput={kind => set(at, { kind })}
            options={hitKinds()}
          />
          <TextField
            label={t(`hits.${step.kind}.pattern`)}
            value={step.pattern}
            onInput={pattern => set(at, { pattern })}
            errors={errorsOf(error, `steps.${at}.pattern`) ?? []}
            required
            placeholder={step.kind === 'PAGE' ? t('funnels.pathExample') : t('funnels.eventExample')}
            hint={conditionHint(step.conditions)}
          />
          {steps.length > FUNNEL_STEPS.fewest && (
            <IconButton
              icon="close"
              name={t('funnels.removeStep', { step: at + 1 })}
              onClick={() => setSteps(steps.toSpliced(at, 1))}
            />
          )}
        </fieldset>
      ))}
      {steps.length < FUNNEL_STEPS.most && (
        <button type="button" class="quiet text" onClick={() => setSteps([...steps, keyed(EMPTY)])}>
          <Icon name="plus" /> {t('funnels.addStep')}
        </button>
      )}
      <SelectField
        label={t('funnels.order')}
        {...field('order')}
        options={ORDERS.map(order => [order, t(`funnels.order.${order}`)] as const)}
      />
      <SelectField
        label={t('funnels.counts')}
        {...field('unit')}
        options={UNITS.map(unit => [unit, t(`funnels.unit.${unit}`)] as const)}
      />
      <TextField label={t('funnels.within')} {...field('within')} type="number" hint={t('funnels.withinHint')} />
    </EditDialog>
  );
}
