import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import type { FormSetting } from '../../domain/website-setting.ts';
import { ask } from '../graphql.ts';
import { t } from '../messages.ts';
import { pressable } from '../parts/focus.ts';
import { CheckField, Form, SelectField, TextField, useForm } from '../parts/form.tsx';
import { SaveState } from '../parts/save-state.tsx';
import { type SettingsOfWebsiteFragment, UpdateWebsiteDocument } from './__generated__/operations.ts';
import { LinesField } from './lines-field.tsx';
import { changesOf, type Draft, draftOf, isShown, linesOf, SECTIONS } from './settings.ts';

type SettingValues = ReturnType<typeof useForm<Draft>>;

/** The form of all settings of a website, saved together. `ip` is the reader's own IP address. */
export function SettingsForm(props: {
  readonly website: SettingsOfWebsiteFragment;
  readonly ip: string;
  readonly onSaved: () => void;
}) {
  const { website, ip, onSaved } = props;
  const form = useForm(() => draftOf(website));
  const [saved, setSaved] = useState<Readonly<Record<string, unknown>>>(website);
  const { values, set, run, state, error } = form;
  const changes = changesOf(values, draftOf(saved));
  const save = () =>
    run(ask(UpdateWebsiteDocument, { id: website.id, input: changes }), ({ updateWebsite }) => {
      setSaved(updateWebsite);
      set(draftOf(updateWebsite));
      onSaved();
    });
  return (
    <Form
      class="settings-form"
      onSubmit={save}
      error={error}
      submit={t('common.save')}
      isDisabled={state === 'busy'}
      beside={<SaveState state={state} isChanged={Object.keys(changes).length > 0} />}
    >
      {SECTIONS.map(({ group, settings }) => (
        <section aria-labelledby={group} key={group}>
          <h2 id={group}>{t(`settings.group.${group}`)}</h2>
          {settings.map(setting => (
            <SettingField
              key={setting.name}
              setting={setting}
              form={form}
              isSet={setting.kind === 'secret' && saved[setting.shown] === true}
              after={setting.name === 'excludeIps' && <AddOwnIp ip={ip} form={form} />}
            />
          ))}
        </section>
      ))}
    </Form>
  );
}

/** The button that adds the reader's own IP address to the excluded ones. */
function AddOwnIp({ ip, form: { values, set } }: { readonly ip: string; readonly form: SettingValues }) {
  const excluded = linesOf(String(values.excludeIps));
  const isExcluded = excluded.includes(ip);
  if (ip === '') return null;
  return (
    <button
      type="button"
      class="button small plain-button"
      {...pressable(!isExcluded, () => set({ excludeIps: [...excluded, ip].join('\n') }))}
    >
      {t(isExcluded ? 'settings.ownIpListed' : 'settings.addOwnIp', { ip })}
    </button>
  );
}

/** The form field of a setting with its help; `isSet` is true when a password is set already, `isNew` for a new website. */
export function SettingField(props: {
  readonly setting: FormSetting;
  readonly form: SettingValues;
  readonly isSet?: boolean;
  readonly isNew?: boolean;
  readonly after?: ComponentChildren;
}) {
  const { setting, form, isSet = false, isNew = false, after } = props;
  const zones = useId();
  if (!isShown(setting, form.values)) return null;
  const { name } = setting;
  const given = form.field(name);
  if (setting.kind === 'choice' && !setting.isMenu)
    return <Choices {...setting} value={String(given.value)} onInput={given.onInput} />;
  const key = `setting.${name}` as const;
  const hint = t(isNew && typeof setting.whenNew === 'string' ? `${key}.whenNew` : `${key}.help`);
  const field = { label: t(key), hint, after, ...given, value: String(given.value) };
  switch (setting.kind) {
    case 'flag':
      return <CheckField {...field} value={given.value === true} />;
    case 'lines':
      return <LinesField {...field} rows={setting.rows ?? 4} />;
    case 'choice':
      return <SelectField {...field} options={setting.options.map(({ value }) => [value, t(`${key}.${value}`)])} />;
    case 'number':
      return <TextField {...field} type="number" required />;
    case 'text':
      return (
        <>
          <TextField {...field} required {...(setting.offers ? { list: zones } : {})} />
          {setting.offers && <TimezoneList id={zones} />}
        </>
      );
    case 'secret':
      return (
        <TextField
          {...field}
          {...(isSet && { label: t(`${key}.whenSet`), hint: t(`${key}.whenSet.help`) })}
          type="password"
          autocomplete="new-password"
          required={!isSet}
          maxlength={setting.maxLength}
        />
      );
  }
}

function Choices(
  props: Pick<Extract<FormSetting, { kind: 'choice' }>, 'name' | 'preset' | 'options'> & {
    readonly value: string;
    readonly onInput: (value: string) => void;
  },
) {
  const { name, preset, options, value: chosen, onInput } = props;
  // The preset of a new website comes first.
  const ordered = options.toSorted((one, other) => Number(other.value === preset) - Number(one.value === preset));
  return (
    <fieldset class="radios">
      <legend>{t(`setting.${name}`)}</legend>
      {ordered.map(({ value }) => (
        <label key={value}>
          <input type="radio" name={name} checked={chosen === value} onChange={() => onInput(value)} />
          <span>
            {t(`setting.${name}.${value}`)}
            <span class="hint">{t(`setting.${name}.${value}.help`)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** The datalist of the time zones that the browser knows, for the field with this list id. */
export function TimezoneList({ id }: { readonly id: string }) {
  return (
    <datalist id={id}>
      {['UTC', ...Intl.supportedValuesOf('timeZone')].map(zone => (
        <option key={zone} value={zone} />
      ))}
    </datalist>
  );
}
