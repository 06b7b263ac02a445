import { TextField } from '../parts/field.tsx';
import type { Privacy } from './__generated__/operations.ts';

const CHOICES: readonly (readonly [Privacy, string, string])[] = [
  ['PRIVATE', 'You alone', 'Everybody else sees a page that does not tell whether the website exists.'],
  ['PUBLIC', 'Anyone', 'Whoever knows the address sees the statistics, and may pass it on.'],
  ['PASSWORD', 'Whoever knows a password', 'The page asks for it once a week. Another password shuts everybody out.'],
];

/** Who may see the statistics, with the password where one is needed. */
export function PrivacyFields(props: {
  readonly privacy: Privacy;
  readonly password: string;
  readonly hasPassword: boolean;
  readonly onInput: (value: { privacy?: Privacy; password?: string }) => void;
  readonly errors: readonly string[] | undefined;
}) {
  const { privacy, password, hasPassword, onInput, errors } = props;
  return (
    <>
      <fieldset class="radios">
        <legend>Who may see the statistics</legend>
        {CHOICES.map(([value, label, hint]) => (
          <label key={value}>
            <input
              type="radio"
              name="privacy"
              checked={privacy === value}
              onChange={() => onInput({ privacy: value })}
            />
            <span>
              {label}
              <span class="hint">{hint}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {privacy === 'PASSWORD' && (
        <TextField
          label={hasPassword ? 'New password of the page' : 'Password of the page'}
          type="password"
          autocomplete="new-password"
          value={password}
          onInput={text => onInput({ password: text })}
          required={!hasPassword}
          maxlength={128}
          hint={
            hasPassword
              ? 'Leave it empty to keep the one that is set.'
              : '1 to 128 characters; not the one you sign in with.'
          }
          errors={errors}
        />
      )}
    </>
  );
}
