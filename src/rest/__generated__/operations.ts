/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedQueryDocumentNode as DocumentNode } from 'graphql';
/** The data that a result is computed from. */
export type Basis =
  /** Individual visits and hits, as far back as they are stored. Filters and goals need these. */
  | 'HITS'
  /** Precomputed sums, except for the amounts, which are computed from hits, as far back as these are stored: `amountsFrom` is the first such day. */
  | 'MIXED'
  /** Precomputed sums, which cover data of any age. */
  | 'ROLLUP';

/** The earlier range to compare with. There is no comparison if that range would begin before 1970 or, with a filter, before the first day whose hits are still stored. */
export type Compare =
  /** The same number of days immediately before the range. */
  | 'PREVIOUS_PERIOD'
  /** The same number of days, moved back by the fewest whole weeks that put them before the range, so that each day is compared with the same day of the week. */
  | 'PREVIOUS_WEEKDAYS'
  /** The same dates one year earlier. */
  | 'PREVIOUS_YEAR';

/** A new share. */
export type CreateShareInput = {
  /** When the link stops working; if omitted, never. */
  readonly expiresAt?: string | null | undefined;
  /** The name of the share, which says what it is for; 1 to 100 characters. */
  readonly name: string;
};

/** A new website. */
export type CreateWebsiteInput = {
  /** A host name or IPv4 address, unique on the instance. A scheme, a leading `www.` and a trailing dot or slash are removed. */
  readonly domain: string;
  /** Whether periodic reports are sent by e-mail. Defaults to false. */
  readonly emailReports?: boolean | null | undefined;
  /** The origins that can embed the statistics page, such as `https://example.com`; `*` allows all. Defaults to none. */
  readonly embedOrigins?: ReadonlyArray<string> | null | undefined;
  /** Whether hits of known bots are dropped. Defaults to true. */
  readonly excludeBots?: boolean | null | undefined;
  /** IP addresses and CIDR blocks, IPv4 or IPv6, from which hits are dropped. Defaults to none. */
  readonly excludeIps?: ReadonlyArray<string> | null | undefined;
  /** The exact names of query parameters to remove from pages, in addition to click ids such as `gclid`; `utm_*` removes all whose names begin so, and `*` alone the whole query, but campaigns are still read from them. Defaults to none. */
  readonly excludeParams?: ReadonlyArray<string> | null | undefined;
  /** Whether a hit with `Sec-GPC: 1` or `DNT: 1` counts as an anonymous pageview, without a visitor. Defaults to false. */
  readonly honorGpc?: boolean | null | undefined;
  /** Further hosts whose hits count for this website, such as `shop.example.com`, or `*.example.com` for all subdomains; the domain always belongs to it. A host belongs to one website of the instance: the exact host beats a wildcard, and the longer wildcard the shorter. Visits from one of them to another have no referrer. Defaults to none. */
  readonly hosts?: ReadonlyArray<string> | null | undefined;
  /** The groups of pages that journeys by groups lead through, at most 50: each a path in which `*` matches any text, such as `/blog/*`. A page belongs to the first that it matches, or else to that of its first path segment. Without `?`, the query of a page is ignored. Defaults to none. */
  readonly pageGroups?: ReadonlyArray<string> | null | undefined;
  /** The password of the statistics page, 1 to 128 characters. It is required while the privacy is PASSWORD (2 over REST) and has no effect otherwise. Null clears it. Defaults to none. */
  readonly password?: string | null | undefined;
  /** Who can see the statistics page. Defaults to PRIVATE. */
  readonly privacy?: Privacy | null | undefined;
  /** The IANA time zone of the days and hours, such as `Europe/Berlin`. A change affects only hits that arrive later; what was counted stays in the days and hours it was counted in. Defaults to UTC. */
  readonly timezone?: string | null | undefined;
};

/** A metric whose change can be explained. */
export type ExplainMetric =
  /** Events; each belongs to the cause of its visit. */
  | 'EVENTS'
  /** Pageviews; each belongs to the cause of its visit. */
  | 'PAGEVIEWS'
  /** Unique visitors per day; each belongs to the cause of their first visit of the day. */
  | 'VISITORS'
  /** Visits. */
  | 'VISITS';

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

/** A new funnel, or the new state of a funnel. */
export type FunnelInput = {
  /** The name of the funnel, 1 to 100 characters. */
  readonly name: string;
  /** How the steps follow each other. */
  readonly order?: FunnelOrder | null | undefined;
  /** Its 2 to 10 steps. */
  readonly steps: ReadonlyArray<FunnelStepInput>;
  /** What goes through the funnel. */
  readonly unit?: FunnelUnit | null | undefined;
  /** At most so many seconds after the hit of step 1, hits count; null without a limit. */
  readonly within?: number | null | undefined;
};

/** How the steps of a funnel follow each other. */
export type FunnelOrder =
  /** A step is reached as soon as it and all steps before it have hits of their own, in whatever order. */
  | 'ANY'
  /** Each step is reached by the earliest matching hit after that of the step before. */
  | 'IN_ORDER'
  /** Each step is reached only by the very next pageview or event after that of the step before. */
  | 'STRICT';

/** A step of a funnel. One hit reaches at most one step, so two equal steps need two hits. */
export type FunnelStepInput = {
  /** At most 3 conditions that properties of the pageview or event must meet, all of them. */
  readonly conditions?: ReadonlyArray<PropertyConditionInput> | null | undefined;
  /** The kind of hit that reaches the step. */
  readonly kind: GoalKind;
  /** The name of the step, 1 to 255 characters; by default its pattern. */
  readonly name?: string | null | undefined;
  /** For PAGE, a path in which `*` matches any text: `/thanks`, `/blog/*`; a pattern without `?` ignores the query of a page. For EVENT, the exact name of the event. */
  readonly pattern: string;
};

/** What goes through a funnel. */
export type FunnelUnit =
  /** Each visit by itself. */
  | 'VISIT'
  /** All visits of a visitor on one day together. */
  | 'VISITOR';

/** The kind of hit that reaches a goal. */
export type GoalKind =
  /** An event with the given name. */
  | 'EVENT'
  /** A pageview of a matching page. */
  | 'PAGE';

/** What journeys lead through. */
export type JourneyBy =
  /** Events. */
  | 'EVENT'
  /** Groups of pages: the first rule of `pageGroups` that a page matches, such as `/blog/*`, or else the first segment of its path, such as `/blog` of `/blog/2026`. */
  | 'GROUP'
  /** Pages. */
  | 'PAGE';

/** What a node of journeys stands for. */
export type JourneyKind =
  /** The end: visits without a further node, or, followed back from an end, without an earlier one. */
  | 'END'
  /** An event. */
  | 'EVENT'
  /** All pages of a group. */
  | 'GROUP'
  /** Everything that has no node of its own. */
  | 'OTHER'
  /** A page. */
  | 'PAGE';

/** A node that journeys begin or end with. */
export type JourneyNodeInput = {
  /** What the node stands for: EVENT for journeys by EVENT, otherwise PAGE or GROUP. */
  readonly kind?: JourneyKind | null | undefined;
  /** The page, the group or the name of the event. */
  readonly value: string;
};

/** Who can see the statistics page. */
export type Privacy =
  /** The account, and anyone who knows the page's password. */
  | 'PASSWORD'
  /** Only the account that owns the website. */
  | 'PRIVATE'
  /** Anyone who knows its URL. */
  | 'PUBLIC';

/** A condition on a property of a page or an event. */
export type PropertyConditionInput = {
  /** The key of the property. */
  readonly key: string;
  /** How the value is compared. */
  readonly operator?: FilterOperator | null | undefined;
  /** The values to compare with. */
  readonly values: ReadonlyArray<string>;
};

/** A property of an event, or of pageviews. */
export type PropertyRefInput = {
  /** The name of the event; without it, the property is one of pageviews. */
  readonly event?: string | null | undefined;
  /** The key of the property. */
  readonly key: string;
};

/** A named range of days. */
export type RangePreset =
  /** The first day with a hit to today. */
  | 'ALL'
  /** The last 7 days, including today. */
  | 'LAST_7_DAYS'
  /** The last 30 days, including today. */
  | 'LAST_30_DAYS'
  /** The last 90 days, including today. */
  | 'LAST_90_DAYS'
  /** The last 365 days, including today. */
  | 'LAST_365_DAYS'
  /** The whole of last month. */
  | 'LAST_MONTH'
  /** Monday to Sunday of last week. */
  | 'LAST_WEEK'
  /** The whole of last year. */
  | 'LAST_YEAR'
  /** The first of this month to today. */
  | 'THIS_MONTH'
  /** Monday of this week to today. */
  | 'THIS_WEEK'
  /** January 1 of this year to today. */
  | 'THIS_YEAR'
  /** Today. */
  | 'TODAY'
  /** Yesterday. */
  | 'YESTERDAY';

/** The sort order. */
export type SortDirection =
  /** Smallest first, or A to Z. */
  | 'ASC'
  /** Largest first, or Z to A. */
  | 'DESC';

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

/** The field that a search in a statistic matches. */
export type StatSearchField =
  /** The stored value of the row, not its label. */
  | 'VALUE';

/** The field that the rows of a statistic are sorted by. */
export type StatSortField =
  /** The count; rows with equal counts are sorted by value. */
  | 'COUNT'
  /** The value, character by character. */
  | 'VALUE';

/** New settings of a website. Omitted settings stay as they are. */
export type UpdateWebsiteInput = {
  /** Whether periodic reports are sent by e-mail. Unchanged if omitted. */
  readonly emailReports?: boolean | null | undefined;
  /** The origins that can embed the statistics page, such as `https://example.com`; `*` allows all. Unchanged if omitted. */
  readonly embedOrigins?: ReadonlyArray<string> | null | undefined;
  /** Whether hits of known bots are dropped. Unchanged if omitted. */
  readonly excludeBots?: boolean | null | undefined;
  /** IP addresses and CIDR blocks, IPv4 or IPv6, from which hits are dropped. Unchanged if omitted. */
  readonly excludeIps?: ReadonlyArray<string> | null | undefined;
  /** The exact names of query parameters to remove from pages, in addition to click ids such as `gclid`; `utm_*` removes all whose names begin so, and `*` alone the whole query, but campaigns are still read from them. Unchanged if omitted. */
  readonly excludeParams?: ReadonlyArray<string> | null | undefined;
  /** Whether a hit with `Sec-GPC: 1` or `DNT: 1` counts as an anonymous pageview, without a visitor. Unchanged if omitted. */
  readonly honorGpc?: boolean | null | undefined;
  /** Further hosts whose hits count for this website, such as `shop.example.com`, or `*.example.com` for all subdomains; the domain always belongs to it. A host belongs to one website of the instance: the exact host beats a wildcard, and the longer wildcard the shorter. Visits from one of them to another have no referrer. Unchanged if omitted. */
  readonly hosts?: ReadonlyArray<string> | null | undefined;
  /** The groups of pages that journeys by groups lead through, at most 50: each a path in which `*` matches any text, such as `/blog/*`. A page belongs to the first that it matches, or else to that of its first path segment. Without `?`, the query of a page is ignored. Unchanged if omitted. */
  readonly pageGroups?: ReadonlyArray<string> | null | undefined;
  /** The password of the statistics page, 1 to 128 characters. It is required while the privacy is PASSWORD (2 over REST) and has no effect otherwise. Null clears it. Unchanged if omitted. */
  readonly password?: string | null | undefined;
  /** Who can see the statistics page. Unchanged if omitted. */
  readonly privacy?: Privacy | null | undefined;
  /** The IANA time zone of the days and hours, such as `Europe/Berlin`. A change affects only hits that arrive later; what was counted stays in the days and hours it was counted in. Unchanged if omitted. */
  readonly timezone?: string | null | undefined;
};

