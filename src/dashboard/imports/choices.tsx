import { useId } from 'preact/hooks';
import { errorsOf, SelectField, TextField } from '../parts/form.tsx';
import { TimezoneList } from '../websites/settings-form.tsx';
import type { ImportSource, WebsiteImportsQuery } from './__generated__/operations.ts';
import type { Choices } from './upload.ts';

export type Tools = WebsiteImportsQuery['importTools'];

/** The choices that most files need none of; the errors are those of the last attempt. */
export function ChoiceFields(props: {
  readonly tools: Tools;
  /** The time zone of the website. */
  readonly timezone: string;
  /** Whether the files need a time zone; unknown before they are read. */
  readonly asksTimezone?: boolean | null;
  readonly choices: Choices;
  readonly set: (part: Partial<Choices>) => void;
  readonly error: unknown;
}) {
  const { tools, timezone, asksTimezone, choices, set, error } = props;
  const zones = useId();
  const options = tools.map(({ source, label }) => [source.toLowerCase(), label] as const);
  const zone = (
    <TextField
      label="Time zone of the file"
      value={choices.timezone}
      onInput={zone => set({ timezone: zone })}
      placeholder={timezone}
      list={zones}
      hint={
        asksTimezone
          ? `Times in these files come without one. If empty: ${timezone}, as for the website.`
          : `Only for times that come without one. If empty: ${timezone}, as for the website.`
      }
      errors={errorsOf(error, 'timezone')}
    />
  );
  return (
    <>
      <SelectField
        label="Tool"
        value={choices.source}
        onInput={source => set({ source })}
        options={[['', 'Recognise it by the files'], ...options]}
        errors={errorsOf(error, 'source')}
      />
      {asksTimezone === false ? (
        <details>
          <summary>Time zone</summary>
          {zone}
        </details>
      ) : (
        zone
      )}
      <TimezoneList id={zones} />
      <TextField
        label="Last day to import"
        type="date"
        value={choices.until}
        onInput={until => set({ until })}
        hint="If empty: the day before Footfall counted its first hit here, so that nothing counts twice."
        errors={errorsOf(error, 'until')}
      />
      <MappingField
        mapping={choices.mapping}
        onRead={mapping => set({ mapping })}
        errors={errorsOf(error, 'mapping')}
      />
    </>
  );
}

function MappingField(props: {
  readonly mapping: string;
  readonly onRead: (text: string) => void;
  readonly errors?: readonly string[] | undefined;
}) {
  const { mapping, onRead, errors = [] } = props;
  const id = useId();
  return (
    <div class="field">
      <label for={id}>Names of the columns</label>
      <input
        id={id}
        type="file"
        accept=".json,application/json"
        aria-describedby={`${id}-hint`}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) file.text().then(onRead, () => onRead(''));
          else onRead('');
        }}
      />
      {errors.map(text => (
        <p class="problem" key={text}>
          {text}
        </p>
      ))}
      <p class="hint" id={`${id}-hint`}>
        A JSON file such as <code>{'{"date":"Day"}'}</code>, for tables whose columns have names of their own.
        {mapping !== '' && (
          <>
            {' '}
            Now: <code>{mapping}</code>
          </>
        )}
      </p>
    </div>
  );
}

/** Returns the choices as variables of the operation that repeats a dry run. */
export function variablesOf({ source, timezone, until, mapping }: Choices) {
  return {
    source: source === '' ? null : (source.toUpperCase() as ImportSource),
    timezone: timezone || null,
    until: until || null,
    mapping: mapping || null,
  };
}
