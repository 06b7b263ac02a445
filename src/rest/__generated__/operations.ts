/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedQueryDocumentNode as DocumentNode } from 'graphql';
/** Where an answer comes from. */
export type Basis =
  /** From single visits and hits, as far back as they are kept: filters and goals need them. */
  | 'HITS'
  /** From sums that are kept ready, of any age. */
  | 'ROLLUP';

/** A new website. */
export type CreateWebsiteInput = {
  /** A host name or IPv4 address. Its scheme, a leading `www.` and a trailing dot or slash are taken off; no other website may have it. */
  readonly domain: string;
  /** Whether periodic reports are sent by e-mail; when left out, false. */
  readonly emailReports?: boolean | null | undefined;
  /** Origins whose pages may embed the statistics page, such as `https://example.com`; `*` stands for all; when left out, none. */
  readonly embedOrigins?: ReadonlyArray<string> | null | undefined;
  /** Whether hits of known bots are dropped; when left out, true. */
  readonly excludeBots?: boolean | null | undefined;
  /** Addresses and CIDR blocks, IPv4 or IPv6, whose hits are dropped; when left out, none. */
  readonly excludeIps?: ReadonlyArray<string> | null | undefined;
  /** Query parameters that are removed from pages, by their exact names; `*` alone removes the whole query; when left out, none. */
  readonly excludeParams?: ReadonlyArray<string> | null | undefined;
  /** Whether a hit with `Sec-GPC: 1` or `DNT: 1` counts as a pageview that identifies nobody; when left out, false. */
  readonly honorGpc?: boolean | null | undefined;
  /** The password of the statistics page, 1 to 128 characters. The privacy 2 (PASSWORD) needs one, and it takes effect only then. Null clears it; when left out, there is none. */
  readonly password?: string | null | undefined;
  /** Who may see the statistics page; when left out, PRIVATE. */
  readonly privacy?: Privacy | null | undefined;
  /** The IANA time zone of its days and hours, such as `Europe/Berlin`; when left out, UTC. */
  readonly timezone?: string | null | undefined;
};

/** How a filter compares a value. */
export type FilterOperator =
  /** The value contains one of these texts literally, ASCII letters in either case. */
  | 'CONTAINS'
  /** The value contains none of these texts. */
  | 'DOES_NOT_CONTAIN'
  /** The value is one of these, exactly; the empty text is the unknown value, and direct visits. */
  | 'IS'
  /** The value is none of these. */
  | 'IS_NOT'
  /** The value starts with one of these texts, ASCII letters in either case. */
  | 'STARTS_WITH';

/** Who may see the statistics page. */
export type Privacy =
  /** Whoever knows the password of the page, and the account. */
  | 'PASSWORD'
  /** The account alone. */
  | 'PRIVATE'
  /** Anyone who knows the address. */
  | 'PUBLIC';

/** Which way rows are ordered. */
export type SortDirection =
  /** Smallest first, or A to Z. */
  | 'ASC'
  /** Largest first, or Z to A. */
  | 'DESC';

/**
 * Which visits are counted. Exactly one of `and`, `or`, `not`, or the three of `name`, `operator` and `values`; at most 5 deep and 30 conditions.
 *
 * A condition on PAGE is true of a visit with such a pageview, one on EVENT of a visit with such an event, and IS_NOT and DOES_NOT_CONTAIN of a visit without any; all others look at what the visit or its visitor has.
 *
 * Names that can be filtered on: BROWSER, CAMPAIGN, CITY, CONTINENT, COUNTRY, DEVICE, EVENT, LANDING_PAGE, LANGUAGE, OS, PAGE, REFERRER, RESOLUTION.
 *
 * What belongs to no visit, such as a pageview that identifies nobody, is not counted under a filter, and neither is what is older than the hits that are kept.
 */
export type StatFilter = {
  /** All of these. */
  readonly and?: ReadonlyArray<StatFilter> | null | undefined;
  /** What is compared. */
  readonly name?: StatName | null | undefined;
  /** Not this. */
  readonly not?: StatFilter | null | undefined;
  /** How it is compared. */
  readonly operator?: FilterOperator | null | undefined;
  /** At least one of these. */
  readonly or?: ReadonlyArray<StatFilter> | null | undefined;
  /** What it is compared with: 1 to 100 values, in the form the statistic has. */
  readonly values?: ReadonlyArray<string> | null | undefined;
};