/** The field that a search for websites matches. */
export type WebsiteSearchField =
  /** The domain. */
  | 'DOMAIN';

/** The field that websites are sorted by. */
export type WebsiteSortField =
  /** The domain, character by character. */
  | 'DOMAIN'
  /** The id, which follows the order of registration. */
  | 'ID';

type RestExplanationOfWebsite_SharedWebsite_Fragment = { readonly explain: { readonly before: number, readonly after: number, readonly change: number, readonly from: string, readonly to: string, readonly previousFrom: string, readonly previousTo: string, readonly basis: Basis, readonly causes: ReadonlyArray<{ readonly before: number, readonly after: number, readonly change: number, readonly beyond: number, readonly sentence: string, readonly conditions: ReadonlyArray<{ readonly name: StatName, readonly operator: FilterOperator, readonly value: string, readonly label: string }> }>, readonly rest: { readonly before: number, readonly after: number, readonly change: number } } };

type RestExplanationOfWebsite_Website_Fragment = { readonly explain: { readonly before: number, readonly after: number, readonly change: number, readonly from: string, readonly to: string, readonly previousFrom: string, readonly previousTo: string, readonly basis: Basis, readonly causes: ReadonlyArray<{ readonly before: number, readonly after: number, readonly change: number, readonly beyond: number, readonly sentence: string, readonly conditions: ReadonlyArray<{ readonly name: StatName, readonly operator: FilterOperator, readonly value: string, readonly label: string }> }>, readonly rest: { readonly before: number, readonly after: number, readonly change: number } } };

export type RestExplanationOfWebsiteFragment =
  | RestExplanationOfWebsite_SharedWebsite_Fragment
  | RestExplanationOfWebsite_Website_Fragment
;

export type RestExplanationQueryVariables = Exact<{
  id: string | number;
  metric: ExplainMetric;
  from: string;
  to: string;
  compare?: Compare | null | undefined;
  filter?: StatFilter | null | undefined;
}>;


export type RestExplanationQuery = { readonly website: { readonly explain: { readonly before: number, readonly after: number, readonly change: number, readonly from: string, readonly to: string, readonly previousFrom: string, readonly previousTo: string, readonly basis: Basis, readonly causes: ReadonlyArray<{ readonly before: number, readonly after: number, readonly change: number, readonly beyond: number, readonly sentence: string, readonly conditions: ReadonlyArray<{ readonly name: StatName, readonly operator: FilterOperator, readonly value: string, readonly label: string }> }>, readonly rest: { readonly before: number, readonly after: number, readonly change: number } } } | null };

export type RestSharedExplanationQueryVariables = Exact<{
  token: string;
  metric: ExplainMetric;
  from: string;
  to: string;
  compare?: Compare | null | undefined;
  filter?: StatFilter | null | undefined;
}>;


export type RestSharedExplanationQuery = { readonly website: { readonly id: string, readonly explain: { readonly before: number, readonly after: number, readonly change: number, readonly from: string, readonly to: string, readonly previousFrom: string, readonly previousTo: string, readonly basis: Basis, readonly causes: ReadonlyArray<{ readonly before: number, readonly after: number, readonly change: number, readonly beyond: number, readonly sentence: string, readonly conditions: ReadonlyArray<{ readonly name: StatName, readonly operator: FilterOperator, readonly value: string, readonly label: string }> }>, readonly rest: { readonly before: number, readonly after: number, readonly change: number } } } | null };

export type RestFunnelStepFragment = { readonly kind: GoalKind, readonly pattern: string, readonly name: string, readonly conditions: ReadonlyArray<{ readonly key: string, readonly operator: FilterOperator, readonly values: ReadonlyArray<string> }> };

export type RestFunnelFragment = { readonly id: string, readonly name: string, readonly order: FunnelOrder, readonly unit: FunnelUnit, readonly within: number | null, readonly steps: ReadonlyArray<{ readonly kind: GoalKind, readonly pattern: string, readonly name: string, readonly conditions: ReadonlyArray<{ readonly key: string, readonly operator: FilterOperator, readonly values: ReadonlyArray<string> }> }> };

export type RestFunnelsQueryVariables = Exact<{
  id: string | number;
}>;


export type RestFunnelsQuery = { readonly website: { readonly funnels: ReadonlyArray<{ readonly id: string, readonly name: string, readonly order: FunnelOrder, readonly unit: FunnelUnit, readonly within: number | null, readonly steps: ReadonlyArray<{ readonly kind: GoalKind, readonly pattern: string, readonly name: string, readonly conditions: ReadonlyArray<{ readonly key: string, readonly operator: FilterOperator, readonly values: ReadonlyArray<string> }> }> }> } | null };

export type RestCreateFunnelMutationVariables = Exact<{
  website: string | number;
  input: FunnelInput;
}>;


export type RestCreateFunnelMutation = { readonly createFunnel: { readonly id: string, readonly name: string, readonly order: FunnelOrder, readonly unit: FunnelUnit, readonly within: number | null, readonly steps: ReadonlyArray<{ readonly kind: GoalKind, readonly pattern: string, readonly name: string, readonly conditions: ReadonlyArray<{ readonly key: string, readonly operator: FilterOperator, readonly values: ReadonlyArray<string> }> }> } };

export type RestUpdateFunnelMutationVariables = Exact<{
  id: string | number;
  website: string | number;
  input: FunnelInput;
}>;


export type RestUpdateFunnelMutation = { readonly updateFunnel: { readonly id: string, readonly name: string, readonly order: FunnelOrder, readonly unit: FunnelUnit, readonly within: number | null, readonly steps: ReadonlyArray<{ readonly kind: GoalKind, readonly pattern: string, readonly name: string, readonly conditions: ReadonlyArray<{ readonly key: string, readonly operator: FilterOperator, readonly values: ReadonlyArray<string> }> }> } };

export type RestDeleteFunnelMutationVariables = Exact<{
  id: string | number;
  website: string | number;
}>;


export type RestDeleteFunnelMutation = { readonly deleteFunnel: string };

type RestFunnelResult_SharedWebsite_Fragment = { readonly funnel: { readonly entered: number, readonly completed: number, readonly conversionRate: number | null, readonly basis: Basis, readonly freshAt: string, readonly steps: ReadonlyArray<{ readonly reached: number, readonly dropped: number, readonly shareOfFirst: number | null, readonly shareOfPrevious: number | null, readonly medianSeconds: number | null, readonly p90Seconds: number | null, readonly previous: number | null, readonly change: number | null, readonly step: { readonly kind: GoalKind, readonly pattern: string, readonly name: string, readonly conditions: ReadonlyArray<{ readonly key: string, readonly operator: FilterOperator, readonly values: ReadonlyArray<string> }> }, readonly amounts: ReadonlyArray<{ readonly unit: string, readonly sum: string }>, readonly droppedTo: ReadonlyArray<{ readonly kind: JourneyKind, readonly value: string, readonly label: string, readonly visits: number }> }> } };

type RestFunnelResult_Website_Fragment = { readonly funnel: { readonly entered: number, readonly completed: number, readonly conversionRate: number | null, readonly basis: Basis, readonly freshAt: string, readonly steps: ReadonlyArray<{ readonly reached: number, readonly dropped: number, readonly shareOfFirst: number | null, readonly shareOfPrevious: number | null, readonly medianSeconds: number | null, readonly p90Seconds: number | null, readonly previous: number | null, readonly change: number | null, readonly step: { readonly kind: GoalKind, readonly pattern: string, readonly name: string, readonly conditions: ReadonlyArray<{ readonly key: string, readonly operator: FilterOperator, readonly values: ReadonlyArray<string> }> }, readonly amounts: ReadonlyArray<{ readonly unit: string, readonly sum: string }>, readonly droppedTo: ReadonlyArray<{ readonly kind: JourneyKind, readonly value: string, readonly label: string, readonly visits: number }> }> } };

export type RestFunnelResultFragment =
  | RestFunnelResult_SharedWebsite_Fragment
  | RestFunnelResult_Website_Fragment
;

export type RestFunnelResultQueryVariables = Exact<{
  id: string | number;
  funnel?: string | number | null | undefined;
  steps?: ReadonlyArray<FunnelStepInput> | FunnelStepInput | null | undefined;
  from: string;
  to: string;
  filter?: StatFilter | null | undefined;
  compare?: Compare | null | undefined;
  order?: FunnelOrder | null | undefined;
  unit?: FunnelUnit | null | undefined;
  within?: number | null | undefined;
}>;


export type RestFunnelResultQuery = { readonly website: { readonly funnel: { readonly entered: number, readonly completed: number, readonly conversionRate: number | null, readonly basis: Basis, readonly freshAt: string, readonly steps: ReadonlyArray<{ readonly reached: number, readonly dropped: number, readonly shareOfFirst: number | null, readonly shareOfPrevious: number | null, readonly medianSeconds: number | null, readonly p90Seconds: number | null, readonly previous: number | null, readonly change: number | null, readonly step: { readonly kind: GoalKind, readonly pattern: string, readonly name: string, readonly conditions: ReadonlyArray<{ readonly key: string, readonly operator: FilterOperator, readonly values: ReadonlyArray<string> }> }, readonly amounts: ReadonlyArray<{ readonly unit: string, readonly sum: string }>, readonly droppedTo: ReadonlyArray<{ readonly kind: JourneyKind, readonly value: string, readonly label: string, readonly visits: number }> }> } } | null };

export type RestSharedFunnelResultQueryVariables = Exact<{
  token: string;
  funnel?: string | number | null | undefined;
  steps?: ReadonlyArray<FunnelStepInput> | FunnelStepInput | null | undefined;
  from: string;
  to: string;
  filter?: StatFilter | null | undefined;
  compare?: Compare | null | undefined;
  order?: FunnelOrder | null | undefined;
  unit?: FunnelUnit | null | undefined;
  within?: number | null | undefined;
}>;


