/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedQueryDocumentNode as DocumentNode } from 'graphql';
/** How a filter compares values. */
export type FilterOperator =
  /** The value contains one of these literal texts, ignoring the case of ASCII letters. */
  | 'CONTAINS'
  /** The value contains none of these texts. */
  | 'DOES_NOT_CONTAIN'
  /** The value equals one of these. The empty text matches unknown values and direct visits. */
  | 'IS'
  /** The value is none of these. */
  | 'IS_NOT'
  /** The value starts with one of these texts, ignoring the case of ASCII letters. */
  | 'STARTS_WITH';

/** A property of an event, or of pageviews. */
export type PropertyRefInput = {
  /** The name of the event; without it, the property is one of pageviews. */
  readonly event?: string | null | undefined;
  /** The key of the property. */
  readonly key: string;
};

/**
 * Selects the visits to count. Send exactly one of `and`, `or`, `not`, or `name`, `operator` and `values` together. A filter can be nested at most 5 levels deep and have at most 30 conditions.
 *
 * A condition on PAGE matches a visit with at least one matching pageview, a condition on EVENT a visit with at least one matching event; with IS_NOT and DOES_NOT_CONTAIN, a visit with no such pageview or event. All other conditions compare the value of the visit or its visitor.
 *
 * A condition on a property matches a visit with at least one pageview, or one event of that name, with such a value; one without the property has the empty value.
 *
 * Statistics that can be filtered on: BROWSER, BROWSER_VERSION, CAMPAIGN, CHANNEL, CITY, CONTINENT, COUNTRY, DEVICE, EVENT, EXIT_PAGE, HOST, LANDING_PAGE, LANGUAGE, OS, OS_VERSION, PAGE, REFERRER, REGION, RESOLUTION, SOURCE, UTM_CONTENT, UTM_MEDIUM, UTM_SOURCE, UTM_TERM.
 *
 * A filter leaves out everything that belongs to no visit, such as a pageview that identifies nobody, and all days whose hits are no longer stored.
 */
export type StatFilter = {
  /** All of these must match. */
  readonly and?: ReadonlyArray<StatFilter> | null | undefined;
  /** The statistic whose value is compared. */
  readonly name?: StatName | null | undefined;
  /** This must not match. */
  readonly not?: StatFilter | null | undefined;
  /** How the value is compared. */
  readonly operator?: FilterOperator | null | undefined;
  /** At least one of these must match. */
  readonly or?: ReadonlyArray<StatFilter> | null | undefined;
  /** The property whose value is compared, in place of `name`. */
  readonly property?: PropertyRefInput | null | undefined;
  /** The values to compare with, 1 to 100, in the form the statistic returns them. */
  readonly values?: ReadonlyArray<string> | null | undefined;
};

