import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import type { FormSetting } from '../../domain/website-setting.ts';
import { CheckField, LinesField, TextField } from '../parts/field.tsx';
import { type Draft, isShown } from './settings.ts';
import { TimezoneList } from './timezones.tsx';

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
