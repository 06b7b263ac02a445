import * as z from 'zod';
import { FUNNEL_ORDERS, FUNNEL_STEPS, FUNNEL_UNITS, type FunnelStep } from '../funnel.ts';
import type { GoalKind } from '../goal.ts';
import { quote } from '../text.ts';
import { goalPatterns, noteText } from './notes.ts';
import { propertyConditions } from './properties.ts';
import { wrong } from './scalars.ts';

const MOST_SECONDS = 2 ** 31 - 1;

const rest = { name: noteText('name', 255).nullish(), conditions: propertyConditions };
const { fewest, most } = FUNNEL_STEPS;
const NUMBER = `A funnel has ${fewest} to ${most} steps`;

/** The steps of a funnel; a step without a name is named by its pattern. */
export const funnelSteps = stepsWritten(word => word);
/** The same, with errors that write kinds in lower case, as REST does. */
export const loweredFunnelSteps = stepsWritten(word => word.toLowerCase());

function stepsWritten(write: (word: string) => string) {
  const example = `{"kind":"${write('PAGE')}","pattern":"/cart"}`;
  const noKind = `A step of the funnel has no kind that is ${write('PAGE')} or ${write('EVENT')}; use one such as ${example}.`;
  const fault = (issue: { readonly code?: string | undefined; readonly keys?: readonly string[] }) => {
    if (issue.code !== 'unrecognized_keys') return noKind;
    const key = quote(String(issue.keys?.[0]));
    return `A step of the funnel has the unknown key ${key}; use only kind, pattern, name and conditions.`;
  };
  const step = z
    .discriminatedUnion(
      'kind',
      [
        z.strictObject({ kind: z.literal('PAGE'), pattern: goalPatterns.PAGE, ...rest }, { error: fault }),
        z.strictObject({ kind: z.literal('EVENT'), pattern: goalPatterns.EVENT, ...rest }, { error: fault }),
      ],
      { error: noKind },
    )
    .transform(({ name, ...others }): FunnelStep => ({ ...others, name: name ?? others.pattern }));
  return z.array(step, `${NUMBER}; use a list of them, each such as ${example}.`).check(({ value, issues }) => {
    if (value.length >= fewest && value.length <= most) return;
    issues.push({ code: 'custom', message: `${NUMBER}, and this one has ${value.length}.`, input: value, path: [] });
  });
}

const NOT_SECONDS = wrong('is not a number of seconds; use a whole number from 1 on, or none for no limit.');

/** The seconds after step 1 within which the other steps count. */
export const funnelWithin = z.int({ error: NOT_SECONDS }).min(1, { error: NOT_SECONDS }).max(MOST_SECONDS, {
  error: NOT_SECONDS,
});

/** A funnel with its name. */
export const funnelInput = z.object({
  name: noteText('name', 100),
  steps: funnelSteps,
  order: z.enum(FUNNEL_ORDERS).nullish(),
  unit: z.enum(FUNNEL_UNITS).nullish(),
  within: funnelWithin.nullish(),
});

/** A step as the client sends it. */
export interface FunnelStepInput {
  readonly kind: GoalKind;
  readonly pattern: string;
  readonly name?: string | null | undefined;
  readonly conditions?: readonly object[] | null | undefined;
}

/** A funnel as the client sends it. */
export interface FunnelInput extends Omit<z.input<typeof funnelInput>, 'steps'> {
  readonly steps: readonly FunnelStepInput[];
}
