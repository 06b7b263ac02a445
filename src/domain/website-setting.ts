import type { ReadLines } from './lines.ts';

/** The properties of every setting, whatever its kind. */
interface Common {
  /** Its name in GraphQL and in the code. */
  readonly name: string;
  /** The column of the table `website`. */
  readonly column: string;
  /** Its name in REST; a setting without one is not in REST. */
  readonly rest?: string;
  /** Its name inside an error, as in "The excluded addresses are not a list of texts." */
  readonly called: string;
  /** Its description in the API, without a full stop: each surface appends how the value is sent. */
  readonly description: string;
  /** The section of the form that has it. */
  readonly group: SettingGroup;
  readonly label: string;
  /** Explains to the owner of the website what the setting does; a choice explains each option instead. */
  readonly help?: string;
  /** The form for a new website asks for it, too; a text replaces the help there. */
  readonly whenNew?: true | string;
  /** Anyone who may see the statistics may read it; the interface `Statistics` of GraphQL declares it. */
  readonly isShared?: true;
  /** The form shows the setting only while the choice of this name has this value. */
  readonly onlyWith?: readonly [choice: string, value: string];
}

/** On or off, which its column and REST write as 1 and 0. */
export interface FlagSetting extends Common {
  readonly kind: 'flag';
  readonly preset: boolean;
}

/** A whole number within bounds. */
export interface NumberSetting extends Common {
  readonly kind: 'number';
  readonly preset: number;
  readonly min: number;
  readonly max: number;
}

/** One of a few options. Its column and REST number them from 0 on, so new ones are added at the end. */
export interface ChoiceSetting extends Common {
  readonly kind: 'choice';
  /** The name of its enum in GraphQL. */
  readonly type: string;
  readonly preset: string;
  readonly options: readonly {
    readonly value: string;
    readonly description: string;
    readonly label: string;
    readonly help: string;
  }[];
}

/** A text of at most 64 characters, never empty. */
export interface TextSetting extends Common {
  readonly kind: 'text';
  readonly preset: string;
  readonly example: string;
  /** Ends an error that asks for a value: "an IANA name such as Europe/Berlin". */
  readonly send: string;
  /** Returns the normalised text, or an error as a whole sentence. */
  readonly read: (text: string) => { readonly text: string } | { readonly error: string };
  /** The suggestions of the form. */
  readonly offers?: 'time zones';
}

/** A list of texts; REST and its column write it as one text with an entry a line, and null when it is empty. */
export interface LinesSetting extends Common {
  readonly kind: 'lines';
  readonly preset: readonly [];
  readonly example?: readonly string[];
  /** Returns the normalised lines, or every error. */
  readonly read: (lines: readonly string[]) => ReadLines;
  /** The lines that the form shows at once; 4 unless it is given. */
  readonly rows?: number;
}

/** A password. Its column has the hash; the API only tells whether one is set. */
export interface SecretSetting extends Common {
  readonly kind: 'secret';
  readonly preset: null;
  readonly maxLength: number;
  /** The fields of GraphQL and REST that tell whether one is set. */
  readonly shown: string;
  readonly restShown: string;
  readonly shownDescription: string;
  /** Label and help in the form while one is set. */
  readonly labelWhenSet: string;
  readonly helpWhenSet: string;
}

/** A setting of a website. Everything that stores, checks, shows or documents settings loops over the entries in website-settings.ts. */
export type WebsiteSetting = FlagSetting | NumberSetting | ChoiceSetting | TextSetting | LinesSetting | SecretSetting;

/** The sections of the form, in their order, with their headings. */
export const SETTING_GROUPS = {
  sharing: 'Sharing',
  counting: 'What is counted',
  reports: 'Reports',
} as const;
export type SettingGroup = keyof typeof SETTING_GROUPS;

/** The properties that forms need. The build of the web app copies only these, so that no page loads rules and texts of the API. */
export const FORM_KEYS = [
  'name',
  'kind',
  'preset',
  'group',
  'label',
  'help',
  'whenNew',
  'onlyWith',
  'options',
  'value',
  'offers',
  'rows',
  'maxLength',
  'shown',
  'labelWhenSet',
  'helpWhenSet',
] as const;

type FormOf<S> = S extends WebsiteSetting ? Pick<S, Extract<keyof S, (typeof FORM_KEYS)[number]>> : never;
/** A setting as a form knows it. */
export type FormSetting = FormOf<WebsiteSetting>;
