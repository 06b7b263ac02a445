import { type RestSetting, WEBSITE_SETTINGS } from '../domain/website-settings.ts';

/** GraphQL names by REST name, where they differ in more than underscores. */
const OTHERS = Object.fromEntries(
  WEBSITE_SETTINGS.flatMap(setting => ('rest' in setting ? [[setting.rest, setting.name]] : [])),
) as { readonly [S in RestSetting as S['rest']]: S['name'] };

/** The GraphQL name of a REST parameter or field: `searchBy` for `search_by`. */
export type GraphqlName<Name extends string> = Name extends keyof typeof OTHERS
  ? (typeof OTHERS)[Name]
  : Name extends `${infer Word}_${infer Rest}`
    ? `${Word}${Capitalize<GraphqlName<Rest>>}`
    : Name;

/** Values under their GraphQL names. */
export type GraphqlNames<Values> = { readonly [Name in keyof Values & string as GraphqlName<Name>]: Values[Name] };

/** Returns the GraphQL name of a REST parameter or field. */
export function graphqlName(name: string): string {
  return Object.hasOwn(OTHERS, name)
    ? OTHERS[name as keyof typeof OTHERS]
    : name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}
