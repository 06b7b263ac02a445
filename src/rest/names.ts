import { type RestSetting, WEBSITE_SETTINGS } from '../domain/website-settings.ts';

/** What REST may call other than GraphQL does, beside writing names with underscores. */
const OTHERS = Object.fromEntries(
  WEBSITE_SETTINGS.flatMap(setting => ('rest' in setting ? [[setting.rest, setting.name]] : [])),
) as { readonly [S in RestSetting as S['rest']]: S['name'] };

/** The name that GraphQL has for a parameter or field of REST: `searchBy` for `search_by`. */
export type GraphqlName<Name extends string> = Name extends keyof typeof OTHERS
  ? (typeof OTHERS)[Name]
  : Name extends `${infer Word}_${infer Rest}`
    ? `${Word}${Capitalize<GraphqlName<Rest>>}`
    : Name;

/** Values under the names of GraphQL. */
export type GraphqlNames<Values> = { readonly [Name in keyof Values & string as GraphqlName<Name>]: Values[Name] };

/** Returns the name that GraphQL has for a parameter or field of REST. */
export function graphqlName(name: string): string {
  return Object.hasOwn(OTHERS, name)
    ? OTHERS[name as keyof typeof OTHERS]
    : name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
