import { useId } from 'preact/hooks';
import { toolLabel } from '../labels.ts';
import { rich, t } from '../messages.ts';
import { errorsOf, SelectField, TextField } from '../parts/form.tsx';
import { TimezoneList } from '../websites/settings-form.tsx';
import type { ImportSource, WebsiteImportsQuery } from './__generated__/operations.ts';
import type { Choices } from './upload.ts';

export type Tools = WebsiteImportsQuery['importTools'];

/** Returns what the tool of an import is called; undefined for files that nobody recognised. */
export function labelOfTool(tools: Tools, source: ImportSource | null): string | undefined {
  const tool = tools.find(one => one.source === source);
  return tool && toolLabel(tool);
}

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
  const options = tools.map(tool => [tool.source.toLowerCase(), toolLabel(tool)] as const);
  const zone = (
    <TextField
      label={t('imports.timezoneOfFile')}
      value={choices.timezone}
      onInput={zone => set({ timezone: zone })}
      placeholder={timezone}
      list={zones}
      hint={asksTimezone ? t('imports.timezoneNeeded', { timezone }) : t('imports.timezoneHint', { timezone })}
      errors={errorsOf(error, 'timezone')}
    />
  );
  return (
    <>
      <SelectField
        label={t('imports.tool')}
        value={choices.source}
        onInput={source => set({ source })}
        options={[['', t('imports.toolUnknown')], ...options]}
        errors={errorsOf(error, 'source')}
      />
      {asksTimezone === false ? (
        <details>
          <summary>{t('imports.timezone')}</summary>
          {zone}
        </details>
      ) : (
        zone
      )}
      <TimezoneList id={zones} />
      <TextField
        label={t('imports.until')}
        type="date"
        value={choices.until}
        onInput={until => set({ until })}
        hint={t('imports.untilHint')}
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
      <label for={id}>{t('imports.mapping')}</label>
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
        {rich('imports.mappingHint', { code: asCode }, { example: '{"date":"Day"}' })}{' '}
        {mapping !== '' && rich('imports.mappingNow', { code: asCode }, { mapping })}
      </p>
    </div>
  );
}

const asCode = (text: string) => <code>{text}</code>;

/** Returns the choices as variables of the operation that repeats a dry run. */
export function variablesOf({ source, timezone, until, mapping }: Choices) {
  return {
    source: source === '' ? null : (source.toUpperCase() as ImportSource),
    timezone: timezone || null,
    until: until || null,
    mapping: mapping || null,
  };
}