/** The statistics: what is counted, and by what. */
export type StatName =
  /** Visitors by browser. Value: name of the browser without its version, such as `Chrome`. */
  | 'BROWSER'
  /** Visits that a campaign brought; visits without one have no row. Value: `utm_campaign` as it was sent, such as `spring-sale`. */
  | 'CAMPAIGN'
  /** Visitors by city. Value: country code, then city and region, such as `DE:Munich, Bavaria`. */
  | 'CITY'
  /** Visitors by continent. Value: continent code and name, such as `EU:Europe`. */
  | 'CONTINENT'
  /** Visitors by country. Value: ISO 3166 code and English name, such as `DE:Germany`. */
  | 'COUNTRY'
  /** Visitors by kind of device. Value: kind of device, such as `desktop`. */
  | 'DEVICE'
  /** Events by name. Value: name of the event, such as `Signup`. */
  | 'EVENT'
  /** Visits by the page they began on. Value: path and what is left of the query, such as `/pricing`. */
  | 'LANDING_PAGE'
  /** Visitors by the language they prefer. Value: primary language subtag, such as `en`. */
  | 'LANGUAGE'
  /** Visitors by operating system. Value: name of the system without its version, such as `Windows`. */
  | 'OS'
  /** Pageviews by page. Value: path and what is left of the query after the excluded parameters, such as `/blog?page=2`. */
  | 'PAGE'
  /** Pageviews by day. Value: day in the website's time zone, such as `2026-01-31`. */
  | 'PAGEVIEWS'
  /** Pageviews by hour of day, summed over the range. Value: hour of day in the website's time zone, `00` to `23`, such as `07`. */
  | 'PAGEVIEWS_HOURS'
  /** Visits by the website they came from; the empty value is direct visits. Value: host without `www.`, empty for direct, such as `duckduckgo.com`. */
  | 'REFERRER'
  /** Visitors by screen resolution. Value: width x height, such as `1920x1080`. */
  | 'RESOLUTION'
  /** Unique visitors by day. Value: day in the website's time zone, such as `2026-01-31`. */
  | 'VISITORS'
  /** Visitors by the hour of their first hit of the day, summed over the range. Value: hour of day in the website's time zone, `00` to `23`, such as `07`. */
  | 'VISITORS_HOURS';

/** What a search in a statistic looks at. */
export type StatSearchField =
  /** The value of the row, as it is stored and not as it is labelled. */
  | 'VALUE';

/** What the rows of a statistic are ordered by. */
export type StatSortField =
  /** The count; rows that count the same are ordered by value. */
  | 'COUNT'
  /** The value, character by character. */
  | 'VALUE';

/** New settings of a website; what is left out stays as it is. */
export type UpdateWebsiteInput = {
  /** Whether periodic reports are sent by e-mail; when left out, it stays as it is. */
  readonly emailReports?: boolean | null | undefined;
  /** Origins whose pages may embed the statistics page, such as `https://example.com`; `*` stands for all; when left out, it stays as it is. */
  readonly embedOrigins?: ReadonlyArray<string> | null | undefined;
  /** Whether hits of known bots are dropped; when left out, it stays as it is. */
  readonly excludeBots?: boolean | null | undefined;
  /** Addresses and CIDR blocks, IPv4 or IPv6, whose hits are dropped; when left out, it stays as it is. */
  readonly excludeIps?: ReadonlyArray<string> | null | undefined;
  /** Query parameters that are removed from pages, by their exact names; `*` alone removes the whole query; when left out, it stays as it is. */
  readonly excludeParams?: ReadonlyArray<string> | null | undefined;
  /** Whether a hit with `Sec-GPC: 1` or `DNT: 1` counts as a pageview that identifies nobody; when left out, it stays as it is. */
  readonly honorGpc?: boolean | null | undefined;
  /** The password of the statistics page, 1 to 128 characters. The privacy 2 (PASSWORD) needs one, and it takes effect only then. Null clears it; when left out, it stays as it is. */
  readonly password?: string | null | undefined;
  /** Who may see the statistics page; when left out, it stays as it is. */
  readonly privacy?: Privacy | null | undefined;
  /** The IANA time zone of its days and hours, such as `Europe/Berlin`; when left out, it stays as it is. */
  readonly timezone?: string | null | undefined;
};

/** What a search among websites looks at. */
export type WebsiteSearchField =
  /** The domain. */
  | 'DOMAIN';

