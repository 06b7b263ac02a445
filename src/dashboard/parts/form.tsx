import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { AskError } from '../graphql.ts';
import { Fault } from './answer.tsx';

/** Returns a function that runs a change on the server, and the state and error of the latest one. */
export function useChange() {
  const [state, setState] = useState<'' | 'busy' | 'done'>('');
  const [error, setError] = useState<unknown>(null);
  const run = <Answer,>(change: Promise<Answer>, onDone?: (answer: Answer) => void) => {
    setState('busy');
    setError(null);
    change.then(
      answer => {
        onDone?.(answer);
        setState('done');
      },
      fault => {
        setState('');
        setError(fault);
      },
    );
  };
  /** Forgets that the latest change is done, since the form differs again. */
  const reset = () => setState('');
  return { run, state, error, reset };
}

/** Returns `useChange` with the values of a form, a function that sets some of them, and the properties of each field. */
export function useForm<Values extends object>(initial: Values | (() => Values)) {
  const [values, setValues] = useState(initial);
  const { reset, ...change } = useChange();
  const set = (part: Partial<Values>) => {
    setValues(before => ({ ...before, ...part }));
    reset();
  };
  const field = <Name extends keyof Values & string>(name: Name) => ({
    value: values[name],
    onInput: (value: Values[Name]) => set({ [name]: value } as unknown as Partial<Values>),
    errors: errorsOf(change.error, name),
  });
  return { ...change, values, set, field };
}

/** Returns true for a field that has something else than its value says, such as half a date, and lets the browser say so. */
function isUnreadable(input: HTMLInputElement): boolean {
  const { badInput, rangeUnderflow } = input.validity;
  return (badInput || rangeUnderflow) && !input.reportValidity();
}

/**
 * A form that the page handles itself: the fields, the error of the last attempt, which leads to the first faulty field,
 * and the button that sends them.
 */
export function Form(props: {
  readonly class?: string;
  readonly onSubmit: () => void;
  readonly error?: unknown;
  /** The label of the button. */
  readonly submit: string;
  readonly buttonClass?: 'button small' | 'button danger';
  readonly isDisabled?: boolean;
  /** Stands beside the button. */
  readonly beside?: ComponentChildren;
  readonly children: ComponentChildren;
}) {
  const { onSubmit, error = null, submit, buttonClass = 'button', isDisabled = false, beside, children } = props;
  const form = useRef<HTMLFormElement>(null);
  // The faulty field can be far from the button.
  useLayoutEffect(() => {
    const faulty = error === null ? null : form.current?.querySelector<HTMLElement>('[aria-invalid]');
    faulty?.focus({ preventScroll: true });
    faulty?.scrollIntoView({ block: 'center' });
  }, [error]);
  return (
    <form
      ref={form}
      class={props.class}
      // Most errors are the server's, in the language of the page.
      noValidate
      onSubmit={event => {
        event.preventDefault();
        if (!isDisabled && ![...event.currentTarget.querySelectorAll('input')].some(isUnreadable)) onSubmit();
      }}
    >
      {children}
      <FormFault error={error} />
      <footer>
        <button type="submit" class={buttonClass} aria-disabled={isDisabled}>
          {submit}
        </button>
        {beside}
      </footer>
    </form>
  );
}

/** The error of a form, unless its fields show it already. */
export function FormFault({ error }: { readonly error: unknown }) {
  if (error === null || (error instanceof AskError && Object.keys(error.fields).length > 0)) return null;
  return <Fault error={error} />;
}

/** Returns the errors of a form field, with or without the prefix `input.`; undefined without any. */
export function errorsOf(error: unknown, field: string): readonly string[] | undefined {
  if (!(error instanceof AskError)) return undefined;
  return error.fields[`input.${field}`] ?? error.fields[field];
}

interface Common {
  readonly label: string;
  /** Explains the field and its effect. */
  readonly hint?: ComponentChildren;
  readonly errors?: readonly string[] | undefined;
  readonly after?: ComponentChildren;
}

export interface Control<Value> extends Common {
  readonly value: Value;
  readonly onInput: (value: Value) => void;
}

/** A label, a control, its errors and its hint. The control gets the attributes that tie them together. */
export function Field(
  props: Common & {
    readonly isCheck?: boolean;
    readonly children: (tied: { readonly id: string }) => ComponentChildren;
  },
) {
  const { label, hint, errors = [], after, isCheck = false, children } = props;
  const id = useId();
  const about = [errors.length > 0 ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ');
  const control = children({
    id,
    ...(about === '' ? {} : { 'aria-describedby': about }),
    ...(errors.length > 0 ? { 'aria-invalid': true } : {}),
  });
  return (
    <div class={isCheck ? 'field check' : 'field'}>
      {isCheck && control}
      <label for={id}>{label}</label>
      {!isCheck && control}
      {errors.length > 0 && (
        <div id={`${id}-error`}>
          {errors.map(error => (
            <p class="problem" key={error}>
              {error}
            </p>
          ))}
        </div>
      )}
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {after}
    </div>
  );
}

/** A text field of one line. */
export function TextField(
  props: Control<string> & {
    readonly type?: 'text' | 'email' | 'password' | 'date' | 'time' | 'number';
    readonly required?: boolean;
    readonly autocomplete?: string;
    readonly placeholder?: string;
    readonly list?: string;
    readonly maxlength?: number;
  },
) {
  const { label, hint, errors, after, onInput, type = 'text', ...input } = props;
  return (
    <Field {...{ label, hint, errors, after }}>
      {tied => (
        <input
          autocomplete="off"
          {...input}
          {...tied}
          // Preact has a separate type for each kind of input; this one can be any of them.
          type={type as 'text'}
          onInput={event => onInput(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}

/** A choice of one among a few options. */
export function SelectField<Value extends string>(
  props: Control<Value> & { readonly options: readonly (readonly [value: Value, label: string])[] },
) {
  const { value, onInput, options } = props;
  return (
    <Field {...props}>
      {tied => (
        <select {...tied} value={value} onInput={event => onInput(event.currentTarget.value as Value)}>
          {options.map(([option, label]) => (
            <option key={option} value={option}>
              {label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** A checkbox, in front of its label. */
export function CheckField(props: Control<boolean>) {
  const { value, onInput } = props;
  return (
    <Field {...props} isCheck>
      {tied => (
        <input {...tied} type="checkbox" checked={value} onChange={event => onInput(event.currentTarget.checked)} />
      )}
    </Field>
  );
}