/** A statistic: what is counted, and by which value. */
export type StatName =
  /** Visitors by browser. Value: browser name without the version, such as `Chrome`. */
  | 'BROWSER'
  /** Visitors by browser and its version. Value: browser name and major version; the name alone if the version is unknown, such as `Chrome 142`. */
  | 'BROWSER_VERSION'
  /** Visits by campaign; visits without a campaign have no row. Value: `utm_campaign` as it was sent, such as `spring-sale`. */
  | 'CAMPAIGN'
  /** Visits by channel: the kind of place or link they came from. Value: name of the channel as in [Sources and channels](sources.md), never empty, such as `Organic Search`. */
  | 'CHANNEL'
  /** Visitors by city. Value: country code, then city and region, such as `DE:Munich, Bavaria`. */
  | 'CITY'
  /** Visitors by continent. Value: continent code and name, such as `EU:Europe`. */
  | 'CONTINENT'
  /** Visitors by country. Value: ISO 3166 code and English name, such as `DE:Germany`. */
  | 'COUNTRY'
  /** Requests of crawlers by page, from access logs. Value: path, with the query that remains after click ids and the excluded parameters are removed, such as `/blog?page=2`. */
  | 'CRAWLED_PAGE'
  /** Requests of pages by search engines, AI and other crawlers with a name, from access logs. Value: name of the crawler as in [Crawlers](crawlers.md), such as `Googlebot`. */
  | 'CRAWLER'
  /** Visitors by type of device. Value: type of device, such as `desktop`. */
  | 'DEVICE'
  /** Events by name. Value: event name, such as `Signup`. */
  | 'EVENT'
  /** Visits by their latest page. Value: path, with the query that remains after click ids and the excluded parameters are removed, such as `/thanks`. */
  | 'EXIT_PAGE'
  /** Pageviews by the host of the page. Value: host without `www.`, such as `shop.example.com`. */
  | 'HOST'
  /** Visits by the page they started on. Value: path, with the query that remains after click ids and the excluded parameters are removed, such as `/pricing`. */
  | 'LANDING_PAGE'
  /** Visitors by preferred language. Value: primary language subtag, such as `en`. */
  | 'LANGUAGE'
  /** Visitors by operating system. Value: operating system name without the version, such as `Windows`. */
  | 'OS'
  /** Visitors by operating system and its version. Value: operating system name and major version; the name alone if the version is unknown; `Windows 10/11` for both, because browsers send the same for both, such as `iOS 18`. */
  | 'OS_VERSION'
  /** Pageviews by page. Value: path, with the query that remains after click ids and the excluded parameters are removed, such as `/blog?page=2`. */
  | 'PAGE'
  /** Pageviews by day. Value: day in the website's time zone, such as `2026-01-31`. */
  | 'PAGEVIEWS'
  /** Pageviews by hour of day, summed over the range. Value: hour of day in the website's time zone, `00` to `23`, such as `07`. */
  | 'PAGEVIEWS_HOURS'
  /** Pageviews, or events of one name, by a property that they have. Value: the value of the property, empty for those without it, such as `pro`. */
  | 'PROPERTY'
  /** Visits by the website they came from; the empty value means direct visits. Value: host without `www.`, empty for direct, such as `duckduckgo.com`. */
  | 'REFERRER'
  /** Visitors by region: a state, a province or a similar part of a country. Value: country code and region, such as `DE:Bavaria`. */
  | 'REGION'
  /** Visitors by screen resolution. Value: width x height, such as `1920x1080`. */
  | 'RESOLUTION'
  /** Visits by source; the empty value means direct visits. Value: name of the source that the link or the referrer belongs to, as in [Sources and channels](sources.md); otherwise `utm_source` as it was sent, or the host of the referrer, such as `Hacker News`. */
  | 'SOURCE'
  /** Visits by the content that links name; visits without one have no row. Value: `utm_content` as it was sent, such as `footer`. */
  | 'UTM_CONTENT'
  /** Visits by the medium that links name; visits without one have no row. Value: `utm_medium` as it was sent, such as `email`. */
  | 'UTM_MEDIUM'
  /** Visits by the source that links name; visits without one have no row. Value: `utm_source` as it was sent, such as `letter`. */
  | 'UTM_SOURCE'
  /** Visits by the search term that links name; visits without one have no row. Value: `utm_term` as it was sent, such as `running shoes`. */
  | 'UTM_TERM'
  /** Unique visitors by day. Value: day in the website's time zone, such as `2026-01-31`. */
  | 'VISITORS'
  /** Visitors by the hour in which their first visit of the day began, summed over the range. Value: hour of day in the website's time zone, `00` to `23`, such as `07`. */
  | 'VISITORS_HOURS';

export type SummaryFiguresFragment = { readonly visitors: { readonly value: number | null, readonly previous: number | null, readonly change: number | null, readonly difference: number | null, readonly isNoise: boolean | null }, readonly visits: { readonly value: number | null, readonly previous: number | null, readonly change: number | null, readonly difference: number | null, readonly isNoise: boolean | null }, readonly pageviews: { readonly value: number | null, readonly previous: number | null, readonly change: number | null, readonly difference: number | null, readonly isNoise: boolean | null }, readonly pagesPerVisit: { readonly value: number | null, readonly previous: number | null, readonly change: number | null, readonly difference: number | null, readonly isNoise: boolean | null }, readonly events: { readonly value: number | null, readonly previous: number | null, readonly change: number | null, readonly difference: number | null, readonly isNoise: boolean | null }, readonly bounceRate: { readonly value: number | null, readonly previous: number | null, readonly change: number | null, readonly difference: number | null, readonly isNoise: boolean | null }, readonly visitDuration: { readonly value: number | null, readonly previous: number | null, readonly change: number | null, readonly difference: number | null, readonly isNoise: boolean | null } };