export type RestSharedFunnelResultQuery = { readonly website: { readonly id: string, readonly funnel: { readonly entered: number, readonly completed: number, readonly conversionRate: number | null, readonly basis: Basis, readonly freshAt: string, readonly steps: ReadonlyArray<{ readonly reached: number, readonly dropped: number, readonly shareOfFirst: number | null, readonly shareOfPrevious: number | null, readonly medianSeconds: number | null, readonly p90Seconds: number | null, readonly previous: number | null, readonly change: number | null, readonly step: { readonly kind: GoalKind, readonly pattern: string, readonly name: string, readonly conditions: ReadonlyArray<{ readonly key: string, readonly operator: FilterOperator, readonly values: ReadonlyArray<string> }> }, readonly amounts: ReadonlyArray<{ readonly unit: string, readonly sum: string }>, readonly droppedTo: ReadonlyArray<{ readonly kind: JourneyKind, readonly value: string, readonly label: string, readonly visits: number }> }> } } | null };

export type RestHitsQueryVariables = Exact<{
  id: string | number;
}>;


export type RestHitsQuery = { readonly website: { readonly id: string } | null };

type RestJourneysOfWebsite_SharedWebsite_Fragment = { readonly journeys: { readonly visits: number, readonly basis: Basis, readonly freshAt: string, readonly levels: ReadonlyArray<{ readonly nodes: ReadonlyArray<{ readonly kind: JourneyKind, readonly value: string, readonly label: string, readonly visits: number }>, readonly links: ReadonlyArray<{ readonly from: string, readonly fromKind: JourneyKind, readonly to: string, readonly toKind: JourneyKind, readonly visits: number }> }> } };

type RestJourneysOfWebsite_Website_Fragment = { readonly journeys: { readonly visits: number, readonly basis: Basis, readonly freshAt: string, readonly levels: ReadonlyArray<{ readonly nodes: ReadonlyArray<{ readonly kind: JourneyKind, readonly value: string, readonly label: string, readonly visits: number }>, readonly links: ReadonlyArray<{ readonly from: string, readonly fromKind: JourneyKind, readonly to: string, readonly toKind: JourneyKind, readonly visits: number }> }> } };

export type RestJourneysOfWebsiteFragment =
  | RestJourneysOfWebsite_SharedWebsite_Fragment
  | RestJourneysOfWebsite_Website_Fragment
;

export type RestJourneysQueryVariables = Exact<{
  id: string | number;
  from: string;
  to: string;
  filter?: StatFilter | null | undefined;
  start?: JourneyNodeInput | null | undefined;
  end?: JourneyNodeInput | null | undefined;
  levels?: number | null | undefined;
  perLevel?: number | null | undefined;
  by?: JourneyBy | null | undefined;
}>;


export type RestJourneysQuery = { readonly website: { readonly journeys: { readonly visits: number, readonly basis: Basis, readonly freshAt: string, readonly levels: ReadonlyArray<{ readonly nodes: ReadonlyArray<{ readonly kind: JourneyKind, readonly value: string, readonly label: string, readonly visits: number }>, readonly links: ReadonlyArray<{ readonly from: string, readonly fromKind: JourneyKind, readonly to: string, readonly toKind: JourneyKind, readonly visits: number }> }> } } | null };

export type RestSharedJourneysQueryVariables = Exact<{
  token: string;
  from: string;
  to: string;
  filter?: StatFilter | null | undefined;
  start?: JourneyNodeInput | null | undefined;
  end?: JourneyNodeInput | null | undefined;
  levels?: number | null | undefined;
  perLevel?: number | null | undefined;
  by?: JourneyBy | null | undefined;
}>;


export type RestSharedJourneysQuery = { readonly website: { readonly id: string, readonly journeys: { readonly visits: number, readonly basis: Basis, readonly freshAt: string, readonly levels: ReadonlyArray<{ readonly nodes: ReadonlyArray<{ readonly kind: JourneyKind, readonly value: string, readonly label: string, readonly visits: number }>, readonly links: ReadonlyArray<{ readonly from: string, readonly fromKind: JourneyKind, readonly to: string, readonly toKind: JourneyKind, readonly visits: number }> }> } } | null };

type RestReturnsOfWebsite_SharedWebsite_Fragment = { readonly returns: { readonly visitors: number, readonly medianMinutes: number | null, readonly rows: ReadonlyArray<{ readonly visits: number, readonly visitors: number }> } };

type RestReturnsOfWebsite_Website_Fragment = { readonly returns: { readonly visitors: number, readonly medianMinutes: number | null, readonly rows: ReadonlyArray<{ readonly visits: number, readonly visitors: number }> } };

export type RestReturnsOfWebsiteFragment =
  | RestReturnsOfWebsite_SharedWebsite_Fragment
  | RestReturnsOfWebsite_Website_Fragment
;

export type RestReturnsQueryVariables = Exact<{
  id: string | number;
  from: string;
  to: string;
  filter?: StatFilter | null | undefined;
}>;


export type RestReturnsQuery = { readonly website: { readonly returns: { readonly visitors: number, readonly medianMinutes: number | null, readonly rows: ReadonlyArray<{ readonly visits: number, readonly visitors: number }> } } | null };

export type RestSharedReturnsQueryVariables = Exact<{
  token: string;
  from: string;
  to: string;
  filter?: StatFilter | null | undefined;
}>;


export type RestSharedReturnsQuery = { readonly website: { readonly id: string, readonly returns: { readonly visitors: number, readonly medianMinutes: number | null, readonly rows: ReadonlyArray<{ readonly visits: number, readonly visitors: number }> } } | null };

export type RestSettingsFragment = { readonly privacy: Privacy, readonly hasPassword: boolean, readonly emailReports: boolean, readonly excludeBots: boolean, readonly excludeParams: ReadonlyArray<string>, readonly excludeIps: ReadonlyArray<string>, readonly honorGpc: boolean, readonly timezone: string, readonly hosts: ReadonlyArray<string>, readonly pageGroups: ReadonlyArray<string> };

export type RestShareFragment = { readonly id: string, readonly name: string, readonly prefix: string, readonly createdAt: string, readonly expiresAt: string | null, readonly lastUsedAt: string | null };

export type RestSharesQueryVariables = Exact<{
  id: string | number;
}>;


export type RestSharesQuery = { readonly website: { readonly shares: ReadonlyArray<{ readonly id: string, readonly name: string, readonly prefix: string, readonly createdAt: string, readonly expiresAt: string | null, readonly lastUsedAt: string | null }> } | null };

export type RestCreateShareMutationVariables = Exact<{
  website: string | number;
  input: CreateShareInput;
}>;


export type RestCreateShareMutation = { readonly createShare: { readonly token: string, readonly link: string, readonly pageLink: string, readonly share: { readonly id: string, readonly name: string, readonly prefix: string, readonly createdAt: string, readonly expiresAt: string | null, readonly lastUsedAt: string | null } } };

export type RestDeleteShareMutationVariables = Exact<{
  id: string | number;
  website: string | number;
}>;


export type RestDeleteShareMutation = { readonly deleteShare: string };

export type RestStatsQueryVariables = Exact<{
  id: string | number;
  name: StatName;
  from: string;
  to: string;
  key?: string | null | undefined;
  event?: string | null | undefined;
  search?: string | null | undefined;
  searchBy?: StatSearchField | null | undefined;
  sortBy?: StatSortField | null | undefined;
  sort?: SortDirection | null | undefined;
  perPage?: number | null | undefined;
  page?: number | null | undefined;
  filter?: StatFilter | null | undefined;
  more?: boolean | null | undefined;
}>;


export type RestStatsQuery = { readonly website: { readonly stats: { readonly total: number, readonly page: number, readonly perPage: number, readonly lastPage: number, readonly basis: Basis, readonly freshAt: string, readonly knownFrom: string | null, readonly rules: string | null, readonly rows: ReadonlyArray<{ readonly value: string, readonly count: number } & { readonly label?: string, readonly share?: number, readonly visitors?: number | null, readonly visits?: number | null, readonly pageviews?: number | null, readonly events?: number | null, readonly bounceRate?: number | null, readonly visitDuration?: number | null, readonly exitRate?: number | null, readonly timeOnPage?: number | null, readonly scrollDepth?: number | null }> } } | null };

type RestStatsOfWebsite_SharedWebsite_Fragment = { readonly stats: { readonly total: number, readonly page: number, readonly perPage: number, readonly lastPage: number, readonly basis: Basis, readonly freshAt: string, readonly knownFrom: string | null, readonly rules: string | null, readonly rows: ReadonlyArray<{ readonly value: string, readonly count: number } & { readonly label?: string, readonly share?: number, readonly visitors?: number | null, readonly visits?: number | null, readonly pageviews?: number | null, readonly events?: number | null, readonly bounceRate?: number | null, readonly visitDuration?: number | null, readonly exitRate?: number | null, readonly timeOnPage?: number | null, readonly scrollDepth?: number | null }> } };

type RestStatsOfWebsite_Website_Fragment = { readonly stats: { readonly total: number, readonly page: number, readonly perPage: number, readonly lastPage: number, readonly basis: Basis, readonly freshAt: string, readonly knownFrom: string | null, readonly rules: string | null, readonly rows: ReadonlyArray<{ readonly value: string, readonly count: number } & { readonly label?: string, readonly share?: number, readonly visitors?: number | null, readonly visits?: number | null, readonly pageviews?: number | null, readonly events?: number | null, readonly bounceRate?: number | null, readonly visitDuration?: number | null, readonly exitRate?: number | null, readonly timeOnPage?: number | null, readonly scrollDepth?: number | null }> } };

export type RestStatsOfWebsiteFragment =
  | RestStatsOfWebsite_SharedWebsite_Fragment
  | RestStatsOfWebsite_Website_Fragment
;

export type RestSharedStatsQueryVariables = Exact<{
  token: string;
  name: StatName;
  from: string;
  to: string;
  key?: string | null | undefined;
  event?: string | null | undefined;
  search?: string | null | undefined;
  searchBy?: StatSearchField | null | undefined;
  sortBy?: StatSortField | null | undefined;
  sort?: SortDirection | null | undefined;
  perPage?: number | null | undefined;
  page?: number | null | undefined;
  filter?: StatFilter | null | undefined;
  more?: boolean | null | undefined;
}>;


export type RestSharedStatsQuery = { readonly website: { readonly id: string, readonly stats: { readonly total: number, readonly page: number, readonly perPage: number, readonly lastPage: number, readonly basis: Basis, readonly freshAt: string, readonly knownFrom: string | null, readonly rules: string | null, readonly rows: ReadonlyArray<{ readonly value: string, readonly count: number } & { readonly label?: string, readonly share?: number, readonly visitors?: number | null, readonly visits?: number | null, readonly pageviews?: number | null, readonly events?: number | null, readonly bounceRate?: number | null, readonly visitDuration?: number | null, readonly exitRate?: number | null, readonly timeOnPage?: number | null, readonly scrollDepth?: number | null }> } } | null };

export type RestRangeQueryVariables = Exact<{
  id: string | number;
  preset: RangePreset;
}>;


