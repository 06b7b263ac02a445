import { hostLabel } from '../../domain/host-label.ts';
import { type FormSetting, SETTING_GROUPS } from '../../domain/website-setting.ts';

declare const __WEBSITE_SETTINGS__: readonly FormSetting[];

/** The values in a form, by setting; a list is a text with one entry per line. */
export type Draft = Readonly<Record<string, string | boolean>>;

const KINDS = ['text', 'number', 'choice', 'secret', 'flag', 'lines'];
/** Every setting, in the order of the form. */
export const SETTINGS = __WEBSITE_SETTINGS__.toSorted(
  (one, other) => KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind),
);

/** The sections of the settings form, each with its settings. */
export const SECTIONS = SETTING_GROUPS.map(group => ({
  group,
  settings: SETTINGS.filter(setting => setting.group === group),
}));

/** The settings that the form for a new website asks for. */
export const NEW_SETTINGS = SETTINGS.filter(({ whenNew }) => whenNew);

/** Returns the form's values for a website. */
export function draftOf(website: Readonly<Record<string, unknown>>): Draft {
  return Object.fromEntries(SETTINGS.map(setting => [setting.name, textOf(setting, website[setting.name])]));
}

/** Returns the form's values for a new website, in the time zone of the browser. */
export function newDraft(): Draft {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const initial = (setting: FormSetting) => {
    if (setting.kind === 'text' && setting.offers === 'timezones') return timeZone;
    return textOf(setting, (setting.kind === 'lines' && setting.presetWhenNew) || setting.preset);
  };
  return Object.fromEntries(SETTINGS.map(setting => [setting.name, initial(setting)]));
}

/** True while the form shows the setting. */
export function isShown({ onlyWith }: FormSetting, draft: Draft): boolean {
  return !onlyWith || draft[onlyWith[0]] === onlyWith[1];
}

/** Returns the input for these settings. An empty password is left out, which keeps the current one. */
export function inputOf(draft: Draft, settings: readonly FormSetting[]): Record<string, unknown> {
  const sent = settings.filter(
    setting => setting.kind !== 'secret' || (isShown(setting, draft) && draft[setting.name] !== ''),
  );
  return Object.fromEntries(sent.map(setting => [setting.name, sentValue(setting, draft[setting.name])]));
}

/** Returns the input for the settings whose values differ from the saved ones; what others change meanwhile stays. */
export function changesOf(draft: Draft, saved: Draft): Record<string, unknown> {
  const before = inputOf(saved, SETTINGS);
  const sent = Object.entries(inputOf(draft, SETTINGS));
  return Object.fromEntries(sent.filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name])));
}

/** Returns the entries of a list, trimmed and without empty lines. */
export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '');
}

function textOf(setting: FormSetting, value: unknown): string | boolean {
  const { kind } = setting;
  if (kind === 'secret') return '';
  if (kind === 'lines') {
    const lines = value as readonly string[];
    return ('areHosts' in setting ? lines.map(inOwnLetters) : lines).join('\n');
  }
  return kind === 'flag' ? value === true : String(value);
}

/** Returns a host, a wildcard such as `*.example.com`, or an origin, as its owner writes it. */
function inOwnLetters(line: string): string {
  return line.replace(/^(\w+:\/\/|\*\.)?([^:]+)/, (_, before = '', host) => before + hostLabel(host));
}

function sentValue({ kind }: FormSetting, drafted: string | boolean | undefined): unknown {
  if (kind === 'lines') return linesOf(String(drafted));
  return kind === 'number' ? Number(drafted) : drafted;
}