export type FigureChangeFragment = { readonly value: number | null, readonly previous: number | null, readonly change: number | null, readonly difference: number | null, readonly isNoise: boolean | null };

export type PointMetricsFragment = { readonly visitors: number, readonly visits: number, readonly pageviews: number, readonly events: number, readonly bounceRate: number | null, readonly visitDuration: number | null };

export type RowMetricsFragment = { readonly visitors: number | null, readonly visits: number | null, readonly pageviews: number | null, readonly events: number | null, readonly bounceRate: number | null, readonly visitDuration: number | null };

export type ExportedPageFragment = { readonly lastPage: number, readonly rows: ReadonlyArray<{ readonly value: string, readonly label: string, readonly count: number, readonly share: number, readonly exitRate?: number | null, readonly timeOnPage?: number | null, readonly scrollDepth?: number | null, readonly visitors: number | null, readonly visits: number | null, readonly pageviews: number | null, readonly events: number | null, readonly bounceRate: number | null, readonly visitDuration: number | null, readonly amounts?: ReadonlyArray<{ readonly unit: string, readonly sum: string }> }> };

export type ExportOwnQueryVariables = Exact<{
  domain: string;
  name: StatName;
  from: string;
  to: string;
  search?: string | null | undefined;
  filter?: StatFilter | null | undefined;
  key?: string | null | undefined;
  event?: string | null | undefined;
  page: number;
  pages: boolean;
  money: boolean;
}>;


export type ExportOwnQuery = { readonly website: { readonly stats: { readonly lastPage: number, readonly rows: ReadonlyArray<{ readonly value: string, readonly label: string, readonly count: number, readonly share: number, readonly exitRate?: number | null, readonly timeOnPage?: number | null, readonly scrollDepth?: number | null, readonly visitors: number | null, readonly visits: number | null, readonly pageviews: number | null, readonly events: number | null, readonly bounceRate: number | null, readonly visitDuration: number | null, readonly amounts?: ReadonlyArray<{ readonly unit: string, readonly sum: string }> }> } } | null };

export type ExportSharedQueryVariables = Exact<{
  domain: string;
  name: StatName;
  from: string;
  to: string;
  search?: string | null | undefined;
  filter?: StatFilter | null | undefined;
  key?: string | null | undefined;
  event?: string | null | undefined;
  page: number;
  pages: boolean;
  money: boolean;
}>;


export type ExportSharedQuery = { readonly shared: { readonly stats: { readonly lastPage: number, readonly rows: ReadonlyArray<{ readonly value: string, readonly label: string, readonly count: number, readonly share: number, readonly exitRate?: number | null, readonly timeOnPage?: number | null, readonly scrollDepth?: number | null, readonly visitors: number | null, readonly visits: number | null, readonly pageviews: number | null, readonly events: number | null, readonly bounceRate: number | null, readonly visitDuration: number | null, readonly amounts?: ReadonlyArray<{ readonly unit: string, readonly sum: string }> }> } } | null };