export type RestRangeQuery = { readonly website: { readonly range: { readonly from: string, readonly to: string } } | null };

export type RestSharedRangeQueryVariables = Exact<{
  token: string;
  preset: RangePreset;
}>;


export type RestSharedRangeQuery = { readonly website: { readonly id: string, readonly range: { readonly from: string, readonly to: string } } | null };

type RestDays_SharedWebsite_Fragment = { readonly range: { readonly from: string, readonly to: string } };

type RestDays_Website_Fragment = { readonly range: { readonly from: string, readonly to: string } };

export type RestDaysFragment =
  | RestDays_SharedWebsite_Fragment
  | RestDays_Website_Fragment
;

type RestPropertiesOfWebsite_SharedWebsite_Fragment = { readonly properties: ReadonlyArray<{ readonly key: string, readonly events: number, readonly values: number }> };

type RestPropertiesOfWebsite_Website_Fragment = { readonly properties: ReadonlyArray<{ readonly key: string, readonly events: number, readonly values: number }> };

export type RestPropertiesOfWebsiteFragment =
  | RestPropertiesOfWebsite_SharedWebsite_Fragment
  | RestPropertiesOfWebsite_Website_Fragment
;

export type RestPropertiesQueryVariables = Exact<{
  id: string | number;
  event?: string | null | undefined;
  from: string;
  to: string;
  filter?: StatFilter | null | undefined;
}>;


export type RestPropertiesQuery = { readonly website: { readonly properties: ReadonlyArray<{ readonly key: string, readonly events: number, readonly values: number }> } | null };

export type RestSharedPropertiesQueryVariables = Exact<{
  token: string;
  event?: string | null | undefined;
  from: string;
  to: string;
  filter?: StatFilter | null | undefined;
}>;


export type RestSharedPropertiesQuery = { readonly website: { readonly id: string, readonly properties: ReadonlyArray<{ readonly key: string, readonly events: number, readonly values: number }> } | null };

export type RestUnregisteredHostsQueryVariables = Exact<{ [key: string]: never; }>;


export type RestUnregisteredHostsQuery = { readonly unregisteredHosts: ReadonlyArray<{ readonly host: string, readonly hits: number, readonly lastDay: string }> };

export type RestWebsiteFragment = { readonly id: string, readonly domain: string, readonly createdAt: string, readonly updatedAt: string, readonly privacy: Privacy, readonly hasPassword: boolean, readonly emailReports: boolean, readonly excludeBots: boolean, readonly excludeParams: ReadonlyArray<string>, readonly excludeIps: ReadonlyArray<string>, readonly honorGpc: boolean, readonly timezone: string, readonly hosts: ReadonlyArray<string>, readonly pageGroups: ReadonlyArray<string> };

export type RestWebsitesQueryVariables = Exact<{
  search?: string | null | undefined;
  searchBy?: WebsiteSearchField | null | undefined;
  sortBy?: WebsiteSortField | null | undefined;
  sort?: SortDirection | null | undefined;
  perPage?: number | null | undefined;
  page?: number | null | undefined;
}>;


export type RestWebsitesQuery = { readonly websites: { readonly total: number, readonly page: number, readonly perPage: number, readonly lastPage: number, readonly rows: ReadonlyArray<{ readonly id: string, readonly domain: string, readonly createdAt: string, readonly updatedAt: string, readonly privacy: Privacy, readonly hasPassword: boolean, readonly emailReports: boolean, readonly excludeBots: boolean, readonly excludeParams: ReadonlyArray<string>, readonly excludeIps: ReadonlyArray<string>, readonly honorGpc: boolean, readonly timezone: string, readonly hosts: ReadonlyArray<string>, readonly pageGroups: ReadonlyArray<string> }> } };

export type RestWebsiteByIdQueryVariables = Exact<{
  id: string | number;
}>;


export type RestWebsiteByIdQuery = { readonly website: { readonly id: string, readonly domain: string, readonly createdAt: string, readonly updatedAt: string, readonly privacy: Privacy, readonly hasPassword: boolean, readonly emailReports: boolean, readonly excludeBots: boolean, readonly excludeParams: ReadonlyArray<string>, readonly excludeIps: ReadonlyArray<string>, readonly honorGpc: boolean, readonly timezone: string, readonly hosts: ReadonlyArray<string>, readonly pageGroups: ReadonlyArray<string> } | null };

export type RestCreateWebsiteMutationVariables = Exact<{
  input: CreateWebsiteInput;
}>;


export type RestCreateWebsiteMutation = { readonly createWebsite: { readonly id: string, readonly domain: string, readonly createdAt: string, readonly updatedAt: string, readonly privacy: Privacy, readonly hasPassword: boolean, readonly emailReports: boolean, readonly excludeBots: boolean, readonly excludeParams: ReadonlyArray<string>, readonly excludeIps: ReadonlyArray<string>, readonly honorGpc: boolean, readonly timezone: string, readonly hosts: ReadonlyArray<string>, readonly pageGroups: ReadonlyArray<string> } };

export type RestUpdateWebsiteMutationVariables = Exact<{
  id: string | number;
  input: UpdateWebsiteInput;
}>;


export type RestUpdateWebsiteMutation = { readonly updateWebsite: { readonly id: string, readonly domain: string, readonly createdAt: string, readonly updatedAt: string, readonly privacy: Privacy, readonly hasPassword: boolean, readonly emailReports: boolean, readonly excludeBots: boolean, readonly excludeParams: ReadonlyArray<string>, readonly excludeIps: ReadonlyArray<string>, readonly honorGpc: boolean, readonly timezone: string, readonly hosts: ReadonlyArray<string>, readonly pageGroups: ReadonlyArray<string> } };

export type RestDeleteWebsiteMutationVariables = Exact<{
  id: string | number;
}>;


export type RestDeleteWebsiteMutation = { readonly deleteWebsite: string };

export const RestExplanationOfWebsiteFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestExplanationOfWebsite"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Statistics"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"explain"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"metric"},"value":{"kind":"Variable","name":{"kind":"Name","value":"metric"}}},{"kind":"Argument","name":{"kind":"Name","value":"from"},"value":{"kind":"Variable","name":{"kind":"Name","value":"from"}}},{"kind":"Argument","name":{"kind":"Name","value":"to"},"value":{"kind":"Variable","name":{"kind":"Name","value":"to"}}},{"kind":"Argument","name":{"kind":"Name","value":"compare"},"value":{"kind":"Variable","name":{"kind":"Name","value":"compare"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"before"}},{"kind":"Field","name":{"kind":"Name","value":"after"}},{"kind":"Field","name":{"kind":"Name","value":"change"}},{"kind":"Field","name":{"kind":"Name","value":"causes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"conditions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"operator"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"label"}}]}},{"kind":"Field","name":{"kind":"Name","value":"before"}},{"kind":"Field","name":{"kind":"Name","value":"after"}},{"kind":"Field","name":{"kind":"Name","value":"change"}},{"kind":"Field","name":{"kind":"Name","value":"beyond"}},{"kind":"Field","name":{"kind":"Name","value":"sentence"}}]}},{"kind":"Field","name":{"kind":"Name","value":"rest"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"before"}},{"kind":"Field","name":{"kind":"Name","value":"after"}},{"kind":"Field","name":{"kind":"Name","value":"change"}}]}},{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"to"}},{"kind":"Field","name":{"kind":"Name","value":"previousFrom"}},{"kind":"Field","name":{"kind":"Name","value":"previousTo"}},{"kind":"Field","name":{"kind":"Name","value":"basis"}}]}}]}}]} as unknown as DocumentNode<RestExplanationOfWebsiteFragment, unknown>;
export const RestFunnelStepFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestFunnelStep"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"FunnelStep"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"pattern"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"conditions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"operator"}},{"kind":"Field","name":{"kind":"Name","value":"values"}}]}}]}}]} as unknown as DocumentNode<RestFunnelStepFragment, unknown>;
export const RestFunnelFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestFunnel"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Funnel"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"steps"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestFunnelStep"}}]}},{"kind":"Field","name":{"kind":"Name","value":"order"}},{"kind":"Field","name":{"kind":"Name","value":"unit"}},{"kind":"Field","name":{"kind":"Name","value":"within"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestFunnelStep"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"FunnelStep"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"pattern"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"conditions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"operator"}},{"kind":"Field","name":{"kind":"Name","value":"values"}}]}}]}}]} as unknown as DocumentNode<RestFunnelFragment, unknown>;
export const RestFunnelResultFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestFunnelResult"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Statistics"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"funnel"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"funnel"}}},{"kind":"Argument","name":{"kind":"Name","value":"steps"},"value":{"kind":"Variable","name":{"kind":"Name","value":"steps"}}},{"kind":"Argument","name":{"kind":"Name","value":"from"},"value":{"kind":"Variable","name":{"kind":"Name","value":"from"}}},{"kind":"Argument","name":{"kind":"Name","value":"to"},"value":{"kind":"Variable","name":{"kind":"Name","value":"to"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"compare"},"value":{"kind":"Variable","name":{"kind":"Name","value":"compare"}}},{"kind":"Argument","name":{"kind":"Name","value":"order"},"value":{"kind":"Variable","name":{"kind":"Name","value":"order"}}},{"kind":"Argument","name":{"kind":"Name","value":"unit"},"value":{"kind":"Variable","name":{"kind":"Name","value":"unit"}}},{"kind":"Argument","name":{"kind":"Name","value":"within"},"value":{"kind":"Variable","name":{"kind":"Name","value":"within"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"steps"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"step"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestFunnelStep"}}]}},{"kind":"Field","name":{"kind":"Name","value":"reached"}},{"kind":"Field","name":{"kind":"Name","value":"dropped"}},{"kind":"Field","name":{"kind":"Name","value":"shareOfFirst"}},{"kind":"Field","name":{"kind":"Name","value":"shareOfPrevious"}},{"kind":"Field","name":{"kind":"Name","value":"medianSeconds"}},{"kind":"Field","name":{"kind":"Name","value":"p90Seconds"}},{"kind":"Field","name":{"kind":"Name","value":"amounts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unit"}},{"kind":"Field","name":{"kind":"Name","value":"sum"}}]}},{"kind":"Field","name":{"kind":"Name","value":"droppedTo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"visits"}}]}},{"kind":"Field","name":{"kind":"Name","value":"previous"}},{"kind":"Field","name":{"kind":"Name","value":"change"}}]}},{"kind":"Field","name":{"kind":"Name","value":"entered"}},{"kind":"Field","name":{"kind":"Name","value":"completed"}},{"kind":"Field","name":{"kind":"Name","value":"conversionRate"}},{"kind":"Field","name":{"kind":"Name","value":"basis"}},{"kind":"Field","name":{"kind":"Name","value":"freshAt"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestFunnelStep"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"FunnelStep"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"pattern"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"conditions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"operator"}},{"kind":"Field","name":{"kind":"Name","value":"values"}}]}}]}}]} as unknown as DocumentNode<RestFunnelResultFragment, unknown>;
export const RestJourneysOfWebsiteFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestJourneysOfWebsite"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Statistics"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"journeys"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"from"},"value":{"kind":"Variable","name":{"kind":"Name","value":"from"}}},{"kind":"Argument","name":{"kind":"Name","value":"to"},"value":{"kind":"Variable","name":{"kind":"Name","value":"to"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"start"},"value":{"kind":"Variable","name":{"kind":"Name","value":"start"}}},{"kind":"Argument","name":{"kind":"Name","value":"end"},"value":{"kind":"Variable","name":{"kind":"Name","value":"end"}}},{"kind":"Argument","name":{"kind":"Name","value":"levels"},"value":{"kind":"Variable","name":{"kind":"Name","value":"levels"}}},{"kind":"Argument","name":{"kind":"Name","value":"perLevel"},"value":{"kind":"Variable","name":{"kind":"Name","value":"perLevel"}}},{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"Variable","name":{"kind":"Name","value":"by"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"visits"}},{"kind":"Field","name":{"kind":"Name","value":"levels"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"visits"}}]}},{"kind":"Field","name":{"kind":"Name","value":"links"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"fromKind"}},{"kind":"Field","name":{"kind":"Name","value":"to"}},{"kind":"Field","name":{"kind":"Name","value":"toKind"}},{"kind":"Field","name":{"kind":"Name","value":"visits"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"basis"}},{"kind":"Field","name":{"kind":"Name","value":"freshAt"}}]}}]}}]} as unknown as DocumentNode<RestJourneysOfWebsiteFragment, unknown>;
export const RestReturnsOfWebsiteFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestReturnsOfWebsite"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Statistics"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"returns"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"from"},"value":{"kind":"Variable","name":{"kind":"Name","value":"from"}}},{"kind":"Argument","name":{"kind":"Name","value":"to"},"value":{"kind":"Variable","name":{"kind":"Name","value":"to"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rows"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"visits"}},{"kind":"Field","name":{"kind":"Name","value":"visitors"}}]}},{"kind":"Field","name":{"kind":"Name","value":"visitors"}},{"kind":"Field","name":{"kind":"Name","value":"medianMinutes"}}]}}]}}]} as unknown as DocumentNode<RestReturnsOfWebsiteFragment, unknown>;
export const RestShareFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestShare"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Share"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"prefix"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedAt"}}]}}]} as unknown as DocumentNode<RestShareFragment, unknown>;
export const RestStatsOfWebsiteFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestStatsOfWebsite"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Statistics"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"stats"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"name"},"value":{"kind":"Variable","name":{"kind":"Name","value":"name"}}},{"kind":"Argument","name":{"kind":"Name","value":"from"},"value":{"kind":"Variable","name":{"kind":"Name","value":"from"}}},{"kind":"Argument","name":{"kind":"Name","value":"to"},"value":{"kind":"Variable","name":{"kind":"Name","value":"to"}}},{"kind":"Argument","name":{"kind":"Name","value":"key"},"value":{"kind":"Variable","name":{"kind":"Name","value":"key"}}},{"kind":"Argument","name":{"kind":"Name","value":"event"},"value":{"kind":"Variable","name":{"kind":"Name","value":"event"}}},{"kind":"Argument","name":{"kind":"Name","value":"search"},"value":{"kind":"Variable","name":{"kind":"Name","value":"search"}}},{"kind":"Argument","name":{"kind":"Name","value":"searchBy"},"value":{"kind":"Variable","name":{"kind":"Name","value":"searchBy"}}},{"kind":"Argument","name":{"kind":"Name","value":"sortBy"},"value":{"kind":"Variable","name":{"kind":"Name","value":"sortBy"}}},{"kind":"Argument","name":{"kind":"Name","value":"sort"},"value":{"kind":"Variable","name":{"kind":"Name","value":"sort"}}},{"kind":"Argument","name":{"kind":"Name","value":"perPage"},"value":{"kind":"Variable","name":{"kind":"Name","value":"perPage"}}},{"kind":"Argument","name":{"kind":"Name","value":"page"},"value":{"kind":"Variable","name":{"kind":"Name","value":"page"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rows"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"InlineFragment","directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"more"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"share"}},{"kind":"Field","name":{"kind":"Name","value":"visitors"}},{"kind":"Field","name":{"kind":"Name","value":"visits"}},{"kind":"Field","name":{"kind":"Name","value":"pageviews"}},{"kind":"Field","name":{"kind":"Name","value":"events"}},{"kind":"Field","name":{"kind":"Name","value":"bounceRate"}},{"kind":"Field","name":{"kind":"Name","value":"visitDuration"}},{"kind":"Field","name":{"kind":"Name","value":"exitRate"}},{"kind":"Field","name":{"kind":"Name","value":"timeOnPage"}},{"kind":"Field","name":{"kind":"Name","value":"scrollDepth"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"page"}},{"kind":"Field","name":{"kind":"Name","value":"perPage"}},{"kind":"Field","name":{"kind":"Name","value":"lastPage"}},{"kind":"Field","name":{"kind":"Name","value":"basis"}},{"kind":"Field","name":{"kind":"Name","value":"freshAt"}},{"kind":"Field","name":{"kind":"Name","value":"knownFrom"}},{"kind":"Field","name":{"kind":"Name","value":"rules"}}]}}]}}]} as unknown as DocumentNode<RestStatsOfWebsiteFragment, unknown>;
export const RestDaysFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestDays"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Statistics"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"range"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"preset"},"value":{"kind":"Variable","name":{"kind":"Name","value":"preset"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"to"}}]}}]}}]} as unknown as DocumentNode<RestDaysFragment, unknown>;
export const RestPropertiesOfWebsiteFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestPropertiesOfWebsite"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Statistics"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"properties"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"event"},"value":{"kind":"Variable","name":{"kind":"Name","value":"event"}}},{"kind":"Argument","name":{"kind":"Name","value":"from"},"value":{"kind":"Variable","name":{"kind":"Name","value":"from"}}},{"kind":"Argument","name":{"kind":"Name","value":"to"},"value":{"kind":"Variable","name":{"kind":"Name","value":"to"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"events"}},{"kind":"Field","name":{"kind":"Name","value":"values"}}]}}]}}]} as unknown as DocumentNode<RestPropertiesOfWebsiteFragment, unknown>;
export const RestSettingsFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestSettings"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Website"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"privacy"}},{"kind":"Field","name":{"kind":"Name","value":"hasPassword"}},{"kind":"Field","name":{"kind":"Name","value":"emailReports"}},{"kind":"Field","name":{"kind":"Name","value":"excludeBots"}},{"kind":"Field","name":{"kind":"Name","value":"excludeParams"}},{"kind":"Field","name":{"kind":"Name","value":"excludeIps"}},{"kind":"Field","name":{"kind":"Name","value":"honorGpc"}},{"kind":"Field","name":{"kind":"Name","value":"timezone"}},{"kind":"Field","name":{"kind":"Name","value":"hosts"}},{"kind":"Field","name":{"kind":"Name","value":"pageGroups"}}]}}]} as unknown as DocumentNode<RestSettingsFragment, unknown>;
export const RestWebsiteFragmentDoc = {"kind":"Document","definitions":[{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestWebsite"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Website"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"domain"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestSettings"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestSettings"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Website"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"privacy"}},{"kind":"Field","name":{"kind":"Name","value":"hasPassword"}},{"kind":"Field","name":{"kind":"Name","value":"emailReports"}},{"kind":"Field","name":{"kind":"Name","value":"excludeBots"}},{"kind":"Field","name":{"kind":"Name","value":"excludeParams"}},{"kind":"Field","name":{"kind":"Name","value":"excludeIps"}},{"kind":"Field","name":{"kind":"Name","value":"honorGpc"}},{"kind":"Field","name":{"kind":"Name","value":"timezone"}},{"kind":"Field","name":{"kind":"Name","value":"hosts"}},{"kind":"Field","name":{"kind":"Name","value":"pageGroups"}}]}}]} as unknown as DocumentNode<RestWebsiteFragment, unknown>;
export const RestExplanationDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RestExplanation"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"metric"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ExplainMetric"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"from"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Date"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"to"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Date"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"compare"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Compare"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"StatFilter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"website"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestExplanationOfWebsite"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestExplanationOfWebsite"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Statistics"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"explain"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"metric"},"value":{"kind":"Variable","name":{"kind":"Name","value":"metric"}}},{"kind":"Argument","name":{"kind":"Name","value":"from"},"value":{"kind":"Variable","name":{"kind":"Name","value":"from"}}},{"kind":"Argument","name":{"kind":"Name","value":"to"},"value":{"kind":"Variable","name":{"kind":"Name","value":"to"}}},{"kind":"Argument","name":{"kind":"Name","value":"compare"},"value":{"kind":"Variable","name":{"kind":"Name","value":"compare"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"before"}},{"kind":"Field","name":{"kind":"Name","value":"after"}},{"kind":"Field","name":{"kind":"Name","value":"change"}},{"kind":"Field","name":{"kind":"Name","value":"causes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"conditions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"operator"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"label"}}]}},{"kind":"Field","name":{"kind":"Name","value":"before"}},{"kind":"Field","name":{"kind":"Name","value":"after"}},{"kind":"Field","name":{"kind":"Name","value":"change"}},{"kind":"Field","name":{"kind":"Name","value":"beyond"}},{"kind":"Field","name":{"kind":"Name","value":"sentence"}}]}},{"kind":"Field","name":{"kind":"Name","value":"rest"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"before"}},{"kind":"Field","name":{"kind":"Name","value":"after"}},{"kind":"Field","name":{"kind":"Name","value":"change"}}]}},{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"to"}},{"kind":"Field","name":{"kind":"Name","value":"previousFrom"}},{"kind":"Field","name":{"kind":"Name","value":"previousTo"}},{"kind":"Field","name":{"kind":"Name","value":"basis"}}]}}]}}]} as unknown as DocumentNode<RestExplanationQuery, RestExplanationQueryVariables>;
export const RestSharedExplanationDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RestSharedExplanation"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"token"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"metric"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ExplainMetric"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"from"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Date"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"to"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Date"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"compare"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Compare"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"StatFilter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"website"},"name":{"kind":"Name","value":"sharedByToken"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"token"},"value":{"kind":"Variable","name":{"kind":"Name","value":"token"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestExplanationOfWebsite"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestExplanationOfWebsite"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Statistics"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"explain"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"metric"},"value":{"kind":"Variable","name":{"kind":"Name","value":"metric"}}},{"kind":"Argument","name":{"kind":"Name","value":"from"},"value":{"kind":"Variable","name":{"kind":"Name","value":"from"}}},{"kind":"Argument","name":{"kind":"Name","value":"to"},"value":{"kind":"Variable","name":{"kind":"Name","value":"to"}}},{"kind":"Argument","name":{"kind":"Name","value":"compare"},"value":{"kind":"Variable","name":{"kind":"Name","value":"compare"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"before"}},{"kind":"Field","name":{"kind":"Name","value":"after"}},{"kind":"Field","name":{"kind":"Name","value":"change"}},{"kind":"Field","name":{"kind":"Name","value":"causes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"conditions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"operator"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"label"}}]}},{"kind":"Field","name":{"kind":"Name","value":"before"}},{"kind":"Field","name":{"kind":"Name","value":"after"}},{"kind":"Field","name":{"kind":"Name","value":"change"}},{"kind":"Field","name":{"kind":"Name","value":"beyond"}},{"kind":"Field","name":{"kind":"Name","value":"sentence"}}]}},{"kind":"Field","name":{"kind":"Name","value":"rest"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"before"}},{"kind":"Field","name":{"kind":"Name","value":"after"}},{"kind":"Field","name":{"kind":"Name","value":"change"}}]}},{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"to"}},{"kind":"Field","name":{"kind":"Name","value":"previousFrom"}},{"kind":"Field","name":{"kind":"Name","value":"previousTo"}},{"kind":"Field","name":{"kind":"Name","value":"basis"}}]}}]}}]} as unknown as DocumentNode<RestSharedExplanationQuery, RestSharedExplanationQueryVariables>;
export const RestFunnelsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RestFunnels"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"website"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"funnels"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestFunnel"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestFunnelStep"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"FunnelStep"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"pattern"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"conditions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"operator"}},{"kind":"Field","name":{"kind":"Name","value":"values"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestFunnel"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Funnel"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"steps"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestFunnelStep"}}]}},{"kind":"Field","name":{"kind":"Name","value":"order"}},{"kind":"Field","name":{"kind":"Name","value":"unit"}},{"kind":"Field","name":{"kind":"Name","value":"within"}}]}}]} as unknown as DocumentNode<RestFunnelsQuery, RestFunnelsQueryVariables>;
export const RestCreateFunnelDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RestCreateFunnel"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"website"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"FunnelInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createFunnel"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"website"},"value":{"kind":"Variable","name":{"kind":"Name","value":"website"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestFunnel"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestFunnelStep"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"FunnelStep"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"pattern"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"conditions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"operator"}},{"kind":"Field","name":{"kind":"Name","value":"values"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestFunnel"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Funnel"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"steps"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestFunnelStep"}}]}},{"kind":"Field","name":{"kind":"Name","value":"order"}},{"kind":"Field","name":{"kind":"Name","value":"unit"}},{"kind":"Field","name":{"kind":"Name","value":"within"}}]}}]} as unknown as DocumentNode<RestCreateFunnelMutation, RestCreateFunnelMutationVariables>;
export const RestUpdateFunnelDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RestUpdateFunnel"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"website"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"FunnelInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateFunnel"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"website"},"value":{"kind":"Variable","name":{"kind":"Name","value":"website"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestFunnel"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestFunnelStep"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"FunnelStep"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"pattern"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"conditions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"operator"}},{"kind":"Field","name":{"kind":"Name","value":"values"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestFunnel"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Funnel"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"steps"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestFunnelStep"}}]}},{"kind":"Field","name":{"kind":"Name","value":"order"}},{"kind":"Field","name":{"kind":"Name","value":"unit"}},{"kind":"Field","name":{"kind":"Name","value":"within"}}]}}]} as unknown as DocumentNode<RestUpdateFunnelMutation, RestUpdateFunnelMutationVariables>;
export const RestDeleteFunnelDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RestDeleteFunnel"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"website"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteFunnel"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"website"},"value":{"kind":"Variable","name":{"kind":"Name","value":"website"}}}]}]}}]} as unknown as DocumentNode<RestDeleteFunnelMutation, RestDeleteFunnelMutationVariables>;
export const RestFunnelResultDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RestFunnelResult"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"funnel"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"steps"}},"type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"FunnelStepInput"}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"from"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Date"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"to"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Date"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"StatFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"compare"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Compare"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"order"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"FunnelOrder"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"unit"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"FunnelUnit"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"within"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"website"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestFunnelResult"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestFunnelStep"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"FunnelStep"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"pattern"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"conditions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"operator"}},{"kind":"Field","name":{"kind":"Name","value":"values"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestFunnelResult"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Statistics"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"funnel"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"funnel"}}},{"kind":"Argument","name":{"kind":"Name","value":"steps"},"value":{"kind":"Variable","name":{"kind":"Name","value":"steps"}}},{"kind":"Argument","name":{"kind":"Name","value":"from"},"value":{"kind":"Variable","name":{"kind":"Name","value":"from"}}},{"kind":"Argument","name":{"kind":"Name","value":"to"},"value":{"kind":"Variable","name":{"kind":"Name","value":"to"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"compare"},"value":{"kind":"Variable","name":{"kind":"Name","value":"compare"}}},{"kind":"Argument","name":{"kind":"Name","value":"order"},"value":{"kind":"Variable","name":{"kind":"Name","value":"order"}}},{"kind":"Argument","name":{"kind":"Name","value":"unit"},"value":{"kind":"Variable","name":{"kind":"Name","value":"unit"}}},{"kind":"Argument","name":{"kind":"Name","value":"within"},"value":{"kind":"Variable","name":{"kind":"Name","value":"within"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"steps"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"step"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestFunnelStep"}}]}},{"kind":"Field","name":{"kind":"Name","value":"reached"}},{"kind":"Field","name":{"kind":"Name","value":"dropped"}},{"kind":"Field","name":{"kind":"Name","value":"shareOfFirst"}},{"kind":"Field","name":{"kind":"Name","value":"shareOfPrevious"}},{"kind":"Field","name":{"kind":"Name","value":"medianSeconds"}},{"kind":"Field","name":{"kind":"Name","value":"p90Seconds"}},{"kind":"Field","name":{"kind":"Name","value":"amounts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unit"}},{"kind":"Field","name":{"kind":"Name","value":"sum"}}]}},{"kind":"Field","name":{"kind":"Name","value":"droppedTo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"visits"}}]}},{"kind":"Field","name":{"kind":"Name","value":"previous"}},{"kind":"Field","name":{"kind":"Name","value":"change"}}]}},{"kind":"Field","name":{"kind":"Name","value":"entered"}},{"kind":"Field","name":{"kind":"Name","value":"completed"}},{"kind":"Field","name":{"kind":"Name","value":"conversionRate"}},{"kind":"Field","name":{"kind":"Name","value":"basis"}},{"kind":"Field","name":{"kind":"Name","value":"freshAt"}}]}}]}}]} as unknown as DocumentNode<RestFunnelResultQuery, RestFunnelResultQueryVariables>;
export const RestSharedFunnelResultDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RestSharedFunnelResult"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"token"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"funnel"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"steps"}},"type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"FunnelStepInput"}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"from"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Date"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"to"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Date"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"StatFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"compare"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Compare"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"order"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"FunnelOrder"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"unit"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"FunnelUnit"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"within"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"website"},"name":{"kind":"Name","value":"sharedByToken"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"token"},"value":{"kind":"Variable","name":{"kind":"Name","value":"token"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestFunnelResult"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestFunnelStep"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"FunnelStep"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"pattern"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"conditions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"operator"}},{"kind":"Field","name":{"kind":"Name","value":"values"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestFunnelResult"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Statistics"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"funnel"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"funnel"}}},{"kind":"Argument","name":{"kind":"Name","value":"steps"},"value":{"kind":"Variable","name":{"kind":"Name","value":"steps"}}},{"kind":"Argument","name":{"kind":"Name","value":"from"},"value":{"kind":"Variable","name":{"kind":"Name","value":"from"}}},{"kind":"Argument","name":{"kind":"Name","value":"to"},"value":{"kind":"Variable","name":{"kind":"Name","value":"to"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"compare"},"value":{"kind":"Variable","name":{"kind":"Name","value":"compare"}}},{"kind":"Argument","name":{"kind":"Name","value":"order"},"value":{"kind":"Variable","name":{"kind":"Name","value":"order"}}},{"kind":"Argument","name":{"kind":"Name","value":"unit"},"value":{"kind":"Variable","name":{"kind":"Name","value":"unit"}}},{"kind":"Argument","name":{"kind":"Name","value":"within"},"value":{"kind":"Variable","name":{"kind":"Name","value":"within"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"steps"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"step"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestFunnelStep"}}]}},{"kind":"Field","name":{"kind":"Name","value":"reached"}},{"kind":"Field","name":{"kind":"Name","value":"dropped"}},{"kind":"Field","name":{"kind":"Name","value":"shareOfFirst"}},{"kind":"Field","name":{"kind":"Name","value":"shareOfPrevious"}},{"kind":"Field","name":{"kind":"Name","value":"medianSeconds"}},{"kind":"Field","name":{"kind":"Name","value":"p90Seconds"}},{"kind":"Field","name":{"kind":"Name","value":"amounts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unit"}},{"kind":"Field","name":{"kind":"Name","value":"sum"}}]}},{"kind":"Field","name":{"kind":"Name","value":"droppedTo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"visits"}}]}},{"kind":"Field","name":{"kind":"Name","value":"previous"}},{"kind":"Field","name":{"kind":"Name","value":"change"}}]}},{"kind":"Field","name":{"kind":"Name","value":"entered"}},{"kind":"Field","name":{"kind":"Name","value":"completed"}},{"kind":"Field","name":{"kind":"Name","value":"conversionRate"}},{"kind":"Field","name":{"kind":"Name","value":"basis"}},{"kind":"Field","name":{"kind":"Name","value":"freshAt"}}]}}]}}]} as unknown as DocumentNode<RestSharedFunnelResultQuery, RestSharedFunnelResultQueryVariables>;
export const RestHitsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RestHits"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"website"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}}]}}]}}]} as unknown as DocumentNode<RestHitsQuery, RestHitsQueryVariables>;
export const RestJourneysDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RestJourneys"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"from"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Date"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"to"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Date"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"StatFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"start"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"JourneyNodeInput"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"end"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"JourneyNodeInput"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"levels"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"perLevel"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"by"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"JourneyBy"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"website"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestJourneysOfWebsite"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestJourneysOfWebsite"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Statistics"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"journeys"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"from"},"value":{"kind":"Variable","name":{"kind":"Name","value":"from"}}},{"kind":"Argument","name":{"kind":"Name","value":"to"},"value":{"kind":"Variable","name":{"kind":"Name","value":"to"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"start"},"value":{"kind":"Variable","name":{"kind":"Name","value":"start"}}},{"kind":"Argument","name":{"kind":"Name","value":"end"},"value":{"kind":"Variable","name":{"kind":"Name","value":"end"}}},{"kind":"Argument","name":{"kind":"Name","value":"levels"},"value":{"kind":"Variable","name":{"kind":"Name","value":"levels"}}},{"kind":"Argument","name":{"kind":"Name","value":"perLevel"},"value":{"kind":"Variable","name":{"kind":"Name","value":"perLevel"}}},{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"Variable","name":{"kind":"Name","value":"by"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"visits"}},{"kind":"Field","name":{"kind":"Name","value":"levels"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"visits"}}]}},{"kind":"Field","name":{"kind":"Name","value":"links"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"fromKind"}},{"kind":"Field","name":{"kind":"Name","value":"to"}},{"kind":"Field","name":{"kind":"Name","value":"toKind"}},{"kind":"Field","name":{"kind":"Name","value":"visits"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"basis"}},{"kind":"Field","name":{"kind":"Name","value":"freshAt"}}]}}]}}]} as unknown as DocumentNode<RestJourneysQuery, RestJourneysQueryVariables>;
export const RestSharedJourneysDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RestSharedJourneys"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"token"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"from"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Date"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"to"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Date"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"StatFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"start"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"JourneyNodeInput"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"end"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"JourneyNodeInput"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"levels"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"perLevel"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"by"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"JourneyBy"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"website"},"name":{"kind":"Name","value":"sharedByToken"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"token"},"value":{"kind":"Variable","name":{"kind":"Name","value":"token"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestJourneysOfWebsite"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestJourneysOfWebsite"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Statistics"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"journeys"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"from"},"value":{"kind":"Variable","name":{"kind":"Name","value":"from"}}},{"kind":"Argument","name":{"kind":"Name","value":"to"},"value":{"kind":"Variable","name":{"kind":"Name","value":"to"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}},{"kind":"Argument","name":{"kind":"Name","value":"start"},"value":{"kind":"Variable","name":{"kind":"Name","value":"start"}}},{"kind":"Argument","name":{"kind":"Name","value":"end"},"value":{"kind":"Variable","name":{"kind":"Name","value":"end"}}},{"kind":"Argument","name":{"kind":"Name","value":"levels"},"value":{"kind":"Variable","name":{"kind":"Name","value":"levels"}}},{"kind":"Argument","name":{"kind":"Name","value":"perLevel"},"value":{"kind":"Variable","name":{"kind":"Name","value":"perLevel"}}},{"kind":"Argument","name":{"kind":"Name","value":"by"},"value":{"kind":"Variable","name":{"kind":"Name","value":"by"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"visits"}},{"kind":"Field","name":{"kind":"Name","value":"levels"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"visits"}}]}},{"kind":"Field","name":{"kind":"Name","value":"links"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"fromKind"}},{"kind":"Field","name":{"kind":"Name","value":"to"}},{"kind":"Field","name":{"kind":"Name","value":"toKind"}},{"kind":"Field","name":{"kind":"Name","value":"visits"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"basis"}},{"kind":"Field","name":{"kind":"Name","value":"freshAt"}}]}}]}}]} as unknown as DocumentNode<RestSharedJourneysQuery, RestSharedJourneysQueryVariables>;
export const RestReturnsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RestReturns"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"from"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Date"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"to"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Date"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"StatFilter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"website"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestReturnsOfWebsite"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestReturnsOfWebsite"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Statistics"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"returns"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"from"},"value":{"kind":"Variable","name":{"kind":"Name","value":"from"}}},{"kind":"Argument","name":{"kind":"Name","value":"to"},"value":{"kind":"Variable","name":{"kind":"Name","value":"to"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rows"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"visits"}},{"kind":"Field","name":{"kind":"Name","value":"visitors"}}]}},{"kind":"Field","name":{"kind":"Name","value":"visitors"}},{"kind":"Field","name":{"kind":"Name","value":"medianMinutes"}}]}}]}}]} as unknown as DocumentNode<RestReturnsQuery, RestReturnsQueryVariables>;
export const RestSharedReturnsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RestSharedReturns"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"token"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"from"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Date"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"to"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Date"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"StatFilter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"website"},"name":{"kind":"Name","value":"sharedByToken"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"token"},"value":{"kind":"Variable","name":{"kind":"Name","value":"token"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestReturnsOfWebsite"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestReturnsOfWebsite"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Statistics"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"returns"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"from"},"value":{"kind":"Variable","name":{"kind":"Name","value":"from"}}},{"kind":"Argument","name":{"kind":"Name","value":"to"},"value":{"kind":"Variable","name":{"kind":"Name","value":"to"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rows"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"visits"}},{"kind":"Field","name":{"kind":"Name","value":"visitors"}}]}},{"kind":"Field","name":{"kind":"Name","value":"visitors"}},{"kind":"Field","name":{"kind":"Name","value":"medianMinutes"}}]}}]}}]} as unknown as DocumentNode<RestSharedReturnsQuery, RestSharedReturnsQueryVariables>;
export const RestSharesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RestShares"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"website"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"shares"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestShare"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestShare"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Share"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"prefix"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedAt"}}]}}]} as unknown as DocumentNode<RestSharesQuery, RestSharesQueryVariables>;
export const RestCreateShareDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RestCreateShare"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"website"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateShareInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createShare"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"website"},"value":{"kind":"Variable","name":{"kind":"Name","value":"website"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"token"}},{"kind":"Field","name":{"kind":"Name","value":"link"}},{"kind":"Field","name":{"kind":"Name","value":"pageLink"}},{"kind":"Field","name":{"kind":"Name","value":"share"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestShare"}}]}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestShare"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Share"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"prefix"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"lastUsedAt"}}]}}]} as unknown as DocumentNode<RestCreateShareMutation, RestCreateShareMutationVariables>;
export const RestDeleteShareDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RestDeleteShare"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"website"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteShare"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"website"},"value":{"kind":"Variable","name":{"kind":"Name","value":"website"}}}]}]}}]} as unknown as DocumentNode<RestDeleteShareMutation, RestDeleteShareMutationVariables>;
export const RestStatsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RestStats"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"name"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"StatName"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"from"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Date"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"to"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Date"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"key"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"event"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"search"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"searchBy"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"StatSearchField"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"sortBy"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"StatSortField"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"sort"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"SortDirection"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"perPage"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"page"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"StatFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"more"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}},"defaultValue":{"kind":"BooleanValue","value":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"website"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestStatsOfWebsite"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestStatsOfWebsite"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Statistics"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"stats"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"name"},"value":{"kind":"Variable","name":{"kind":"Name","value":"name"}}},{"kind":"Argument","name":{"kind":"Name","value":"from"},"value":{"kind":"Variable","name":{"kind":"Name","value":"from"}}},{"kind":"Argument","name":{"kind":"Name","value":"to"},"value":{"kind":"Variable","name":{"kind":"Name","value":"to"}}},{"kind":"Argument","name":{"kind":"Name","value":"key"},"value":{"kind":"Variable","name":{"kind":"Name","value":"key"}}},{"kind":"Argument","name":{"kind":"Name","value":"event"},"value":{"kind":"Variable","name":{"kind":"Name","value":"event"}}},{"kind":"Argument","name":{"kind":"Name","value":"search"},"value":{"kind":"Variable","name":{"kind":"Name","value":"search"}}},{"kind":"Argument","name":{"kind":"Name","value":"searchBy"},"value":{"kind":"Variable","name":{"kind":"Name","value":"searchBy"}}},{"kind":"Argument","name":{"kind":"Name","value":"sortBy"},"value":{"kind":"Variable","name":{"kind":"Name","value":"sortBy"}}},{"kind":"Argument","name":{"kind":"Name","value":"sort"},"value":{"kind":"Variable","name":{"kind":"Name","value":"sort"}}},{"kind":"Argument","name":{"kind":"Name","value":"perPage"},"value":{"kind":"Variable","name":{"kind":"Name","value":"perPage"}}},{"kind":"Argument","name":{"kind":"Name","value":"page"},"value":{"kind":"Variable","name":{"kind":"Name","value":"page"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rows"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"InlineFragment","directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"more"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"share"}},{"kind":"Field","name":{"kind":"Name","value":"visitors"}},{"kind":"Field","name":{"kind":"Name","value":"visits"}},{"kind":"Field","name":{"kind":"Name","value":"pageviews"}},{"kind":"Field","name":{"kind":"Name","value":"events"}},{"kind":"Field","name":{"kind":"Name","value":"bounceRate"}},{"kind":"Field","name":{"kind":"Name","value":"visitDuration"}},{"kind":"Field","name":{"kind":"Name","value":"exitRate"}},{"kind":"Field","name":{"kind":"Name","value":"timeOnPage"}},{"kind":"Field","name":{"kind":"Name","value":"scrollDepth"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"page"}},{"kind":"Field","name":{"kind":"Name","value":"perPage"}},{"kind":"Field","name":{"kind":"Name","value":"lastPage"}},{"kind":"Field","name":{"kind":"Name","value":"basis"}},{"kind":"Field","name":{"kind":"Name","value":"freshAt"}},{"kind":"Field","name":{"kind":"Name","value":"knownFrom"}},{"kind":"Field","name":{"kind":"Name","value":"rules"}}]}}]}}]} as unknown as DocumentNode<RestStatsQuery, RestStatsQueryVariables>;
export const RestSharedStatsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RestSharedStats"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"token"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"name"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"StatName"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"from"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Date"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"to"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Date"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"key"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"event"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"search"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"searchBy"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"StatSearchField"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"sortBy"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"StatSortField"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"sort"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"SortDirection"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"perPage"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"page"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"StatFilter"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"more"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}},"defaultValue":{"kind":"BooleanValue","value":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"website"},"name":{"kind":"Name","value":"sharedByToken"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"token"},"value":{"kind":"Variable","name":{"kind":"Name","value":"token"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestStatsOfWebsite"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestStatsOfWebsite"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Statistics"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"stats"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"name"},"value":{"kind":"Variable","name":{"kind":"Name","value":"name"}}},{"kind":"Argument","name":{"kind":"Name","value":"from"},"value":{"kind":"Variable","name":{"kind":"Name","value":"from"}}},{"kind":"Argument","name":{"kind":"Name","value":"to"},"value":{"kind":"Variable","name":{"kind":"Name","value":"to"}}},{"kind":"Argument","name":{"kind":"Name","value":"key"},"value":{"kind":"Variable","name":{"kind":"Name","value":"key"}}},{"kind":"Argument","name":{"kind":"Name","value":"event"},"value":{"kind":"Variable","name":{"kind":"Name","value":"event"}}},{"kind":"Argument","name":{"kind":"Name","value":"search"},"value":{"kind":"Variable","name":{"kind":"Name","value":"search"}}},{"kind":"Argument","name":{"kind":"Name","value":"searchBy"},"value":{"kind":"Variable","name":{"kind":"Name","value":"searchBy"}}},{"kind":"Argument","name":{"kind":"Name","value":"sortBy"},"value":{"kind":"Variable","name":{"kind":"Name","value":"sortBy"}}},{"kind":"Argument","name":{"kind":"Name","value":"sort"},"value":{"kind":"Variable","name":{"kind":"Name","value":"sort"}}},{"kind":"Argument","name":{"kind":"Name","value":"perPage"},"value":{"kind":"Variable","name":{"kind":"Name","value":"perPage"}}},{"kind":"Argument","name":{"kind":"Name","value":"page"},"value":{"kind":"Variable","name":{"kind":"Name","value":"page"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rows"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"count"}},{"kind":"InlineFragment","directives":[{"kind":"Directive","name":{"kind":"Name","value":"include"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"if"},"value":{"kind":"Variable","name":{"kind":"Name","value":"more"}}}]}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"label"}},{"kind":"Field","name":{"kind":"Name","value":"share"}},{"kind":"Field","name":{"kind":"Name","value":"visitors"}},{"kind":"Field","name":{"kind":"Name","value":"visits"}},{"kind":"Field","name":{"kind":"Name","value":"pageviews"}},{"kind":"Field","name":{"kind":"Name","value":"events"}},{"kind":"Field","name":{"kind":"Name","value":"bounceRate"}},{"kind":"Field","name":{"kind":"Name","value":"visitDuration"}},{"kind":"Field","name":{"kind":"Name","value":"exitRate"}},{"kind":"Field","name":{"kind":"Name","value":"timeOnPage"}},{"kind":"Field","name":{"kind":"Name","value":"scrollDepth"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"page"}},{"kind":"Field","name":{"kind":"Name","value":"perPage"}},{"kind":"Field","name":{"kind":"Name","value":"lastPage"}},{"kind":"Field","name":{"kind":"Name","value":"basis"}},{"kind":"Field","name":{"kind":"Name","value":"freshAt"}},{"kind":"Field","name":{"kind":"Name","value":"knownFrom"}},{"kind":"Field","name":{"kind":"Name","value":"rules"}}]}}]}}]} as unknown as DocumentNode<RestSharedStatsQuery, RestSharedStatsQueryVariables>;
export const RestRangeDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RestRange"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"preset"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RangePreset"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"website"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestDays"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestDays"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Statistics"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"range"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"preset"},"value":{"kind":"Variable","name":{"kind":"Name","value":"preset"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"to"}}]}}]}}]} as unknown as DocumentNode<RestRangeQuery, RestRangeQueryVariables>;
export const RestSharedRangeDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RestSharedRange"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"token"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"preset"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"RangePreset"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"website"},"name":{"kind":"Name","value":"sharedByToken"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"token"},"value":{"kind":"Variable","name":{"kind":"Name","value":"token"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestDays"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestDays"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Statistics"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"range"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"preset"},"value":{"kind":"Variable","name":{"kind":"Name","value":"preset"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"from"}},{"kind":"Field","name":{"kind":"Name","value":"to"}}]}}]}}]} as unknown as DocumentNode<RestSharedRangeQuery, RestSharedRangeQueryVariables>;
export const RestPropertiesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RestProperties"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"event"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"from"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Date"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"to"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Date"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"StatFilter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"website"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestPropertiesOfWebsite"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestPropertiesOfWebsite"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Statistics"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"properties"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"event"},"value":{"kind":"Variable","name":{"kind":"Name","value":"event"}}},{"kind":"Argument","name":{"kind":"Name","value":"from"},"value":{"kind":"Variable","name":{"kind":"Name","value":"from"}}},{"kind":"Argument","name":{"kind":"Name","value":"to"},"value":{"kind":"Variable","name":{"kind":"Name","value":"to"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"events"}},{"kind":"Field","name":{"kind":"Name","value":"values"}}]}}]}}]} as unknown as DocumentNode<RestPropertiesQuery, RestPropertiesQueryVariables>;
export const RestSharedPropertiesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RestSharedProperties"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"token"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"event"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"from"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Date"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"to"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"Date"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"filter"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"StatFilter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","alias":{"kind":"Name","value":"website"},"name":{"kind":"Name","value":"sharedByToken"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"token"},"value":{"kind":"Variable","name":{"kind":"Name","value":"token"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestPropertiesOfWebsite"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestPropertiesOfWebsite"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Statistics"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"properties"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"event"},"value":{"kind":"Variable","name":{"kind":"Name","value":"event"}}},{"kind":"Argument","name":{"kind":"Name","value":"from"},"value":{"kind":"Variable","name":{"kind":"Name","value":"from"}}},{"kind":"Argument","name":{"kind":"Name","value":"to"},"value":{"kind":"Variable","name":{"kind":"Name","value":"to"}}},{"kind":"Argument","name":{"kind":"Name","value":"filter"},"value":{"kind":"Variable","name":{"kind":"Name","value":"filter"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"key"}},{"kind":"Field","name":{"kind":"Name","value":"events"}},{"kind":"Field","name":{"kind":"Name","value":"values"}}]}}]}}]} as unknown as DocumentNode<RestSharedPropertiesQuery, RestSharedPropertiesQueryVariables>;
export const RestUnregisteredHostsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RestUnregisteredHosts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"unregisteredHosts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"host"}},{"kind":"Field","name":{"kind":"Name","value":"hits"}},{"kind":"Field","name":{"kind":"Name","value":"lastDay"}}]}}]}}]} as unknown as DocumentNode<RestUnregisteredHostsQuery, RestUnregisteredHostsQueryVariables>;
export const RestWebsitesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RestWebsites"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"search"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"searchBy"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"WebsiteSearchField"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"sortBy"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"WebsiteSortField"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"sort"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"SortDirection"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"perPage"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"page"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"websites"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"search"},"value":{"kind":"Variable","name":{"kind":"Name","value":"search"}}},{"kind":"Argument","name":{"kind":"Name","value":"searchBy"},"value":{"kind":"Variable","name":{"kind":"Name","value":"searchBy"}}},{"kind":"Argument","name":{"kind":"Name","value":"sortBy"},"value":{"kind":"Variable","name":{"kind":"Name","value":"sortBy"}}},{"kind":"Argument","name":{"kind":"Name","value":"sort"},"value":{"kind":"Variable","name":{"kind":"Name","value":"sort"}}},{"kind":"Argument","name":{"kind":"Name","value":"perPage"},"value":{"kind":"Variable","name":{"kind":"Name","value":"perPage"}}},{"kind":"Argument","name":{"kind":"Name","value":"page"},"value":{"kind":"Variable","name":{"kind":"Name","value":"page"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"rows"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestWebsite"}}]}},{"kind":"Field","name":{"kind":"Name","value":"total"}},{"kind":"Field","name":{"kind":"Name","value":"page"}},{"kind":"Field","name":{"kind":"Name","value":"perPage"}},{"kind":"Field","name":{"kind":"Name","value":"lastPage"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestSettings"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Website"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"privacy"}},{"kind":"Field","name":{"kind":"Name","value":"hasPassword"}},{"kind":"Field","name":{"kind":"Name","value":"emailReports"}},{"kind":"Field","name":{"kind":"Name","value":"excludeBots"}},{"kind":"Field","name":{"kind":"Name","value":"excludeParams"}},{"kind":"Field","name":{"kind":"Name","value":"excludeIps"}},{"kind":"Field","name":{"kind":"Name","value":"honorGpc"}},{"kind":"Field","name":{"kind":"Name","value":"timezone"}},{"kind":"Field","name":{"kind":"Name","value":"hosts"}},{"kind":"Field","name":{"kind":"Name","value":"pageGroups"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestWebsite"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Website"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"domain"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestSettings"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}}]} as unknown as DocumentNode<RestWebsitesQuery, RestWebsitesQueryVariables>;
export const RestWebsiteByIdDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RestWebsiteById"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"website"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestWebsite"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestSettings"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Website"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"privacy"}},{"kind":"Field","name":{"kind":"Name","value":"hasPassword"}},{"kind":"Field","name":{"kind":"Name","value":"emailReports"}},{"kind":"Field","name":{"kind":"Name","value":"excludeBots"}},{"kind":"Field","name":{"kind":"Name","value":"excludeParams"}},{"kind":"Field","name":{"kind":"Name","value":"excludeIps"}},{"kind":"Field","name":{"kind":"Name","value":"honorGpc"}},{"kind":"Field","name":{"kind":"Name","value":"timezone"}},{"kind":"Field","name":{"kind":"Name","value":"hosts"}},{"kind":"Field","name":{"kind":"Name","value":"pageGroups"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestWebsite"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Website"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"domain"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestSettings"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}}]} as unknown as DocumentNode<RestWebsiteByIdQuery, RestWebsiteByIdQueryVariables>;
export const RestCreateWebsiteDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RestCreateWebsite"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"CreateWebsiteInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createWebsite"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestWebsite"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestSettings"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Website"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"privacy"}},{"kind":"Field","name":{"kind":"Name","value":"hasPassword"}},{"kind":"Field","name":{"kind":"Name","value":"emailReports"}},{"kind":"Field","name":{"kind":"Name","value":"excludeBots"}},{"kind":"Field","name":{"kind":"Name","value":"excludeParams"}},{"kind":"Field","name":{"kind":"Name","value":"excludeIps"}},{"kind":"Field","name":{"kind":"Name","value":"honorGpc"}},{"kind":"Field","name":{"kind":"Name","value":"timezone"}},{"kind":"Field","name":{"kind":"Name","value":"hosts"}},{"kind":"Field","name":{"kind":"Name","value":"pageGroups"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestWebsite"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Website"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"domain"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestSettings"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}}]} as unknown as DocumentNode<RestCreateWebsiteMutation, RestCreateWebsiteMutationVariables>;
export const RestUpdateWebsiteDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RestUpdateWebsite"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"UpdateWebsiteInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"updateWebsite"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}},{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestWebsite"}}]}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestSettings"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Website"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"privacy"}},{"kind":"Field","name":{"kind":"Name","value":"hasPassword"}},{"kind":"Field","name":{"kind":"Name","value":"emailReports"}},{"kind":"Field","name":{"kind":"Name","value":"excludeBots"}},{"kind":"Field","name":{"kind":"Name","value":"excludeParams"}},{"kind":"Field","name":{"kind":"Name","value":"excludeIps"}},{"kind":"Field","name":{"kind":"Name","value":"honorGpc"}},{"kind":"Field","name":{"kind":"Name","value":"timezone"}},{"kind":"Field","name":{"kind":"Name","value":"hosts"}},{"kind":"Field","name":{"kind":"Name","value":"pageGroups"}}]}},{"kind":"FragmentDefinition","name":{"kind":"Name","value":"RestWebsite"},"typeCondition":{"kind":"NamedType","name":{"kind":"Name","value":"Website"}},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"domain"}},{"kind":"FragmentSpread","name":{"kind":"Name","value":"RestSettings"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"updatedAt"}}]}}]} as unknown as DocumentNode<RestUpdateWebsiteMutation, RestUpdateWebsiteMutationVariables>;
export const RestDeleteWebsiteDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RestDeleteWebsite"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"id"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"deleteWebsite"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"id"},"value":{"kind":"Variable","name":{"kind":"Name","value":"id"}}}]}]}}]} as unknown as DocumentNode<RestDeleteWebsiteMutation, RestDeleteWebsiteMutationVariables>;