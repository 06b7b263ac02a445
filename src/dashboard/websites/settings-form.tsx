import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import type { FormSetting } from '../../domain/website-setting.ts';
import { ask } from '../graphql.ts';
import { CheckField, errorsOf, Form, FormFault, LinesField, TextField, useChange } from '../parts/form.tsx';
import { type SettingsOfWebsiteFragment, UpdateWebsiteDocument } from './__generated__/operations.ts';
import { type Draft, draftOf, inputOf, isShown, linesOf, SECTIONS } from './settings.ts';

const SETTINGS = SECTIONS.flatMap(({ settings }) => settings);

/** The form of all settings of a website, saved together. `ip` is the reader's own IP address. */
export function SettingsForm(props: {
  readonly website: SettingsOfWebsiteFragment;
  readonly ip: string;
  readonly onSaved: () => void;
}) {
  const { website, ip, onSaved } = props;
  const [draft, setDraft] = useState(() => draftOf(website));
  const [saved, setSaved] = useState<Readonly<Record<string, unknown>>>(website);
  const { run, state, error, reset } = useChange();
  const set = (part: Draft) => {
    setDraft({ ...draft, ...part });
    reset();
  };
  const save = () =>
    run(ask(UpdateWebsiteDocument, { id: website.id, input: inputOf(draft, SETTINGS) }), ({ updateWebsite }) => {
      setSaved(updateWebsite);
      setDraft(draftOf(updateWebsite));
      onSaved();
    });
  return (
    <Form class="settings-form" onSubmit={save}>
      {SECTIONS.map(({ group, heading, settings }) => (
        <section aria-labelledby={group} key={group}>
          <h2 id={group}>{heading}</h2>
          {settings.map(setting => (
            <SettingField
              key={setting.name}
              setting={setting}
              draft={draft}
              onInput={set}
              errors={errorsOf(error, setting.name)}
              isSet={setting.kind === 'secret' && saved[setting.shown] === true}
              after={setting.name === 'excludeIps' && <AddOwnIp ip={ip} draft={draft} onInput={set} />}
            />
          ))}
        </section>
      ))}
      <FormFault error={error} />
      <footer class="save">
        <button type="submit" class="button" disabled={state === 'busy'}>
          Save
        </button>
        <span role="status">{state === 'done' ? 'Saved.' : ''}</span>
      </footer>
    </Form>
  );
}

/** The button that adds the reader's own IP address to the excluded ones. */
function AddOwnIp(props: { readonly ip: string; readonly draft: Draft; readonly onInput: (part: Draft) => void }) {
  const { ip, draft, onInput } = props;
  const excluded = linesOf(String(draft.excludeIps));
  const isExcluded = excluded.includes(ip);
  if (ip === '') return null;
  return (
    <button
      type="button"
      class="button small plain-button"
      disabled={isExcluded}
      onClick={() => onInput({ excludeIps: [...excluded, ip].join('\n') })}
    >
      {isExcluded ? `Your IP address ${ip} is on the list` : `Add my IP address ${ip}`}
    </button>
  );
}

/** The form field of a setting with its help; `isSet` is true when a password is set already. */
export function SettingField(props: {
  readonly setting: FormSetting;
  readonly draft: Draft;
  readonly onInput: (part: Draft) => void;
  readonly errors: readonly string[] | undefined;
  readonly isSet?: boolean;
  readonly after?: ComponentChildren;
}) {
  const { setting, draft, onInput, errors, isSet = false, after } = props;
  const zones = useId();
  if (!isShown(setting, draft)) return null;
  const { name, label, help } = setting;
  const text = String(draft[name]);
  const set = (value: string | boolean) => onInput({ [name]: value });
  const common = { label, hint: help, errors, after };
  switch (setting.kind) {
    case 'flag':
      return <CheckField {...common} value={draft[name] === true} onInput={set} />;
    case 'lines':
      return <LinesField {...common} value={text} onInput={set} rows={setting.rows ?? 4} />;
    case 'choice':
      return <Choices {...setting} value={text} onInput={set} />;
    case 'number':
      return <TextField {...common} type="number" value={text} onInput={set} required />;
    case 'text':
      return (
        <>
          <TextField {...common} value={text} onInput={set} required {...(setting.offers ? { list: zones } : {})} />
          {setting.offers && <TimezoneList id={zones} />}
        </>
      );
    case 'secret':
      return (
        <TextField
          {...common}
          label={isSet ? setting.labelWhenSet : label}
          hint={isSet ? setting.helpWhenSet : help}
          type="password"
          autocomplete="new-password"
          value={text}
          onInput={set}
          required={!isSet}
          maxlength={setting.maxLength}
        />
      );
  }
}

function Choices(
  props: Pick<Extract<FormSetting, { kind: 'choice' }>, 'name' | 'label' | 'preset' | 'options'> & {
    readonly value: string;
    readonly onInput: (value: string) => void;
  },
) {
  const { name, label, preset, options, value: chosen, onInput } = props;
  // The preset of a new website comes first.
  const ordered = options.toSorted((one, other) => Number(other.value === preset) - Number(one.value === preset));
  return (
    <fieldset class="radios">
      <legend>{label}</legend>
      {ordered.map(({ value, label: option, help }) => (
        <label key={value}>
          <input type="radio" name={name} checked={chosen === value} onChange={() => onInput(value)} />
          <span>
            {option}
            <span class="hint">{help}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** The datalist of the time zones that the browser knows, for the field with this list id. */
function TimezoneList({ id }: { readonly id: string }) {
  return (
    <datalist id={id}>
      {['UTC', ...Intl.supportedValuesOf('timeZone')].map(zone => (
        <option key={zone} value={zone} />
      ))}
    </datalist>
  );
}