/** What websites are ordered by. */
export type WebsiteSortField =
  /** The domain, character by character. */
  | 'DOMAIN'
  /** The number, which is the order they were registered in. */
  | 'ID';

export type RestHitsQueryVariables = Exact<{
  id: string | number;
}>;


export type RestHitsQuery = { readonly website: { readonly id: string } | null };

export type RestSettingsFragment = { readonly privacy: Privacy, readonly hasPassword: boolean, readonly emailReports: boolean, readonly excludeBots: boolean, readonly excludeParams: ReadonlyArray<string>, readonly excludeIps: ReadonlyArray<string>, readonly honorGpc: boolean, readonly timezone: string };

export type RestStatsQueryVariables = Exact<{
  id: string | number;
  name: StatName;
  from: string;
  to: string;
  search?: string | null | undefined;
  searchBy?: StatSearchField | null | undefined;
  sortBy?: StatSortField | null | undefined;
  sort?: SortDirection | null | undefined;
  perPage?: number | null | undefined;
  page?: number | null | undefined;
  filter?: StatFilter | null | undefined;
}>;


export type RestStatsQuery = { readonly website: { readonly stats: { readonly total: number, readonly page: number, readonly perPage: number, readonly lastPage: number, readonly basis: Basis, readonly freshAt: string, readonly rows: ReadonlyArray<{ readonly value: string, readonly count: number }> } } | null };

export type RestWebsiteFragment = { readonly id: string, readonly domain: string, readonly createdAt: string, readonly updatedAt: string, readonly privacy: Privacy, readonly hasPassword: boolean, readonly emailReports: boolean, readonly excludeBots: boolean, readonly excludeParams: ReadonlyArray<string>, readonly excludeIps: ReadonlyArray<string>, readonly honorGpc: boolean, readonly timezone: string };

export type RestWebsitesQueryVariables = Exact<{
  search?: string | null | undefined;
  searchBy?: WebsiteSearchField | null | undefined;
  sortBy?: WebsiteSortField | null | undefined;
  sort?: SortDirection | null | undefined;
  perPage?: number | null | undefined;
  page?: number | null | undefined;
}>;


export type RestWebsitesQuery = { readonly websites: { readonly total: number, readonly page: number, readonly perPage: number, readonly lastPage: number, readonly rows: ReadonlyArray<{ readonly id: string, readonly domain: string, readonly createdAt: string, readonly updatedAt: string, readonly privacy: Privacy, readonly hasPassword: boolean, readonly emailReports: boolean, readonly excludeBots: boolean, readonly excludeParams: ReadonlyArray<string>, readonly excludeIps: ReadonlyArray<string>, readonly honorGpc: boolean, readonly timezone: string }> } };

export type RestWebsiteByIdQueryVariables = Exact<{
  id: string | number;
}>;


export type RestWebsiteByIdQuery = { readonly website: { readonly id: string, readonly domain: string, readonly createdAt: string, readonly updatedAt: string, readonly privacy: Privacy, readonly hasPassword: boolean, readonly emailReports: boolean, readonly excludeBots: boolean, readonly excludeParams: ReadonlyArray<string>, readonly excludeIps: ReadonlyArray<string>, readonly honorGpc: boolean, readonly timezone: string } | null };

export type RestCreateWebsiteMutationVariables = Exact<{
  input: CreateWebsiteInput;
}>;


export type RestCreateWebsiteMutation = { readonly createWebsite: { readonly id: string, readonly domain: string, readonly createdAt: string, readonly updatedAt: string, readonly privacy: Privacy, readonly hasPassword: boolean, readonly emailReports: boolean, readonly excludeBots: boolean, readonly excludeParams: ReadonlyArray<string>, readonly excludeIps: ReadonlyArray<string>, readonly honorGpc: boolean, readonly timezone: string } };

export type RestUpdateWebsiteMutationVariables = Exact<{
  id: string | number;
  input: UpdateWebsiteInput;
}>;


export type RestUpdateWebsiteMutation = { readonly updateWebsite: { readonly id: string, readonly domain: string, readonly createdAt: string, readonly updatedAt: string, readonly privacy: Privacy, readonly hasPassword: boolean, readonly emailReports: boolean, readonly excludeBots: boolean, readonly excludeParams: ReadonlyArray<string>, readonly excludeIps: ReadonlyArray<string>, readonly honorGpc: boolean, readonly timezone: string } };

