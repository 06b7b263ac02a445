import type { ReadLines } from './lines.ts';

/** The properties of every setting, whatever its kind. */
interface Common {
  /** Its name in GraphQL and in the code. */
  readonly name: string;
  /** The column of the table `website`. */
  readonly column: string;
  /** Its name in REST; a setting without one is not in REST. */
  readonly rest?: string;
  /** Its name in error texts, such as "The excluded addresses are not a list of strings; …". */
  readonly called: string;
  /** Its description in the API, without a full stop: each surface appends how the value is sent. */
  readonly description: string;
  /** The section of the form that shows it. */
  readonly group: SettingGroup;
  readonly label: string;
  /** Explains to the owner of the website what the setting does; a choice explains each option instead. */
  readonly help?: string;
  /** If set, the form for a new website shows the setting too; a text replaces the help there. */
  readonly whenNew?: true | string;
  /** If true, everyone who can see the statistics can read it; GraphQL's interface `Statistics` declares it. */
  readonly isShared?: true;
  /** The form shows the setting only while this choice has this value. */
  readonly onlyWith?: readonly [choice: string, value: string];
}

/** On or off; stored as 1 or 0 and written so in REST. */
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

/** One of several options. The column and REST number them from 0, so new options go to the end. */
export interface ChoiceSetting extends Common {
  readonly kind: 'choice';
  /** The name of its enum in GraphQL. */
  readonly type: string;
  readonly preset: string;
  /** If true, the form lists the options in a menu, without help for each. */
  readonly isMenu?: true;
  readonly options: readonly {
    readonly value: string;
    readonly description: string;
    readonly label: string;
    readonly help?: string;
  }[];
}

/** A text of at most 64 characters, never empty. */
export interface TextSetting extends Common {
  readonly kind: 'text';
  readonly preset: string;
  readonly example: string;
  /** The end of an error text that asks for a value: "an IANA name such as Europe/Berlin". */
  readonly expected: string;
  /** Returns the normalised text, or an error as a whole sentence. */
  readonly read: (text: string) => { readonly text: string } | { readonly error: string };
  /** The suggestions of the form. */
  readonly offers?: 'timezones';
}

/** A list of texts; REST and the column hold it as one text with one entry per line, null if it is empty. */
export interface LinesSetting extends Common {
  readonly kind: 'lines';
  readonly preset: readonly [];
  /** The lines that the form for a new website begins with; the API keeps to the preset. */
  readonly presetWhenNew?: readonly string[];
  readonly example?: readonly string[];
  /** Returns the normalised lines, or every error. */
  readonly read: (lines: readonly string[]) => ReadLines;
  /** The number of lines that the form shows; 4 by default. */
  readonly rows?: number;
  /** The lines are hosts, or origins with them, which the form shows in their own letters. */
  readonly areHosts?: true;
}

/** A password. The column has its hash; the API returns only whether one is set. */
export interface SecretSetting extends Common {
  readonly kind: 'secret';
  readonly preset: null;
  readonly maxLength: number;
  /** The fields of GraphQL and REST that return whether one is set. */
  readonly shown: string;
  readonly restShown: string;
  readonly shownDescription: string;
  /** The label and help of the form while one is set. */
  readonly labelWhenSet: string;
  readonly helpWhenSet: string;
}

/** A setting of a website. All code that stores, checks, shows or documents settings loops over WEBSITE_SETTINGS. */
export type WebsiteSetting = FlagSetting | NumberSetting | ChoiceSetting | TextSetting | LinesSetting | SecretSetting;

/** The sections of the form, in their order. */
export const SETTING_GROUPS = ['sharing', 'counting', 'shields', 'reports'] as const;
type SettingGroup = (typeof SETTING_GROUPS)[number];

/** The properties that forms need: the web app is built with these only, without rules and texts of the API. */
export const FORM_KEYS = [
  'name',
  'kind',
  'called',
  'preset',
  'presetWhenNew',
  'group',
  'whenNew',
  'onlyWith',
  'isMenu',
  'options',
  'value',
  'offers',
  'rows',
  'areHosts',
  'maxLength',
  'shown',
] as const;

type FormOf<S> = S extends WebsiteSetting ? Pick<S, Extract<keyof S, (typeof FORM_KEYS)[number]>> : never;
/** A setting with only the properties that forms need. */
export type FormSetting = FormOf<WebsiteSetting>;