export const FigureChangeFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"FigureChange"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Figure"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"previous"}},{"kind":"Field","name":{"kind":"Name","value":"change"}},{"kind":"Field","name":{"kind":"Name","value":"difference"}},{"kind":"Field","name":{"kind":"Name","value":"isNoise"}}]}}]} as unknown as DocumentNode<FigureChangeFragment, unknown>;
export const SummaryFiguresFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"SummaryFigures"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Summary"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"visitors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"FigureChange"}}]}},{"kind":"Field","name":{"kind":"Name","value":"visits"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"FigureChange"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageviews"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"FigureChange"}}]}},{"kind":"Field","name":{"kind":"Name","value":"pagesPerVisit"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"FigureChange"}}]}},{"kind":"Field","name":{"kind":"Name","value":"events"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"FigureChange"}}]}},{"kind":"Field","name":{"kind":"Name","value":"bounceRate"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"FigureChange"}}]}},{"kind":"Field","name":{"kind":"Name","value":"visitDuration"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"FigureChange"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"FigureChange"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Figure"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"previous"}},{"kind":"Field","name":{"kind":"Name","value":"change"}},{"kind":"Field","name":{"kind":"Name","value":"difference"}},{"kind":"Field","name":{"kind":"Name","value":"isNoise"}}]}}]} as unknown as DocumentNode<SummaryFiguresFragment, unknown>;
export const PointMetricsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"PointMetrics"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"TimeseriesPoint"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"visitors"}},{"kind":"Field","name":{"kind":"Name","value":"visits"}},{"kind":"Field","name":{"kind":"Name","value":"pageviews"}},{"kind":"Field","name":{"kind":"Name","value":"events"}},{"kind":"Field","name":{"kind":"Name","value":"bounceRate"}},{"kind":"Field","name":{"kind":"Name","value":"visitDuration"}}]}}]} as unknown as DocumentNode<PointMetricsFragment, unknown>;
export const RowMetricsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RowMetrics"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"StatRow"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"visitors"}},{"kind":"Field","name":{"kind":"Name","value":"visits"}},{"kind":"Field","name":{"kind":"Name","value":"pageviews"}},{"kind":"Field","name":{"kind":"Name","value":"events"}},{"kind":"Field","name":{"kind":"Name","value":"bounceRate"}},{"kind":"Field","name":{"kind":"Name","value":"visitDuration"}}]}}]} as unknown as DocumentNode<RowMetricsFragment, unknown>;
export const ExportedPageFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ExportedPage"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"StatPage"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rows"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"share"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"RowMetrics"}},{"kind":"Field","name":{"kind":"Name","value":"exitRate"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"pages"}}}]}]},{"kind":"Field","name":{"kind":"Name","value":"timeOnPage"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"pages"}}}]}]},{"kind":"Field","name":{"kind":"Name","value":"scrollDepth"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"pages"}}}]}]},{"kind":"Field","name":{"kind":"Name","value":"amounts"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"money"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unit"}},{"kind":"Field","name":{"kind":"Name","value":"sum"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"lastPage"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RowMetrics"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"StatRow"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"visitors"}},{"kind":"Field","name":{"kind":"Name","value":"visits"}},{"kind":"Field","name":{"kind":"Name","value":"pageviews"}},{"kind":"Field","name":{"kind":"Name","value":"events"}},{"kind":"Field","name":{"kind":"Name","value":"bounceRate"}},{"kind":"Field","name":{"kind":"Name","value":"visitDuration"}}]}}]} as unknown as DocumentNode<ExportedPageFragment, unknown>;
export const ExportOwnDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ExportOwn"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"domain"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"name"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"StatName"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"from"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Date"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"to"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Date"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"search"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"StatFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"key"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"event"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"page"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"pages"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"money"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"website"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"domain"},"value":{"kind":"Variable","name":{"kind":"Name","value":"domain"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"stats"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"name"},"value":{"kind":"Variable","name":{"kind":"Name","value":"name"}}},{"kind":"Argument","name":{"kind":"Name","value":"from"},"value":{"kind":"Variable","name":{"kind":"Name","value":"from"}}},{"kind":"Argument","name":{"kind":"Name","value":"to"},"value":{"kind":"Variable","name":{"kind":"Name","value":"to"}}},{"kind":"Argument","name":{"kind":"Name","value":"search"},"value":{"kind":"Variable","name":{"kind":"Name","value":"search"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"key"},"value":{"kind":"Variable","name":{"kind":"Name","value":"key"}}},{"kind":"Argument","name":{"kind":"Name","value":"event"},"value":{"kind":"Variable","name":{"kind":"Name","value":"event"}}},{"kind":"Argument","name":{"kind":"Name","value":"perPage"},"value":{"kind":"IntValue","value":"100"}},{"kind":"Argument","name":{"kind":"Name","value":"page"},"value":{"kind":"Variable","name":{"kind":"Name","value":"page"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ExportedPage"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RowMetrics"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"StatRow"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"visitors"}},{"kind":"Field","name":{"kind":"Name","value":"visits"}},{"kind":"Field","name":{"kind":"Name","value":"pageviews"}},{"kind":"Field","name":{"kind":"Name","value":"events"}},{"kind":"Field","name":{"kind":"Name","value":"bounceRate"}},{"kind":"Field","name":{"kind":"Name","value":"visitDuration"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ExportedPage"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"StatPage"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rows"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"share"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"RowMetrics"}},{"kind":"Field","name":{"kind":"Name","value":"exitRate"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"pages"}}}]}]},{"kind":"Field","name":{"kind":"Name","value":"timeOnPage"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"pages"}}}]}]},{"kind":"Field","name":{"kind":"Name","value":"scrollDepth"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"pages"}}}]}]},{"kind":"Field","name":{"kind":"Name","value":"amounts"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"money"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unit"}},{"kind":"Field","name":{"kind":"Name","value":"sum"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"lastPage"}}]}}]} as unknown as DocumentNode<ExportOwnQuery, ExportOwnQueryVariables>;
export const ExportSharedDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ExportShared"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"domain"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"name"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"StatName"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"from"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Date"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"to"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Date"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"search"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"StatFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"key"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"event"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"page"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"pages"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"money"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"shared"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"domain"},"value":{"kind":"Variable","name":{"kind":"Name","value":"domain"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"stats"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"name"},"value":{"kind":"Variable","name":{"kind":"Name","value":"name"}}},{"kind":"Argument","name":{"kind":"Name","value":"from"},"value":{"kind":"Variable","name":{"kind":"Name","value":"from"}}},{"kind":"Argument","name":{"kind":"Name","value":"to"},"value":{"kind":"Variable","name":{"kind":"Name","value":"to"}}},{"kind":"Argument","name":{"kind":"Name","value":"search"},"value":{"kind":"Variable","name":{"kind":"Name","value":"search"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"key"},"value":{"kind":"Variable","name":{"kind":"Name","value":"key"}}},{"kind":"Argument","name":{"kind":"Name","value":"event"},"value":{"kind":"Variable","name":{"kind":"Name","value":"event"}}},{"kind":"Argument","name":{"kind":"Name","value":"perPage"},"value":{"kind":"IntValue","value":"100"}},{"kind":"Argument","name":{"kind":"Name","value":"page"},"value":{"kind":"Variable","name":{"kind":"Name","value":"page"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"ExportedPage"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RowMetrics"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"StatRow"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"visitors"}},{"kind":"Field","name":{"kind":"Name","value":"visits"}},{"kind":"Field","name":{"kind":"Name","value":"pageviews"}},{"kind":"Field","name":{"kind":"Name","value":"events"}},{"kind":"Field","name":{"kind":"Name","value":"bounceRate"}},{"kind":"Field","name":{"kind":"Name","value":"visitDuration"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"ExportedPage"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"StatPage"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rows"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"Field","name":{"kind":"Name","value":"share"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"RowMetrics"}},{"kind":"Field","name":{"kind":"Name","value":"exitRate"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"pages"}}}]}]},{"kind":"Field","name":{"kind":"Name","value":"timeOnPage"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"pages"}}}]}]},{"kind":"Field","name":{"kind":"Name","value":"scrollDepth"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"pages"}}}]}]},{"kind":"Field","name":{"kind":"Name","value":"amounts"},"directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"money"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unit"}},{"kind":"Field","name":{"kind":"Name","value":"sum"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"lastPage"}}]}}]} as unknown as DocumentNode<ExportSharedQuery, ExportSharedQueryVariables>;