export type RestDeleteWebsiteMutationVariables = Exact<{
  id: string | number;
}>;


export type RestDeleteWebsiteMutation = { readonly deleteWebsite: string };

export const RestSettingsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestSettings"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Website"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"privacy"}},{"kind":"Field","name":{"kind":"Name","value":"hasPassword"}},{"kind":"Field","name":{"kind":"Name","value":"emailReports"}},{"kind":"Field","name":{"kind":"Name","value":"excludeBots"}},{"kind":"Field","name":{"kind":"Name","value":"excludeParams"}},{"kind":"Field","name":{"kind":"Name","value":"excludeIps"}},{"kind":"Field","name":{"kind":"Name","value":"honorGpc"}},{"kind":"Field","name":{"kind":"Name","value":"timezone"}}]}}]} as unknown as DocumentNode<RestSettingsFragment, unknown>;
export const RestWebsiteFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestWebsite"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Website"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"domain"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestSettings"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestSettings"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Website"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"privacy"}},{"kind":"Field","name":{"kind":"Name","value":"hasPassword"}},{"kind":"Field","name":{"kind":"Name","value":"emailReports"}},{"kind":"Field","name":{"kind":"Name","value":"excludeBots"}},{"kind":"Field","name":{"kind":"Name","value":"excludeParams"}},{"kind":"Field","name":{"kind":"Name","value":"excludeIps"}},{"kind":"Field","name":{"kind":"Name","value":"honorGpc"}},{"kind":"Field","name":{"kind":"Name","value":"timezone"}}]}}]} as unknown as DocumentNode<RestWebsiteFragment, unknown>;
export const RestHitsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RestHits"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"website"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]} as unknown as DocumentNode<RestHitsQuery, RestHitsQueryVariables>;
export const RestStatsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RestStats"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"name"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"StatName"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"from"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Date"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"to"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Date"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"search"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"searchBy"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"StatSearchField"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"sortBy"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"StatSortField"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"sort"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"SortDirection"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"perPage"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"page"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"StatFilter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"website"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"stats"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"name"},"value":{"kind":"Variable","name":{"kind":"Name","value":"name"}}},{"kind":"Argument","name":{"kind":"Name","value":"from"},"value":{"kind":"Variable","name":{"kind":"Name","value":"from"}}},{"kind":"Argument","name":{"kind":"Name","value":"to"},"value":{"kind":"Variable","name":{"kind":"Name","value":"to"}}},{"kind":"Argument","name":{"kind":"Name","value":"search"},"value":{"kind":"Variable","name":{"kind":"Name","value":"search"}}},{"kind":"Argument","name":{"kind":"Name","value":"searchBy"},"value":{"kind":"Variable","name":{"kind":"Name","value":"searchBy"}}},{"kind":"Argument","name":{"kind":"Name","value":"sortBy"},"value":{"kind":"Variable","name":{"kind":"Name","value":"sortBy"}}},{"kind":"Argument","name":{"kind":"Name","value":"sort"},"value":{"kind":"Variable","name":{"kind":"Name","value":"sort"}}},{"kind":"Argument","name":{"kind":"Name","value":"perPage"},"value":{"kind":"Variable","name":{"kind":"Name","value":"perPage"}}},{"kind":"Argument","name":{"kind":"Name","value":"page"},"value":{"kind":"Variable","name":{"kind":"Name","value":"page"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rows"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"count"}}]}},{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"page"}},{"kind":"Field","name":{"kind":"Name","value":"perPage"}},{"kind":"Field","name":{"kind":"Name","value":"lastPage"}},{"kind":"Field","name":{"kind":"Name","value":"basis"}},{"kind":"Field","name":{"kind":"Name","value":"freshAt"}}]}}]}}]}}]} as unknown as DocumentNode<RestStatsQuery, RestStatsQueryVariables>;
export const RestWebsitesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RestWebsites"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"search"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"searchBy"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"WebsiteSearchField"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"sortBy"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"WebsiteSortField"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"sort"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"SortDirection"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"perPage"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"page"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"websites"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"search"},"value":{"kind":"Variable","name":{"kind":"Name","value":"search"}}},{"kind":"Argument","name":{"kind":"Name","value":"searchBy"},"value":{"kind":"Variable","name":{"kind":"Name","value":"searchBy"}}},{"kind":"Argument","name":{"kind":"Name","value":"sortBy"},"value":{"kind":"Variable","name":{"kind":"Name","value":"sortBy"}}},{"kind":"Argument","name":{"kind":"Name","value":"sort"},"value":{"kind":"Variable","name":{"kind":"Name","value":"sort"}}},{"kind":"Argument","name":{"kind":"Name","value":"perPage"},"value":{"kind":"Variable","name":{"kind":"Name","value":"perPage"}}},{"kind":"Argument","name":{"kind":"Name","value":"page"},"value":{"kind":"Variable","name":{"kind":"Name","value":"page"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rows"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestWebsite"}}]}},{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"page"}},{"kind":"Field","name":{"kind":"Name","value":"perPage"}},{"kind":"Field","name":{"kind":"Name","value":"lastPage"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestSettings"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Website"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"privacy"}},{"kind":"Field","name":{"kind":"Name","value":"hasPassword"}},{"kind":"Field","name":{"kind":"Name","value":"emailReports"}},{"kind":"Field","name":{"kind":"Name","value":"excludeBots"}},{"kind":"Field","name":{"kind":"Name","value":"excludeParams"}},{"kind":"Field","name":{"kind":"Name","value":"excludeIps"}},{"kind":"Field","name":{"kind":"Name","value":"honorGpc"}},{"kind":"Field","name":{"kind":"Name","value":"timezone"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestWebsite"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Website"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"domain"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestSettings"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}}]} as unknown as DocumentNode<RestWebsitesQuery, RestWebsitesQueryVariables>;
export const RestWebsiteByIdDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RestWebsiteById"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"website"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestWebsite"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestSettings"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Website"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"privacy"}},{"kind":"Field","name":{"kind":"Name","value":"hasPassword"}},{"kind":"Field","name":{"kind":"Name","value":"emailReports"}},{"kind":"Field","name":{"kind":"Name","value":"excludeBots"}},{"kind":"Field","name":{"kind":"Name","value":"excludeParams"}},{"kind":"Field","name":{"kind":"Name","value":"excludeIps"}},{"kind":"Field","name":{"kind":"Name","value":"honorGpc"}},{"kind":"Field","name":{"kind":"Name","value":"timezone"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestWebsite"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Website"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"domain"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestSettings"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}}]} as unknown as DocumentNode<RestWebsiteByIdQuery, RestWebsiteByIdQueryVariables>;
export const RestCreateWebsiteDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RestCreateWebsite"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateWebsiteInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createWebsite"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestWebsite"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestSettings"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Website"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"privacy"}},{"kind":"Field","name":{"kind":"Name","value":"hasPassword"}},{"kind":"Field","name":{"kind":"Name","value":"emailReports"}},{"kind":"Field","name":{"kind":"Name","value":"excludeBots"}},{"kind":"Field","name":{"kind":"Name","value":"excludeParams"}},{"kind":"Field","name":{"kind":"Name","value":"excludeIps"}},{"kind":"Field","name":{"kind":"Name","value":"honorGpc"}},{"kind":"Field","name":{"kind":"Name","value":"timezone"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestWebsite"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Website"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"domain"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestSettings"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}}]} as unknown as DocumentNode<RestCreateWebsiteMutation, RestCreateWebsiteMutationVariables>;
export const RestUpdateWebsiteDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RestUpdateWebsite"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateWebsiteInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateWebsite"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestWebsite"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestSettings"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Website"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"privacy"}},{"kind":"Field","name":{"kind":"Name","value":"hasPassword"}},{"kind":"Field","name":{"kind":"Name","value":"emailReports"}},{"kind":"Field","name":{"kind":"Name","value":"excludeBots"}},{"kind":"Field","name":{"kind":"Name","value":"excludeParams"}},{"kind":"Field","name":{"kind":"Name","value":"excludeIps"}},{"kind":"Field","name":{"kind":"Name","value":"honorGpc"}},{"kind":"Field","name":{"kind":"Name","value":"timezone"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestWebsite"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Website"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"domain"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestSettings"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}}]} as unknown as DocumentNode<RestUpdateWebsiteMutation, RestUpdateWebsiteMutationVariables>;
export const RestDeleteWebsiteDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RestDeleteWebsite"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteWebsite"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}]}}]} as unknown as DocumentNode<RestDeleteWebsiteMutation, RestDeleteWebsiteMutationVariables>;