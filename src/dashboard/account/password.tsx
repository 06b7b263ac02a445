import { useState } from 'preact/hooks';
import { ask } from '../graphql.ts';
import { TextField } from '../parts/field.tsx';
import { errorsOf, FormFault } from '../parts/status.tsx';
import { ChangePasswordDocument } from './__generated__/operations.ts';

/** The form for a new password; it asks for the current one. */
export function Password({ email, onChanged }: { readonly email: string; readonly onChanged: () => void }) {
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [isDone, setDone] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const change = () => {
    ask(ChangePasswordDocument, { current, next }).then(
      () => {
        setCurrent('');
        setNext('');
        setError(null);
        setDone(true);
        onChanged();
      },
      fault => {
        setError(fault);
        setDone(false);
      },
    );
  };
  return (
    <section aria-labelledby="password">
      <h2 id="password">Password</h2>
      <p class="hint">A new password signs out all your other browsers. API keys keep working.</p>
      <form
        class="stack narrow"
        onSubmit={event => {
          event.preventDefault();
          change();
        }}
      >
        <input type="text" name="username" autocomplete="username" value={email} readOnly hidden />
        <TextField
          label="Current password"
          type="password"
          autocomplete="current-password"
          value={current}
          onInput={setCurrent}
          required
          errors={errorsOf(error, 'current')}
        />
        <TextField
          label="New password"
          type="password"
          autocomplete="new-password"
          value={next}
          onInput={setNext}
          required
          maxlength={128}
          hint="8 to 128 characters."
          errors={errorsOf(error, 'next')}
        />
        <FormFault error={error} />
        <footer class="save">
          <button type="submit" class="button small">
            Change password
          </button>
          <span role="status">{isDone ? 'Password changed.' : ''}</span>
        </footer>
      </form>
    </section>
  );
}
