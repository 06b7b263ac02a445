import { type Control, Field } from '../parts/form.tsx';

/** A text field with one entry per line. */
export function LinesField(props: Control<string> & { readonly rows: number }) {
  const { value, onInput, rows } = props;
  return (
    <Field {...props}>
      {tied => (
        <textarea
          {...tied}
          rows={rows}
          spellcheck={false}
          value={value}
          onInput={event => onInput(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
