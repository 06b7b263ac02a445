/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** A new annotation. */
export type AnnotationInput = {
  /** The day. */
  readonly date: string;
  /** The text of the note, 1 to 500 characters. */
  readonly text: string;
};

/** The data that a result is computed from. */
export type Basis =
  /** Individual visits and hits, as far back as they are stored. Filters and goals need these. */
  | 'HITS'
  /** Sums that imports have added, and nothing else. */
  | 'IMPORTED'
  /** Precomputed sums, except for a part: what imports have added, if `imported` is more than 0, or the amounts, which are computed from hits, as far back as these are stored (`amountsFrom` is the first such day), or both. */
  | 'MIXED'
  /** Precomputed sums, which cover data of any age. */
  | 'ROLLUP';

/** The earlier range to compare with. There is no comparison if that range would begin before the first day with a hit or imported sums or, with a filter, before the first day whose hits are still stored, or in days that were imported as sums. */
export type Compare =
  /** The same number of days immediately before the range. */
  | 'PREVIOUS_PERIOD'
  /** The same number of days, moved back by the fewest whole weeks that put them before the range, so that each day is compared with the same day of the week. */
  | 'PREVIOUS_WEEKDAYS'
  /** The same dates one year earlier. */
  | 'PREVIOUS_YEAR';

/** Why a hit was dropped instead of counted. */
export type DropReason =
  /** The hit came from a known bot, and the website excludes bots. */
  | 'BOT'
  /** A hit with the same id was already counted. */
  | 'DUPLICATE'
  /** The hit came from a country that the website excludes. */
  | 'EXCLUDED_COUNTRY'
  /** The page is on a host that is not among those the website allows. */
  | 'EXCLUDED_HOST'
  /** The hit came from an IP address that the website excludes. */
  | 'EXCLUDED_IP'
  /** The hit had a referrer that the website excludes. */
  | 'EXCLUDED_REFERRER'
  /** The amount of the event exceeds `maxAmount` of the website. Only the amount was dropped; the event counts. */
  | 'LARGE_AMOUNT'
  /** The browser prefetched the page, so no one saw it. */
  | 'PREFETCH'
  /** Too many hits came from one IP address. */
  | 'RATE_LIMITED'
  /** The referrer is on the list of known spam, which the instance uses unless SPAM_LIST is off. */
  | 'SPAM_REFERRER'
  /** No website is registered for the page's host, or it belongs to another account than the API key. */
  | 'UNKNOWN_WEBSITE';

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
  /** What the funnel counts. */
  readonly unit?: FunnelUnit | null | undefined;
  /** Hits count up to this many seconds after the hit of step 1; null without a limit. */
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

/** What a funnel counts. */
export type FunnelUnit =
  /** Each visit by itself. */
  | 'VISIT'
  /** All visits of a visitor on one day together. */
  | 'VISITOR';

/** A new goal, or the new state of a goal. */
export type GoalInput = {
  /** At most 3 conditions that properties of the pageview or event must meet, all of them. */
  readonly conditions?: ReadonlyArray<PropertyConditionInput> | null | undefined;
  /** The kind of hit that reaches the goal. */
  readonly kind: GoalKind;
  /** The name of the goal, 1 to 100 characters. */
  readonly name: string;
  /** For PAGE, a path in which `*` matches any text: `/thanks`, `/blog/*`; a pattern without `?` ignores the query of a page. For EVENT, the exact name of the event. */
  readonly pattern: string;
};

/** The kind of hit that reaches a goal. */
export type GoalKind =
  /** An event with the given name. */
  | 'EVENT'
  /** A pageview of a matching page. */
  | 'PAGE';

/** The kind of data an import adds. */
export type ImportKind =
  /** Individual pageviews and events, which count like any other. */
  | 'HITS'
  /** Sums by day, which are added to results without a filter. */
  | 'SUMS';

/** A tool or format that history can come from. */
export type ImportSource =
  /** Access logs of web servers. */
  | 'ACCESS_LOG'
  /** A general CSV of sums by day. */
  | 'CSV'
  /** Fathom: its CSV. */
  | 'FATHOM'
  /** Google Analytics 4: reports, or its export to BigQuery. */
  | 'GA4'
  /** GoatCounter: its CSV or JSON. */
  | 'GOATCOUNTER'
  /** Hits as JSON, one on each line, as batches have them. */
  | 'HITS'
  /** Matomo: the details of visits. */
  | 'MATOMO'
  /** Plausible: the zip of its export. */
  | 'PLAUSIBLE'
  /** Simple Analytics: its data points. */
  | 'SIMPLE_ANALYTICS'
  /** Umami: its events. */
  | 'UMAMI';

/** The length of one point of a time series. */
export type Interval =
  /** Days. */
  | 'DAY'
  /** Hours in the website's time zone. An hour skipped by a clock change has no point, a repeated hour has one. */
  | 'HOUR'
  /** Calendar months. */
  | 'MONTH'
  /** Weeks, starting on Monday. */
  | 'WEEK';

/** What the nodes of journeys are. */
export type JourneyBy =
  /** Events. */
  | 'EVENT'
  /** Groups of pages: the first rule of `pageGroups` that a page matches, such as `/blog/*`, or else the first segment of its path, such as `/blog` of `/blog/2026`. */
  | 'GROUP'
  /** Pages. */
  | 'PAGE';

/** The kind of a journey node. */
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
  /** The kind of the node: EVENT for journeys by EVENT, otherwise PAGE or GROUP. */
  readonly kind?: JourneyKind | null | undefined;
  /** The page, the group or the name of the event. */
  readonly value: string;
};

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

/** A new segment. */
export type SegmentInput = {
  /** The filter. */
  readonly filter: StatFilter;
  /** The name of the segment, 1 to 100 characters, which no other segment of the website has. */
  readonly name: string;
};

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
  /** Visits by channel: the kind of place or link they came from. Value: name of the channel as in `docs/sources.md`, never empty, such as `Organic Search`. */
  | 'CHANNEL'
  /** Visitors by city. Value: country code, then city and region, such as `DE:Munich, Bavaria`. */
  | 'CITY'
  /** Visitors by continent. Value: continent code and name, such as `EU:Europe`. */
  | 'CONTINENT'
  /** Visitors by country. Value: ISO 3166 code and English name, such as `DE:Germany`. */
  | 'COUNTRY'
  /** Requests of crawlers by page, from access logs. Value: path, with the query that remains after click ids and the excluded parameters are removed, such as `/blog?page=2`. */
  | 'CRAWLED_PAGE'
  /** Requests of pages by search engines, AI and other crawlers with a name, from access logs. Value: name of the crawler as in `docs/crawlers.md`, such as `Googlebot`. */
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
  /** Visits by the website they came from; those without a referrer are direct or come from e-mails and apps. Value: host without `www.`, empty without a referrer, such as `duckduckgo.com`. */
  | 'REFERRER'
  /** Visitors by region: a state, a province or a similar part of a country. Value: country code and region, such as `DE:Bavaria`. */
  | 'REGION'
  /** Visitors by screen resolution. Value: width x height, such as `1920x1080`. */
  | 'RESOLUTION'
  /** Visits by source, as links and referrers name it; visits without one are direct. Value: name of the source that the link or the referrer belongs to, as in `docs/sources.md`; otherwise `utm_source` as it was sent, or the host of the referrer; empty for direct visits, such as `Hacker News`. */
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

/** The field that the rows of a statistic are sorted by. */
export type StatSortField =
  /** The count; rows with equal counts are sorted by value. */
  | 'COUNT'
  /** The value, character by character. */
  | 'VALUE';

/** A metric that the rows of a statistic are sorted by; rows with equal numbers are sorted by value. Rows without a value come last. A statistic whose rows lack the metric is sorted by the count. */
export type StatSortMetric =
  /** The bounce rate. */
  | 'BOUNCE_RATE'
  /** The events. */
  | 'EVENTS'
  /** The pageviews. */
  | 'PAGEVIEWS'
  /** The visitors. */
  | 'VISITORS'
  /** The visits. */
  | 'VISITS'
  /** The visit duration. */
  | 'VISIT_DURATION';

export type SummaryFiguresFragment = { readonly visitors: { readonly value: number | null, readonly previous: number | null, readonly change: number | null, readonly difference: number | null, readonly isNoise: boolean | null }, readonly visits: { readonly value: number | null, readonly previous: number | null, readonly change: number | null, readonly difference: number | null, readonly isNoise: boolean | null }, readonly pageviews: { readonly value: number | null, readonly previous: number | null, readonly change: number | null, readonly difference: number | null, readonly isNoise: boolean | null }, readonly pagesPerVisit: { readonly value: number | null, readonly previous: number | null, readonly change: number | null, readonly difference: number | null, readonly isNoise: boolean | null }, readonly events: { readonly value: number | null, readonly previous: number | null, readonly change: number | null, readonly difference: number | null, readonly isNoise: boolean | null }, readonly bounceRate: { readonly value: number | null, readonly previous: number | null, readonly change: number | null, readonly difference: number | null, readonly isNoise: boolean | null }, readonly visitDuration: { readonly value: number | null, readonly previous: number | null, readonly change: number | null, readonly difference: number | null, readonly isNoise: boolean | null } };

export type FigureChangeFragment = { readonly value: number | null, readonly previous: number | null, readonly change: number | null, readonly difference: number | null, readonly isNoise: boolean | null };

export type PointMetricsFragment = { readonly visitors: number, readonly visits: number, readonly pageviews: number, readonly events: number, readonly bounceRate: number | null, readonly visitDuration: number | null };

export type RowMetricsFragment = { readonly visitors: number | null, readonly visits: number | null, readonly pageviews: number | null, readonly events: number | null, readonly bounceRate: number | null, readonly visitDuration: number | null };

export type StepFragment = { readonly kind: GoalKind, readonly pattern: string, readonly name: string, readonly conditions: ReadonlyArray<{ readonly key: string, readonly operator: FilterOperator, readonly values: ReadonlyArray<string> }> };

type FunnelList_SharedWebsite_Fragment = { readonly funnels: ReadonlyArray<{ readonly id: string, readonly name: string, readonly order: FunnelOrder, readonly unit: FunnelUnit, readonly within: number | null, readonly steps: ReadonlyArray<{ readonly kind: GoalKind, readonly pattern: string, readonly name: string, readonly conditions: ReadonlyArray<{ readonly key: string, readonly operator: FilterOperator, readonly values: ReadonlyArray<string> }> }> }> };

type FunnelList_Website_Fragment = { readonly funnels: ReadonlyArray<{ readonly id: string, readonly name: string, readonly order: FunnelOrder, readonly unit: FunnelUnit, readonly within: number | null, readonly steps: ReadonlyArray<{ readonly kind: GoalKind, readonly pattern: string, readonly name: string, readonly conditions: ReadonlyArray<{ readonly key: string, readonly operator: FilterOperator, readonly values: ReadonlyArray<string> }> }> }> };

export type FunnelListFragment =
  | FunnelList_SharedWebsite_Fragment
  | FunnelList_Website_Fragment
;

export type FunnelListQueryVariables = Exact<{
  domain: string;
  own: boolean;
}>;


export type FunnelListQuery = { readonly website?: { readonly funnels: ReadonlyArray<{ readonly id: string, readonly name: string, readonly order: FunnelOrder, readonly unit: FunnelUnit, readonly within: number | null, readonly steps: ReadonlyArray<{ readonly kind: GoalKind, readonly pattern: string, readonly name: string, readonly conditions: ReadonlyArray<{ readonly key: string, readonly operator: FilterOperator, readonly values: ReadonlyArray<string> }> }> }> } | null, readonly shared?: { readonly funnels: ReadonlyArray<{ readonly id: string, readonly name: string, readonly order: FunnelOrder, readonly unit: FunnelUnit, readonly within: number | null, readonly steps: ReadonlyArray<{ readonly kind: GoalKind, readonly pattern: string, readonly name: string, readonly conditions: ReadonlyArray<{ readonly key: string, readonly operator: FilterOperator, readonly values: ReadonlyArray<string> }> }> }> } | null };

type OneFunnel_SharedWebsite_Fragment = { readonly funnel: { readonly entered: number, readonly completed: number, readonly conversionRate: number | null, readonly countsFrom: string | null, readonly steps: ReadonlyArray<{ readonly reached: number, readonly dropped: number, readonly shareOfFirst: number | null, readonly shareOfPrevious: number | null, readonly medianSeconds: number | null, readonly p90Seconds: number | null, readonly previous: number | null, readonly compared: number | null, readonly change: number | null, readonly isNoise: boolean | null, readonly step: { readonly kind: GoalKind, readonly pattern: string, readonly name: string, readonly conditions: ReadonlyArray<{ readonly key: string, readonly operator: FilterOperator, readonly values: ReadonlyArray<string> }> }, readonly amounts: ReadonlyArray<{ readonly unit: string, readonly sum: string }>, readonly droppedTo: ReadonlyArray<{ readonly kind: JourneyKind, readonly value: string, readonly label: string, readonly visits: number }> }> } };

type OneFunnel_Website_Fragment = { readonly funnel: { readonly entered: number, readonly completed: number, readonly conversionRate: number | null, readonly countsFrom: string | null, readonly steps: ReadonlyArray<{ readonly reached: number, readonly dropped: number, readonly shareOfFirst: number | null, readonly shareOfPrevious: number | null, readonly medianSeconds: number | null, readonly p90Seconds: number | null, readonly previous: number | null, readonly compared: number | null, readonly change: number | null, readonly isNoise: boolean | null, readonly step: { readonly kind: GoalKind, readonly pattern: string, readonly name: string, readonly conditions: ReadonlyArray<{ readonly key: string, readonly operator: FilterOperator, readonly values: ReadonlyArray<string> }> }, readonly amounts: ReadonlyArray<{ readonly unit: string, readonly sum: string }>, readonly droppedTo: ReadonlyArray<{ readonly kind: JourneyKind, readonly value: string, readonly label: string, readonly visits: number }> }> } };

export type OneFunnelFragment =
  | OneFunnel_SharedWebsite_Fragment
  | OneFunnel_Website_Fragment
;

export type OneFunnelQueryVariables = Exact<{
  domain: string;
  own: boolean;
  id: string | number;
  from: string;
  to: string;
  filter?: StatFilter | null | undefined;
  compare?: Compare | null | undefined;
  compareFrom?: string | null | undefined;
}>;


export type OneFunnelQuery = { readonly website?: { readonly funnel: { readonly entered: number, readonly completed: number, readonly conversionRate: number | null, readonly countsFrom: string | null, readonly steps: ReadonlyArray<{ readonly reached: number, readonly dropped: number, readonly shareOfFirst: number | null, readonly shareOfPrevious: number | null, readonly medianSeconds: number | null, readonly p90Seconds: number | null, readonly previous: number | null, readonly compared: number | null, readonly change: number | null, readonly isNoise: boolean | null, readonly step: { readonly kind: GoalKind, readonly pattern: string, readonly name: string, readonly conditions: ReadonlyArray<{ readonly key: string, readonly operator: FilterOperator, readonly values: ReadonlyArray<string> }> }, readonly amounts: ReadonlyArray<{ readonly unit: string, readonly sum: string }>, readonly droppedTo: ReadonlyArray<{ readonly kind: JourneyKind, readonly value: string, readonly label: string, readonly visits: number }> }> } } | null, readonly shared?: { readonly funnel: { readonly entered: number, readonly completed: number, readonly conversionRate: number | null, readonly countsFrom: string | null, readonly steps: ReadonlyArray<{ readonly reached: number, readonly dropped: number, readonly shareOfFirst: number | null, readonly shareOfPrevious: number | null, readonly medianSeconds: number | null, readonly p90Seconds: number | null, readonly previous: number | null, readonly compared: number | null, readonly change: number | null, readonly isNoise: boolean | null, readonly step: { readonly kind: GoalKind, readonly pattern: string, readonly name: string, readonly conditions: ReadonlyArray<{ readonly key: string, readonly operator: FilterOperator, readonly values: ReadonlyArray<string> }> }, readonly amounts: ReadonlyArray<{ readonly unit: string, readonly sum: string }>, readonly droppedTo: ReadonlyArray<{ readonly kind: JourneyKind, readonly value: string, readonly label: string, readonly visits: number }> }> } } | null };

type Flow_SharedWebsite_Fragment = { readonly journeys: { readonly countsFrom: string | null, readonly visits: number, readonly levels: ReadonlyArray<{ readonly nodes: ReadonlyArray<{ readonly kind: JourneyKind, readonly value: string, readonly label: string, readonly visits: number }>, readonly links: ReadonlyArray<{ readonly from: string, readonly fromKind: JourneyKind, readonly to: string, readonly toKind: JourneyKind, readonly visits: number }> }> } };

type Flow_Website_Fragment = { readonly journeys: { readonly countsFrom: string | null, readonly visits: number, readonly levels: ReadonlyArray<{ readonly nodes: ReadonlyArray<{ readonly kind: JourneyKind, readonly value: string, readonly label: string, readonly visits: number }>, readonly links: ReadonlyArray<{ readonly from: string, readonly fromKind: JourneyKind, readonly to: string, readonly toKind: JourneyKind, readonly visits: number }> }> } };

export type FlowFragment =
  | Flow_SharedWebsite_Fragment
  | Flow_Website_Fragment
;

export type FlowQueryVariables = Exact<{
  domain: string;
  own: boolean;
  from: string;
  to: string;
  filter?: StatFilter | null | undefined;
  start?: JourneyNodeInput | null | undefined;
  end?: JourneyNodeInput | null | undefined;
  levels?: number | null | undefined;
  perLevel?: number | null | undefined;
  by?: JourneyBy | null | undefined;
}>;


export type FlowQuery = { readonly website?: { readonly journeys: { readonly countsFrom: string | null, readonly visits: number, readonly levels: ReadonlyArray<{ readonly nodes: ReadonlyArray<{ readonly kind: JourneyKind, readonly value: string, readonly label: string, readonly visits: number }>, readonly links: ReadonlyArray<{ readonly from: string, readonly fromKind: JourneyKind, readonly to: string, readonly toKind: JourneyKind, readonly visits: number }> }> } } | null, readonly shared?: { readonly journeys: { readonly countsFrom: string | null, readonly visits: number, readonly levels: ReadonlyArray<{ readonly nodes: ReadonlyArray<{ readonly kind: JourneyKind, readonly value: string, readonly label: string, readonly visits: number }>, readonly links: ReadonlyArray<{ readonly from: string, readonly fromKind: JourneyKind, readonly to: string, readonly toKind: JourneyKind, readonly visits: number }> }> } } | null };

type CameBack_SharedWebsite_Fragment = { readonly returns: { readonly visitors: number, readonly countsFrom: string | null, readonly medianMinutes: number | null, readonly rows: ReadonlyArray<{ readonly visits: number, readonly visitors: number }> } };

type CameBack_Website_Fragment = { readonly returns: { readonly visitors: number, readonly countsFrom: string | null, readonly medianMinutes: number | null, readonly rows: ReadonlyArray<{ readonly visits: number, readonly visitors: number }> } };

export type CameBackFragment =
  | CameBack_SharedWebsite_Fragment
  | CameBack_Website_Fragment
;

export type CameBackQueryVariables = Exact<{
  domain: string;
  own: boolean;
  from: string;
  to: string;
  filter?: StatFilter | null | undefined;
}>;


export type CameBackQuery = { readonly website?: { readonly returns: { readonly visitors: number, readonly countsFrom: string | null, readonly medianMinutes: number | null, readonly rows: ReadonlyArray<{ readonly visits: number, readonly visitors: number }> } } | null, readonly shared?: { readonly returns: { readonly visitors: number, readonly countsFrom: string | null, readonly medianMinutes: number | null, readonly rows: ReadonlyArray<{ readonly visits: number, readonly visitors: number }> } } | null };

export type CreateFunnelMutationVariables = Exact<{
  website: string | number;
  input: FunnelInput;
}>;


export type CreateFunnelMutation = { readonly createFunnel: { readonly id: string } };

export type UpdateFunnelMutationVariables = Exact<{
  id: string | number;
  input: FunnelInput;
}>;


export type UpdateFunnelMutation = { readonly updateFunnel: { readonly id: string } };

export type DeleteFunnelMutationVariables = Exact<{
  id: string | number;
}>;


export type DeleteFunnelMutation = { readonly deleteFunnel: string };

export type ListFragment = { readonly total: number, readonly sum: number, readonly sumOfAll: number, readonly page: number, readonly lastPage: number, readonly knownFrom: string | null, readonly rows: ReadonlyArray<{ readonly value: string, readonly label: string, readonly count: number, readonly share: number, readonly previous: number | null, readonly compared: number | null, readonly change: number | null, readonly isNoise: boolean | null }>, readonly totals: { readonly imported: number } };

export type ListAmountsFragment = { readonly rows: ReadonlyArray<{ readonly amounts: ReadonlyArray<{ readonly unit: string, readonly sum: string }> }> };

export type DetailRowFragment = { readonly value: string, readonly label: string, readonly count: number, readonly imported: number, readonly previous: number | null, readonly compared: number | null, readonly change: number | null, readonly isNoise: boolean | null, readonly exitRate: number | null, readonly timeOnPage: number | null, readonly scrollDepth: number | null, readonly visitors: number | null, readonly visits: number | null, readonly pageviews: number | null, readonly events: number | null, readonly bounceRate: number | null, readonly visitDuration: number | null, readonly amounts?: ReadonlyArray<{ readonly unit: string, readonly sum: string }> };

export type MomentFragment = { readonly start: string, readonly begun: boolean, readonly partial: boolean, readonly visitors: number, readonly visits: number, readonly pageviews: number, readonly events: number, readonly bounceRate: number | null, readonly visitDuration: number | null };

export type AmountMomentFragment = { readonly start: string, readonly begun: boolean, readonly partial: boolean, readonly amounts: ReadonlyArray<{ readonly unit: string, readonly sum: string }> };

type AmountSeries_SharedWebsite_Fragment = { readonly timeseries: { readonly points: ReadonlyArray<{ readonly start: string, readonly begun: boolean, readonly partial: boolean, readonly amounts: ReadonlyArray<{ readonly unit: string, readonly sum: string }> }>, readonly previous: ReadonlyArray<{ readonly start: string, readonly begun: boolean, readonly partial: boolean, readonly amounts: ReadonlyArray<{ readonly unit: string, readonly sum: string }> }> | null, readonly running: { readonly start: string, readonly begun: boolean, readonly partial: boolean, readonly amounts: ReadonlyArray<{ readonly unit: string, readonly sum: string }> } | null } };

type AmountSeries_Website_Fragment = { readonly timeseries: { readonly points: ReadonlyArray<{ readonly start: string, readonly begun: boolean, readonly partial: boolean, readonly amounts: ReadonlyArray<{ readonly unit: string, readonly sum: string }> }>, readonly previous: ReadonlyArray<{ readonly start: string, readonly begun: boolean, readonly partial: boolean, readonly amounts: ReadonlyArray<{ readonly unit: string, readonly sum: string }> }> | null, readonly running: { readonly start: string, readonly begun: boolean, readonly partial: boolean, readonly amounts: ReadonlyArray<{ readonly unit: string, readonly sum: string }> } | null } };

export type AmountSeriesFragment =
  | AmountSeries_SharedWebsite_Fragment
  | AmountSeries_Website_Fragment
;

export type AmountSeriesQueryVariables = Exact<{
  domain: string;
  own: boolean;
  from: string;
  to: string;
  interval: Interval;
  compare?: Compare | null | undefined;
  compareFrom?: string | null | undefined;
  filter?: StatFilter | null | undefined;
}>;


export type AmountSeriesQuery = { readonly website?: { readonly timeseries: { readonly points: ReadonlyArray<{ readonly start: string, readonly begun: boolean, readonly partial: boolean, readonly amounts: ReadonlyArray<{ readonly unit: string, readonly sum: string }> }>, readonly previous: ReadonlyArray<{ readonly start: string, readonly begun: boolean, readonly partial: boolean, readonly amounts: ReadonlyArray<{ readonly unit: string, readonly sum: string }> }> | null, readonly running: { readonly start: string, readonly begun: boolean, readonly partial: boolean, readonly amounts: ReadonlyArray<{ readonly unit: string, readonly sum: string }> } | null } } | null, readonly shared?: { readonly timeseries: { readonly points: ReadonlyArray<{ readonly start: string, readonly begun: boolean, readonly partial: boolean, readonly amounts: ReadonlyArray<{ readonly unit: string, readonly sum: string }> }>, readonly previous: ReadonlyArray<{ readonly start: string, readonly begun: boolean, readonly partial: boolean, readonly amounts: ReadonlyArray<{ readonly unit: string, readonly sum: string }> }> | null, readonly running: { readonly start: string, readonly begun: boolean, readonly partial: boolean, readonly amounts: ReadonlyArray<{ readonly unit: string, readonly sum: string }> } | null } } | null };

export type LiveViewFragment = { readonly visitors5: number, readonly visitors30: number, readonly at: string, readonly pages: ReadonlyArray<{ readonly value: string, readonly label: string, readonly visitors: number }>, readonly minutes: ReadonlyArray<{ readonly start: string, readonly visitors: number, readonly pageviews: number, readonly events: number }>, readonly sources: ReadonlyArray<{ readonly value: string, readonly label: string, readonly visitors: number }>, readonly countries: ReadonlyArray<{ readonly value: string, readonly label: string, readonly visitors: number }>, readonly events: ReadonlyArray<{ readonly value: string, readonly label: string, readonly count: number, readonly latest: string }> };

type Overview_SharedWebsite_Fragment = { readonly firstHitAt: string | null, readonly firstDay: string | null, readonly importedDays: ReadonlyArray<{ readonly source: ImportSource, readonly label: string, readonly kind: ImportKind, readonly from: string, readonly to: string }>, readonly summary: { readonly previousFrom: string | null, readonly previousTo: string | null, readonly comparedUntil: string | null, readonly basis: Basis, readonly imported: number, readonly countsFrom: string | null, readonly freshAt: string, readonly visitors: { readonly value: number | null, readonly previous: number | null, readonly change: number | null, readonly difference: number | null, readonly isNoise: boolean | null }, readonly visits: { readonly value: number | null, readonly previous: number | null, readonly change: number | null, readonly difference: number | null, readonly isNoise: boolean | null }, readonly pageviews: { readonly value: number | null, readonly previous: number | null, readonly change: number | null, readonly difference: number | null, readonly isNoise: boolean | null }, readonly pagesPerVisit: { readonly value: number | null, readonly previous: number | null, readonly change: number | null, readonly difference: number | null, readonly isNoise: boolean | null }, readonly events: { readonly value: number | null, readonly previous: number | null, readonly change: number | null, readonly difference: number | null, readonly isNoise: boolean | null }, readonly bounceRate: { readonly value: number | null, readonly previous: number | null, readonly change: number | null, readonly difference: number | null, readonly isNoise: boolean | null }, readonly visitDuration: { readonly value: number | null, readonly previous: number | null, readonly change: number | null, readonly difference: number | null, readonly isNoise: boolean | null } } & { readonly amountsFrom?: string | null, readonly amounts?: ReadonlyArray<{ readonly unit: string, readonly sum: string }>, readonly previousAmounts?: ReadonlyArray<{ readonly unit: string, readonly sum: string }> | null, readonly comparedAmounts?: ReadonlyArray<{ readonly unit: string, readonly sum: string }> | null }, readonly timeseries: { readonly withoutHours: number, readonly points: ReadonlyArray<{ readonly imported: number, readonly start: string, readonly begun: boolean, readonly partial: boolean, readonly visitors: number, readonly visits: number, readonly pageviews: number, readonly events: number, readonly bounceRate: number | null, readonly visitDuration: number | null }>, readonly previous: ReadonlyArray<{ readonly start: string, readonly begun: boolean, readonly partial: boolean, readonly visitors: number, readonly visits: number, readonly pageviews: number, readonly events: number, readonly bounceRate: number | null, readonly visitDuration: number | null }> | null, readonly running: { readonly start: string, readonly begun: boolean, readonly partial: boolean, readonly visitors: number, readonly visits: number, readonly pageviews: number, readonly events: number, readonly bounceRate: number | null, readonly visitDuration: number | null } | null }, readonly annotations: ReadonlyArray<{ readonly id: string, readonly date: string, readonly text: string }>, readonly segments: ReadonlyArray<{ readonly id: string, readonly name: string, readonly filter: unknown }>, readonly goalResults: ReadonlyArray<{ readonly conversions: number, readonly visits: number, readonly conversionRate: number, readonly countsFrom: string | null, readonly goal: { readonly id: string, readonly name: string, readonly kind: GoalKind, readonly pattern: string, readonly conditions: ReadonlyArray<{ readonly key: string, readonly operator: FilterOperator, readonly values: ReadonlyArray<string> }> }, readonly amounts: ReadonlyArray<{ readonly unit: string, readonly sum: string }> }>, readonly hostCount: { readonly total: number }, readonly heatmap: { readonly withoutHours: number, readonly cells: ReadonlyArray<{ readonly weekday: number, readonly hour: number, readonly pageviews: number, readonly visitors: number }> }, readonly sources: { readonly total: number, readonly sum: number, readonly sumOfAll: number, readonly page: number, readonly lastPage: number, readonly knownFrom: string | null, readonly rows: ReadonlyArray<{ readonly value: string, readonly label: string, readonly count: number, readonly share: number, readonly previous: number | null, readonly compared: number | null, readonly change: number | null, readonly isNoise: boolean | null }>, readonly totals: { readonly imported: number } }, readonly pages: { readonly total: number, readonly sum: number, readonly sumOfAll: number, readonly page: number, readonly lastPage: number, readonly knownFrom: string | null, readonly rows: ReadonlyArray<{ readonly value: string, readonly label: string, readonly count: number, readonly share: number, readonly previous: number | null, readonly compared: number | null, readonly change: number | null, readonly isNoise: boolean | null }>, readonly totals: { readonly imported: number } }, readonly places: { readonly total: number, readonly sum: number, readonly sumOfAll: number, readonly page: number, readonly lastPage: number, readonly knownFrom: string | null, readonly rows: ReadonlyArray<{ readonly value: string, readonly label: string, readonly count: number, readonly share: number, readonly previous: number | null, readonly compared: number | null, readonly change: number | null, readonly isNoise: boolean | null }>, readonly totals: { readonly imported: number } }, readonly technology: { readonly total: number, readonly sum: number, readonly sumOfAll: number, readonly page: number, readonly lastPage: number, readonly knownFrom: string | null, readonly rows: ReadonlyArray<{ readonly value: string, readonly label: string, readonly count: number, readonly share: number, readonly previous: number | null, readonly compared: number | null, readonly change: number | null, readonly isNoise: boolean | null }>, readonly totals: { readonly imported: number } }, readonly times: { readonly total: number, readonly sum: number, readonly sumOfAll: number, readonly page: number, readonly lastPage: number, readonly knownFrom: string | null, readonly rows: ReadonlyArray<{ readonly value: string, readonly label: string, readonly count: number, readonly share: number, readonly previous: number | null, readonly compared: number | null, readonly change: number | null, readonly isNoise: boolean | null }>, readonly totals: { readonly imported: number } }, readonly events: { readonly total: number, readonly sum: number, readonly sumOfAll: number, readonly page: number, readonly lastPage: number, readonly knownFrom: string | null, readonly rows: ReadonlyArray<{ readonly value: string, readonly label: string, readonly count: number, readonly share: number, readonly previous: number | null, readonly compared: number | null, readonly change: number | null, readonly isNoise: boolean | null }>, readonly totals: { readonly imported: number } } & { readonly rows?: ReadonlyArray<{ readonly amounts: ReadonlyArray<{ readonly unit: string, readonly sum: string }> }> } };

type Overview_Website_Fragment = { readonly firstHitAt: string | null, readonly firstDay: string | null, readonly importedDays: ReadonlyArray<{ readonly source: ImportSource, readonly label: string, readonly kind: ImportKind, readonly from: string, readonly to: string }>, readonly summary: { readonly previousFrom: string | null, readonly previousTo: string | null, readonly comparedUntil: string | null, readonly basis: Basis, readonly imported: number, readonly countsFrom: string | null, readonly freshAt: string, readonly visitors: { readonly value: number | null, readonly previous: number | null, readonly change: number | null, readonly difference: number | null, readonly isNoise: boolean | null }, readonly visits: { readonly value: number | null, readonly previous: number | null, readonly change: number | null, readonly difference: number | null, readonly isNoise: boolean | null }, readonly pageviews: { readonly value: number | null, readonly previous: number | null, readonly change: number | null, readonly difference: number | null, readonly isNoise: boolean | null }, readonly pagesPerVisit: { readonly value: number | null, readonly previous: number | null, readonly change: number | null, readonly difference: number | null, readonly isNoise: boolean | null }, readonly events: { readonly value: number | null, readonly previous: number | null, readonly change: number | null, readonly difference: number | null, readonly isNoise: boolean | null }, readonly bounceRate: { readonly value: number | null, readonly previous: number | null, readonly change: number | null, readonly difference: number | null, readonly isNoise: boolean | null }, readonly visitDuration: { readonly value: number | null, readonly previous: number | null, readonly change: number | null, readonly difference: number | null, readonly isNoise: boolean | null } } & { readonly amountsFrom?: string | null, readonly amounts?: ReadonlyArray<{ readonly unit: string, readonly sum: string }>, readonly previousAmounts?: ReadonlyArray<{ readonly unit: string, readonly sum: string }> | null, readonly comparedAmounts?: ReadonlyArray<{ readonly unit: string, readonly sum: string }> | null }, readonly timeseries: { readonly withoutHours: number, readonly points: ReadonlyArray<{ readonly imported: number, readonly start: string, readonly begun: boolean, readonly partial: boolean, readonly visitors: number, readonly visits: number, readonly pageviews: number, readonly events: number, readonly bounceRate: number | null, readonly visitDuration: number | null }>, readonly previous: ReadonlyArray<{ readonly start: string, readonly begun: boolean, readonly partial: boolean, readonly visitors: number, readonly visits: number, readonly pageviews: number, readonly events: number, readonly bounceRate: number | null, readonly visitDuration: number | null }> | null, readonly running: { readonly start: string, readonly begun: boolean, readonly partial: boolean, readonly visitors: number, readonly visits: number, readonly pageviews: number, readonly events: number, readonly bounceRate: number | null, readonly visitDuration: number | null } | null }, readonly annotations: ReadonlyArray<{ readonly id: string, readonly date: string, readonly text: string }>, readonly segments: ReadonlyArray<{ readonly id: string, readonly name: string, readonly filter: unknown }>, readonly goalResults: ReadonlyArray<{ readonly conversions: number, readonly visits: number, readonly conversionRate: number, readonly countsFrom: string | null, readonly goal: { readonly id: string, readonly name: string, readonly kind: GoalKind, readonly pattern: string, readonly conditions: ReadonlyArray<{ readonly key: string, readonly operator: FilterOperator, readonly values: ReadonlyArray<string> }> }, readonly amounts: ReadonlyArray<{ readonly unit: string, readonly sum: string }> }>, readonly hostCount: { readonly total: number }, readonly heatmap: { readonly withoutHours: number, readonly cells: ReadonlyArray<{ readonly weekday: number, readonly hour: number, readonly pageviews: number, readonly visitors: number }> }, readonly sources: { readonly total: number, readonly sum: number, readonly sumOfAll: number, readonly page: number, readonly lastPage: number, readonly knownFrom: string | null, readonly rows: ReadonlyArray<{ readonly value: string, readonly label: string, readonly count: number, readonly share: number, readonly previous: number | null, readonly compared: number | null, readonly change: number | null, readonly isNoise: boolean | null }>, readonly totals: { readonly imported: number } }, readonly pages: { readonly total: number, readonly sum: number, readonly sumOfAll: number, readonly page: number, readonly lastPage: number, readonly knownFrom: string | null, readonly rows: ReadonlyArray<{ readonly value: string, readonly label: string, readonly count: number, readonly share: number, readonly previous: number | null, readonly compared: number | null, readonly change: number | null, readonly isNoise: boolean | null }>, readonly totals: { readonly imported: number } }, readonly places: { readonly total: number, readonly sum: number, readonly sumOfAll: number, readonly page: number, readonly lastPage: number, readonly knownFrom: string | null, readonly rows: ReadonlyArray<{ readonly value: string, readonly label: string, readonly count: number, readonly share: number, readonly previous: number | null, readonly compared: number | null, readonly change: number | null, readonly isNoise: boolean | null }>, readonly totals: { readonly imported: number } }, readonly technology: { readonly total: number, readonly sum: number, readonly sumOfAll: number, readonly page: number, readonly lastPage: number, readonly knownFrom: string | null, readonly rows: ReadonlyArray<{ readonly value: string, readonly label: string, readonly count: number, readonly share: number, readonly previous: number | null, readonly compared: number | null, readonly change: number | null, readonly isNoise: boolean | null }>, readonly totals: { readonly imported: number } }, readonly times: { readonly total: number, readonly sum: number, readonly sumOfAll: number, readonly page: number, readonly lastPage: number, readonly knownFrom: string | null, readonly rows: ReadonlyArray<{ readonly value: string, readonly label: string, readonly count: number, readonly share: number, readonly previous: number | null, readonly compared: number | null, readonly change: number | null, readonly isNoise: boolean | null }>, readonly totals: { readonly imported: number } }, readonly events: { readonly total: number, readonly sum: number, readonly sumOfAll: number, readonly page: number, readonly lastPage: number, readonly knownFrom: string | null, readonly rows: ReadonlyArray<{ readonly value: string, readonly label: string, readonly count: number, readonly share: number, readonly previous: number | null, readonly compared: number | null, readonly change: number | null, readonly isNoise: boolean | null }>, readonly totals: { readonly imported: number } } & { readonly rows?: ReadonlyArray<{ readonly amounts: ReadonlyArray<{ readonly unit: string, readonly sum: string }> }> } };

export type OverviewFragment =
  | Overview_SharedWebsite_Fragment
  | Overview_Website_Fragment
;

export type OverviewQueryVariables = Exact<{
  domain: string;
  own: boolean;
  from: string;
  to: string;
  compare?: Compare | null | undefined;
  compareFrom?: string | null | undefined;
  filter?: StatFilter | null | undefined;
  interval: Interval;
  sources: StatName;
  sourcesSearch?: string | null | undefined;
  sourcesPage?: number | null | undefined;
  pages: StatName;
  pagesSearch?: string | null | undefined;
  pagesPage?: number | null | undefined;
  places: StatName;
  placesSearch?: string | null | undefined;
  placesPage?: number | null | undefined;
  technology: StatName;
  technologySearch?: string | null | undefined;
  technologyPage?: number | null | undefined;
  times: StatName;
  timesSearch?: string | null | undefined;
  timesPage?: number | null | undefined;
  timesSortBy?: StatSortField | null | undefined;
  timesSort?: SortDirection | null | undefined;
  timesPerPage?: number | null | undefined;
  events: StatName;
  eventsSearch?: string | null | undefined;
  eventsPage?: number | null | undefined;
  eventsKey?: string | null | undefined;
  eventsEvent?: string | null | undefined;
  money: boolean;
}>;


export type OverviewQuery = { readonly website?: { readonly firstHitAt: string | null, readonly firstDay: string | null, readonly importedDays: ReadonlyArray<{ readonly source: ImportSource, readonly label: string, readonly kind: ImportKind, readonly from: string, readonly to: string }>, readonly summary: { readonly previousFrom: string | null, readonly previousTo: string | null, readonly comparedUntil: string | null, readonly basis: Basis, readonly imported: number, readonly countsFrom: string | null, readonly freshAt: string, readonly visitors: { readonly value: number | null, readonly previous: number | null, readonly change: number | null, readonly difference: number | null, readonly isNoise: boolean | null }, readonly visits: { readonly value: number | null, readonly previous: number | null, readonly change: number | null, readonly difference: number | null, readonly isNoise: boolean | null }, readonly pageviews: { readonly value: number | null, readonly previous: number | null, readonly change: number | null, readonly difference: number | null, readonly isNoise: boolean | null }, readonly pagesPerVisit: { readonly value: number | null, readonly previous: number | null, readonly change: number | null, readonly difference: number | null, readonly isNoise: boolean | null }, readonly events: { readonly value: number | null, readonly previous: number | null, readonly change: number | null, readonly difference: number | null, readonly isNoise: boolean | null }, readonly bounceRate: { readonly value: number | null, readonly previous: number | null, readonly change: number | null, readonly difference: number | null, readonly isNoise: boolean | null }, readonly visitDuration: { readonly value: number | null, readonly previous: number | null, readonly change: number | null, readonly difference: number | null, readonly isNoise: boolean | null } } & { readonly amountsFrom?: string | null, readonly amounts?: ReadonlyArray<{ readonly unit: string, readonly sum: string }>, readonly previousAmounts?: ReadonlyArray<{ readonly unit: string, readonly sum: string }> | null, readonly comparedAmounts?: ReadonlyArray<{ readonly unit: string, readonly sum: string }> | null }, readonly timeseries: { readonly withoutHours: number, readonly points: ReadonlyArray<{ readonly imported: number, readonly start: string, readonly begun: boolean, readonly partial: boolean, readonly visitors: number, readonly visits: number, readonly pageviews: number, readonly events: number, readonly bounceRate: number | null, readonly visitDuration: number | null }>, readonly previous: ReadonlyArray<{ readonly start: string, readonly begun: boolean, readonly partial: boolean, readonly visitors: number, readonly visits: number, readonly pageviews: number, readonly events: number, readonly bounceRate: number | null, readonly visitDuration: number | null }> | null, readonly running: { readonly start: string, readonly begun: boolean, readonly partial: boolean, readonly visitors: number, readonly visits: number, readonly pageviews: number, readonly events: number, readonly bounceRate: number | null, readonly visitDuration: number | null } | null }, readonly annotations: ReadonlyArray<{ readonly id: string, readonly date: string, readonly text: string }>, readonly segments: ReadonlyArray<{ readonly id: string, readonly name: string, readonly filter: unknown }>, readonly goalResults: ReadonlyArray<{ readonly conversions: number, readonly visits: number, readonly conversionRate: number, readonly countsFrom: string | null, readonly goal: { readonly id: string, readonly name: string, readonly kind: GoalKind, readonly pattern: string, readonly conditions: ReadonlyArray<{ readonly key: string, readonly operator: FilterOperator, readonly values: ReadonlyArray<string> }> }, readonly amounts: ReadonlyArray<{ readonly unit: string, readonly sum: string }> }>, readonly hostCount: { readonly total: number }, readonly heatmap: { readonly withoutHours: number, readonly cells: ReadonlyArray<{ readonly weekday: number, readonly hour: number, readonly pageviews: number, readonly visitors: number }> }, readonly sources: { readonly total: number, readonly sum: number, readonly sumOfAll: number, readonly page: number, readonly lastPage: number, readonly knownFrom: string | null, readonly rows: ReadonlyArray<{ readonly value: string, readonly label: string, readonly count: number, readonly share: number, readonly previous: number | null, readonly compared: number | null, readonly change: number | null, readonly isNoise: boolean | null }>, readonly totals: { readonly imported: number } }, readonly pages: { readonly total: number, readonly sum: number, readonly sumOfAll: number, readonly page: number, readonly lastPage: number, readonly knownFrom: string | null, readonly rows: ReadonlyArray<{ readonly value: string, readonly label: string, readonly count: number, readonly share: number, readonly previous: number | null, readonly compared: number | null, readonly change: number | null, readonly isNoise: boolean | null }>, readonly totals: { readonly imported: number } }, readonly places: { readonly total: number, readonly sum: number, readonly sumOfAll: number, readonly page: number, readonly lastPage: number, readonly knownFrom: string | null, readonly rows: ReadonlyArray<{ readonly value: string, readonly label: string, readonly count: number, readonly share: number, readonly previous: number | null, readonly compared: number | null, readonly change: number | null, readonly isNoise: boolean | null }>, readonly totals: { readonly imported: number } }, readonly technology: { readonly total: number, readonly sum: number, readonly sumOfAll: number, readonly page: number, readonly lastPage: number, readonly knownFrom: string | null, readonly rows: ReadonlyArray<{ readonly value: string, readonly label: string, readonly count: number, readonly share: number, readonly previous: number | null, readonly compared: number | null, readonly change: number | null, readonly isNoise: boolean | null }>, readonly totals: { readonly imported: number } }, readonly times: { readonly total: number, readonly sum: number, readonly sumOfAll: number, readonly page: number, readonly lastPage: number, readonly knownFrom: string | null, readonly rows: ReadonlyArray<{ readonly value: string, readonly label: string, readonly count: number, readonly share: number, readonly previous: number | null, readonly compared: number | null, readonly change: number | null, readonly isNoise: boolean | null }>, readonly totals: { readonly imported: number } }, readonly events: { readonly total: number, readonly sum: number, readonly sumOfAll: number, readonly page: number, readonly lastPage: number, readonly knownFrom: string | null, readonly rows: ReadonlyArray<{ readonly value: string, readonly label: string, readonly count: number, readonly share: number, readonly previous: number | null, readonly compared: number | null, readonly change: number | null, readonly isNoise: boolean | null }>, readonly totals: { readonly imported: number } } & { readonly rows?: ReadonlyArray<{ readonly amounts: ReadonlyArray<{ readonly unit: string, readonly sum: string }> }> } } | null, readonly shared?: { readonly firstHitAt: string | null, readonly firstDay: string | null, readonly importedDays: ReadonlyArray<{ readonly source: ImportSource, readonly label: string, readonly kind: ImportKind, readonly from: string, readonly to: string }>, readonly summary: { readonly previousFrom: string | null, readonly previousTo: string | null, readonly comparedUntil: string | null, readonly basis: Basis, readonly imported: number, readonly countsFrom: string | null, readonly freshAt: string, readonly visitors: { readonly value: number | null, readonly previous: number | null, readonly change: number | null, readonly difference: number | null, readonly isNoise: boolean | null }, readonly visits: { readonly value: number | null, readonly previous: number | null, readonly change: number | null, readonly difference: number | null, readonly isNoise: boolean | null }, readonly pageviews: { readonly value: number | null, readonly previous: number | null, readonly change: number | null, readonly difference: number | null, readonly isNoise: boolean | null }, readonly pagesPerVisit: { readonly value: number | null, readonly previous: number | null, readonly change: number | null, readonly difference: number | null, readonly isNoise: boolean | null }, readonly events: { readonly value: number | null, readonly previous: number | null, readonly change: number | null, readonly difference: number | null, readonly isNoise: boolean | null }, readonly bounceRate: { readonly value: number | null, readonly previous: number | null, readonly change: number | null, readonly difference: number | null, readonly isNoise: boolean | null }, readonly visitDuration: { readonly value: number | null, readonly previous: number | null, readonly change: number | null, readonly difference: number | null, readonly isNoise: boolean | null } } & { readonly amountsFrom?: string | null, readonly amounts?: ReadonlyArray<{ readonly unit: string, readonly sum: string }>, readonly previousAmounts?: ReadonlyArray<{ readonly unit: string, readonly sum: string }> | null, readonly comparedAmounts?: ReadonlyArray<{ readonly unit: string, readonly sum: string }> | null }, readonly timeseries: { readonly withoutHours: number, readonly points: ReadonlyArray<{ readonly imported: number, readonly start: string, readonly begun: boolean, readonly partial: boolean, readonly visitors: number, readonly visits: number, readonly pageviews: number, readonly events: number, readonly bounceRate: number | null, readonly visitDuration: number | null }>, readonly previous: ReadonlyArray<{ readonly start: string, readonly begun: boolean, readonly partial: boolean, readonly visitors: number, readonly visits: number, readonly pageviews: number, readonly events: number, readonly bounceRate: number | null, readonly visitDuration: number | null }> | null, readonly running: { readonly start: string, readonly begun: boolean, readonly partial: boolean, readonly visitors: number, readonly visits: number, readonly pageviews: number, readonly events: number, readonly bounceRate: number | null, readonly visitDuration: number | null } | null }, readonly annotations: ReadonlyArray<{ readonly id: string, readonly date: string, readonly text: string }>, readonly segments: ReadonlyArray<{ readonly id: string, readonly name: string, readonly filter: unknown }>, readonly goalResults: ReadonlyArray<{ readonly conversions: number, readonly visits: number, readonly conversionRate: number, readonly countsFrom: string | null, readonly goal: { readonly id: string, readonly name: string, readonly kind: GoalKind, readonly pattern: string, readonly conditions: ReadonlyArray<{ readonly key: string, readonly operator: FilterOperator, readonly values: ReadonlyArray<string> }> }, readonly amounts: ReadonlyArray<{ readonly unit: string, readonly sum: string }> }>, readonly hostCount: { readonly total: number }, readonly heatmap: { readonly withoutHours: number, readonly cells: ReadonlyArray<{ readonly weekday: number, readonly hour: number, readonly pageviews: number, readonly visitors: number }> }, readonly sources: { readonly total: number, readonly sum: number, readonly sumOfAll: number, readonly page: number, readonly lastPage: number, readonly knownFrom: string | null, readonly rows: ReadonlyArray<{ readonly value: string, readonly label: string, readonly count: number, readonly share: number, readonly previous: number | null, readonly compared: number | null, readonly change: number | null, readonly isNoise: boolean | null }>, readonly totals: { readonly imported: number } }, readonly pages: { readonly total: number, readonly sum: number, readonly sumOfAll: number, readonly page: number, readonly lastPage: number, readonly knownFrom: string | null, readonly rows: ReadonlyArray<{ readonly value: string, readonly label: string, readonly count: number, readonly share: number, readonly previous: number | null, readonly compared: number | null, readonly change: number | null, readonly isNoise: boolean | null }>, readonly totals: { readonly imported: number } }, readonly places: { readonly total: number, readonly sum: number, readonly sumOfAll: number, readonly page: number, readonly lastPage: number, readonly knownFrom: string | null, readonly rows: ReadonlyArray<{ readonly value: string, readonly label: string, readonly count: number, readonly share: number, readonly previous: number | null, readonly compared: number | null, readonly change: number | null, readonly isNoise: boolean | null }>, readonly totals: { readonly imported: number } }, readonly technology: { readonly total: number, readonly sum: number, readonly sumOfAll: number, readonly page: number, readonly lastPage: number, readonly knownFrom: string | null, readonly rows: ReadonlyArray<{ readonly value: string, readonly label: string, readonly count: number, readonly share: number, readonly previous: number | null, readonly compared: number | null, readonly change: number | null, readonly isNoise: boolean | null }>, readonly totals: { readonly imported: number } }, readonly times: { readonly total: number, readonly sum: number, readonly sumOfAll: number, readonly page: number, readonly lastPage: number, readonly knownFrom: string | null, readonly rows: ReadonlyArray<{ readonly value: string, readonly label: string, readonly count: number, readonly share: number, readonly previous: number | null, readonly compared: number | null, readonly change: number | null, readonly isNoise: boolean | null }>, readonly totals: { readonly imported: number } }, readonly events: { readonly total: number, readonly sum: number, readonly sumOfAll: number, readonly page: number, readonly lastPage: number, readonly knownFrom: string | null, readonly rows: ReadonlyArray<{ readonly value: string, readonly label: string, readonly count: number, readonly share: number, readonly previous: number | null, readonly compared: number | null, readonly change: number | null, readonly isNoise: boolean | null }>, readonly totals: { readonly imported: number } } & { readonly rows?: ReadonlyArray<{ readonly amounts: ReadonlyArray<{ readonly unit: string, readonly sum: string }> }> } } | null };

type OneList_SharedWebsite_Fragment = { readonly stats: { readonly total: number, readonly sum: number, readonly sumOfAll: number, readonly page: number, readonly lastPage: number, readonly knownFrom: string | null, readonly rows: ReadonlyArray<{ readonly value: string, readonly label: string, readonly count: number, readonly share: number, readonly previous: number | null, readonly compared: number | null, readonly change: number | null, readonly isNoise: boolean | null }>, readonly totals: { readonly imported: number } } & { readonly rows?: ReadonlyArray<{ readonly amounts: ReadonlyArray<{ readonly unit: string, readonly sum: string }> }> } };

type OneList_Website_Fragment = { readonly stats: { readonly total: number, readonly sum: number, readonly sumOfAll: number, readonly page: number, readonly lastPage: number, readonly knownFrom: string | null, readonly rows: ReadonlyArray<{ readonly value: string, readonly label: string, readonly count: number, readonly share: number, readonly previous: number | null, readonly compared: number | null, readonly change: number | null, readonly isNoise: boolean | null }>, readonly totals: { readonly imported: number } } & { readonly rows?: ReadonlyArray<{ readonly amounts: ReadonlyArray<{ readonly unit: string, readonly sum: string }> }> } };

export type OneListFragment =
  | OneList_SharedWebsite_Fragment
  | OneList_Website_Fragment
;

export type OneListQueryVariables = Exact<{
  domain: string;
  own: boolean;
  name: StatName;
  key?: string | null | undefined;
  event?: string | null | undefined;
  from: string;
  to: string;
  filter?: StatFilter | null | undefined;
  compare?: Compare | null | undefined;
  compareFrom?: string | null | undefined;
  search?: string | null | undefined;
  page?: number | null | undefined;
  perPage?: number | null | undefined;
  sortBy?: StatSortField | null | undefined;
  sort?: SortDirection | null | undefined;
  money?: boolean | null | undefined;
}>;


export type OneListQuery = { readonly website?: { readonly stats: { readonly total: number, readonly sum: number, readonly sumOfAll: number, readonly page: number, readonly lastPage: number, readonly knownFrom: string | null, readonly rows: ReadonlyArray<{ readonly value: string, readonly label: string, readonly count: number, readonly share: number, readonly previous: number | null, readonly compared: number | null, readonly change: number | null, readonly isNoise: boolean | null }>, readonly totals: { readonly imported: number } } & { readonly rows?: ReadonlyArray<{ readonly amounts: ReadonlyArray<{ readonly unit: string, readonly sum: string }> }> } } | null, readonly shared?: { readonly stats: { readonly total: number, readonly sum: number, readonly sumOfAll: number, readonly page: number, readonly lastPage: number, readonly knownFrom: string | null, readonly rows: ReadonlyArray<{ readonly value: string, readonly label: string, readonly count: number, readonly share: number, readonly previous: number | null, readonly compared: number | null, readonly change: number | null, readonly isNoise: boolean | null }>, readonly totals: { readonly imported: number } } & { readonly rows?: ReadonlyArray<{ readonly amounts: ReadonlyArray<{ readonly unit: string, readonly sum: string }> }> } } | null };

type RowAmounts_SharedWebsite_Fragment = { readonly stats: { readonly rows: ReadonlyArray<{ readonly value: string, readonly amounts: ReadonlyArray<{ readonly unit: string, readonly sum: string }> }> } };

type RowAmounts_Website_Fragment = { readonly stats: { readonly rows: ReadonlyArray<{ readonly value: string, readonly amounts: ReadonlyArray<{ readonly unit: string, readonly sum: string }> }> } };

export type RowAmountsFragment =
  | RowAmounts_SharedWebsite_Fragment
  | RowAmounts_Website_Fragment
;

export type RowAmountsQueryVariables = Exact<{
  domain: string;
  own: boolean;
  name: StatName;
  from: string;
  to: string;
  filter?: StatFilter | null | undefined;
  search?: string | null | undefined;
  page?: number | null | undefined;
}>;


export type RowAmountsQuery = { readonly website?: { readonly stats: { readonly rows: ReadonlyArray<{ readonly value: string, readonly amounts: ReadonlyArray<{ readonly unit: string, readonly sum: string }> }> } } | null, readonly shared?: { readonly stats: { readonly rows: ReadonlyArray<{ readonly value: string, readonly amounts: ReadonlyArray<{ readonly unit: string, readonly sum: string }> }> } } | null };

type RowHosts_SharedWebsite_Fragment = { readonly stats: { readonly rows: ReadonlyArray<{ readonly value: string, readonly hosts: ReadonlyArray<string> | null }> } };

type RowHosts_Website_Fragment = { readonly stats: { readonly rows: ReadonlyArray<{ readonly value: string, readonly hosts: ReadonlyArray<string> | null }> } };

export type RowHostsFragment =
  | RowHosts_SharedWebsite_Fragment
  | RowHosts_Website_Fragment
;

export type RowHostsQueryVariables = Exact<{
  domain: string;
  own: boolean;
  name: StatName;
  from: string;
  to: string;
  filter?: StatFilter | null | undefined;
  search?: string | null | undefined;
  page?: number | null | undefined;
  perPage?: number | null | undefined;
  sortBy?: StatSortField | null | undefined;
  sort?: SortDirection | null | undefined;
  sortMetric?: StatSortMetric | null | undefined;
}>;


export type RowHostsQuery = { readonly website?: { readonly stats: { readonly rows: ReadonlyArray<{ readonly value: string, readonly hosts: ReadonlyArray<string> | null }> } } | null, readonly shared?: { readonly stats: { readonly rows: ReadonlyArray<{ readonly value: string, readonly hosts: ReadonlyArray<string> | null }> } } | null };

type Detail_SharedWebsite_Fragment = { readonly stats: { readonly total: number, readonly sum: number, readonly sumOfAll: number, readonly page: number, readonly lastPage: number, readonly knownFrom: string | null, readonly countsFrom: string | null, readonly basis: Basis, readonly rows: ReadonlyArray<{ readonly value: string, readonly label: string, readonly count: number, readonly imported: number, readonly previous: number | null, readonly compared: number | null, readonly change: number | null, readonly isNoise: boolean | null, readonly exitRate: number | null, readonly timeOnPage: number | null, readonly scrollDepth: number | null, readonly visitors: number | null, readonly visits: number | null, readonly pageviews: number | null, readonly events: number | null, readonly bounceRate: number | null, readonly visitDuration: number | null, readonly amounts?: ReadonlyArray<{ readonly unit: string, readonly sum: string }> }>, readonly totals: { readonly imported: number } } };

type Detail_Website_Fragment = { readonly stats: { readonly total: number, readonly sum: number, readonly sumOfAll: number, readonly page: number, readonly lastPage: number, readonly knownFrom: string | null, readonly countsFrom: string | null, readonly basis: Basis, readonly rows: ReadonlyArray<{ readonly value: string, readonly label: string, readonly count: number, readonly imported: number, readonly previous: number | null, readonly compared: number | null, readonly change: number | null, readonly isNoise: boolean | null, readonly exitRate: number | null, readonly timeOnPage: number | null, readonly scrollDepth: number | null, readonly visitors: number | null, readonly visits: number | null, readonly pageviews: number | null, readonly events: number | null, readonly bounceRate: number | null, readonly visitDuration: number | null, readonly amounts?: ReadonlyArray<{ readonly unit: string, readonly sum: string }> }>, readonly totals: { readonly imported: number } } };

export type DetailFragment =
  | Detail_SharedWebsite_Fragment
  | Detail_Website_Fragment
;

export type DetailQueryVariables = Exact<{
  domain: string;
  own: boolean;
  name: StatName;
  key?: string | null | undefined;
  event?: string | null | undefined;
  from: string;
  to: string;
  filter?: StatFilter | null | undefined;
  compare?: Compare | null | undefined;
  compareFrom?: string | null | undefined;
  search?: string | null | undefined;
  page?: number | null | undefined;
  sortBy?: StatSortField | null | undefined;
  sort?: SortDirection | null | undefined;
  sortMetric?: StatSortMetric | null | undefined;
  money: boolean;
}>;


export type DetailQuery = { readonly website?: { readonly stats: { readonly total: number, readonly sum: number, readonly sumOfAll: number, readonly page: number, readonly lastPage: number, readonly knownFrom: string | null, readonly countsFrom: string | null, readonly basis: Basis, readonly rows: ReadonlyArray<{ readonly value: string, readonly label: string, readonly count: number, readonly imported: number, readonly previous: number | null, readonly compared: number | null, readonly change: number | null, readonly isNoise: boolean | null, readonly exitRate: number | null, readonly timeOnPage: number | null, readonly scrollDepth: number | null, readonly visitors: number | null, readonly visits: number | null, readonly pageviews: number | null, readonly events: number | null, readonly bounceRate: number | null, readonly visitDuration: number | null, readonly amounts?: ReadonlyArray<{ readonly unit: string, readonly sum: string }> }>, readonly totals: { readonly imported: number } } } | null, readonly shared?: { readonly stats: { readonly total: number, readonly sum: number, readonly sumOfAll: number, readonly page: number, readonly lastPage: number, readonly knownFrom: string | null, readonly countsFrom: string | null, readonly basis: Basis, readonly rows: ReadonlyArray<{ readonly value: string, readonly label: string, readonly count: number, readonly imported: number, readonly previous: number | null, readonly compared: number | null, readonly change: number | null, readonly isNoise: boolean | null, readonly exitRate: number | null, readonly timeOnPage: number | null, readonly scrollDepth: number | null, readonly visitors: number | null, readonly visits: number | null, readonly pageviews: number | null, readonly events: number | null, readonly bounceRate: number | null, readonly visitDuration: number | null, readonly amounts?: ReadonlyArray<{ readonly unit: string, readonly sum: string }> }>, readonly totals: { readonly imported: number } } } | null };

type Suggestions_SharedWebsite_Fragment = { readonly stats: { readonly rows: ReadonlyArray<{ readonly value: string, readonly label: string, readonly count: number }> } };

type Suggestions_Website_Fragment = { readonly stats: { readonly rows: ReadonlyArray<{ readonly value: string, readonly label: string, readonly count: number }> } };

export type SuggestionsFragment =
  | Suggestions_SharedWebsite_Fragment
  | Suggestions_Website_Fragment
;

export type SuggestionsQueryVariables = Exact<{
  domain: string;
  own: boolean;
  name: StatName;
  key?: string | null | undefined;
  event?: string | null | undefined;
  from: string;
  to: string;
  filter?: StatFilter | null | undefined;
  search?: string | null | undefined;
  perPage?: number | null | undefined;
}>;


export type SuggestionsQuery = { readonly website?: { readonly stats: { readonly rows: ReadonlyArray<{ readonly value: string, readonly label: string, readonly count: number }> } } | null, readonly shared?: { readonly stats: { readonly rows: ReadonlyArray<{ readonly value: string, readonly label: string, readonly count: number }> } } | null };

type PropertyKeys_SharedWebsite_Fragment = { readonly properties: ReadonlyArray<{ readonly key: string, readonly events: number, readonly values: number }> };

type PropertyKeys_Website_Fragment = { readonly properties: ReadonlyArray<{ readonly key: string, readonly events: number, readonly values: number }> };

export type PropertyKeysFragment =
  | PropertyKeys_SharedWebsite_Fragment
  | PropertyKeys_Website_Fragment
;

export type PropertyKeysQueryVariables = Exact<{
  domain: string;
  own: boolean;
  event?: string | null | undefined;
  from: string;
  to: string;
  filter?: StatFilter | null | undefined;
}>;


export type PropertyKeysQuery = { readonly website?: { readonly properties: ReadonlyArray<{ readonly key: string, readonly events: number, readonly values: number }> } | null, readonly shared?: { readonly properties: ReadonlyArray<{ readonly key: string, readonly events: number, readonly values: number }> } | null };

type Before_SharedWebsite_Fragment = { readonly range: { readonly from: string, readonly to: string }, readonly segments: ReadonlyArray<{ readonly id: string, readonly name: string, readonly filter: unknown }> };

type Before_Website_Fragment = { readonly range: { readonly from: string, readonly to: string }, readonly segments: ReadonlyArray<{ readonly id: string, readonly name: string, readonly filter: unknown }> };

export type BeforeFragment =
  | Before_SharedWebsite_Fragment
  | Before_Website_Fragment
;

export type BeforeQueryVariables = Exact<{
  domain: string;
  own: boolean;
}>;


export type BeforeQuery = { readonly website?: { readonly range: { readonly from: string, readonly to: string }, readonly segments: ReadonlyArray<{ readonly id: string, readonly name: string, readonly filter: unknown }> } | null, readonly shared?: { readonly range: { readonly from: string, readonly to: string }, readonly segments: ReadonlyArray<{ readonly id: string, readonly name: string, readonly filter: unknown }> } | null };

export type LiveVisitorsSubscriptionVariables = Exact<{
  domain: string;
}>;


export type LiveVisitorsSubscription = { readonly live: { readonly visitors5: number } };

export type WatchLiveSubscriptionVariables = Exact<{
  domain: string;
}>;


export type WatchLiveSubscription = { readonly live: { readonly visitors5: number, readonly visitors30: number, readonly at: string, readonly pages: ReadonlyArray<{ readonly value: string, readonly label: string, readonly visitors: number }>, readonly minutes: ReadonlyArray<{ readonly start: string, readonly visitors: number, readonly pageviews: number, readonly events: number }>, readonly sources: ReadonlyArray<{ readonly value: string, readonly label: string, readonly visitors: number }>, readonly countries: ReadonlyArray<{ readonly value: string, readonly label: string, readonly visitors: number }>, readonly events: ReadonlyArray<{ readonly value: string, readonly label: string, readonly count: number, readonly latest: string }> } };

export type ArrivalsQueryVariables = Exact<{
  id: string | number;
  from: string;
  to: string;
}>;


export type ArrivalsQuery = { readonly viewer: { readonly address: string } | null, readonly website: { readonly firstHitAt: string | null, readonly excludeIps: ReadonlyArray<string>, readonly excludeBots: boolean, readonly dropped: ReadonlyArray<{ readonly day: string, readonly reason: DropReason, readonly hits: number }> } | null };

export type OwnWebsitesQueryVariables = Exact<{ [key: string]: never; }>;


export type OwnWebsitesQuery = { readonly websites: { readonly rows: ReadonlyArray<{ readonly id: string, readonly domain: string }> } };

export type CreateGoalMutationVariables = Exact<{
  website: string | number;
  input: GoalInput;
}>;


export type CreateGoalMutation = { readonly createGoal: { readonly id: string } };

export type UpdateGoalMutationVariables = Exact<{
  id: string | number;
  input: GoalInput;
}>;


export type UpdateGoalMutation = { readonly updateGoal: { readonly id: string } };

export type DeleteGoalMutationVariables = Exact<{
  id: string | number;
}>;


export type DeleteGoalMutation = { readonly deleteGoal: string };

export type CreateAnnotationMutationVariables = Exact<{
  website: string | number;
  input: AnnotationInput;
}>;


export type CreateAnnotationMutation = { readonly createAnnotation: { readonly id: string } };

export type DeleteAnnotationMutationVariables = Exact<{
  id: string | number;
}>;


export type DeleteAnnotationMutation = { readonly deleteAnnotation: string };

export type CreateSegmentMutationVariables = Exact<{
  website: string | number;
  input: SegmentInput;
}>;


export type CreateSegmentMutation = { readonly createSegment: { readonly id: string } };

export type DeleteSegmentMutationVariables = Exact<{
  id: string | number;
}>;


export type DeleteSegmentMutation = { readonly deleteSegment: string };

type Explained_SharedWebsite_Fragment = { readonly explain: { readonly before: number, readonly after: number, readonly change: number, readonly from: string, readonly to: string, readonly previousFrom: string, readonly previousTo: string, readonly comparedUntil: string | null, readonly causes: ReadonlyArray<{ readonly before: number, readonly after: number, readonly change: number, readonly conditions: ReadonlyArray<{ readonly name: StatName, readonly operator: FilterOperator, readonly value: string, readonly label: string }> }>, readonly rest: { readonly before: number, readonly after: number, readonly change: number } } };

type Explained_Website_Fragment = { readonly explain: { readonly before: number, readonly after: number, readonly change: number, readonly from: string, readonly to: string, readonly previousFrom: string, readonly previousTo: string, readonly comparedUntil: string | null, readonly causes: ReadonlyArray<{ readonly before: number, readonly after: number, readonly change: number, readonly conditions: ReadonlyArray<{ readonly name: StatName, readonly operator: FilterOperator, readonly value: string, readonly label: string }> }>, readonly rest: { readonly before: number, readonly after: number, readonly change: number } } };

export type ExplainedFragment =
  | Explained_SharedWebsite_Fragment
  | Explained_Website_Fragment
;

export type ExplainQueryVariables = Exact<{
  domain: string;
  own: boolean;
  metric: ExplainMetric;
  from: string;
  to: string;
  compare?: Compare | null | undefined;
  compareFrom?: string | null | undefined;
  filter?: StatFilter | null | undefined;
}>;


export type ExplainQuery = { readonly website?: { readonly explain: { readonly before: number, readonly after: number, readonly change: number, readonly from: string, readonly to: string, readonly previousFrom: string, readonly previousTo: string, readonly comparedUntil: string | null, readonly causes: ReadonlyArray<{ readonly before: number, readonly after: number, readonly change: number, readonly conditions: ReadonlyArray<{ readonly name: StatName, readonly operator: FilterOperator, readonly value: string, readonly label: string }> }>, readonly rest: { readonly before: number, readonly after: number, readonly change: number } } } | null, readonly shared?: { readonly explain: { readonly before: number, readonly after: number, readonly change: number, readonly from: string, readonly to: string, readonly previousFrom: string, readonly previousTo: string, readonly comparedUntil: string | null, readonly causes: ReadonlyArray<{ readonly before: number, readonly after: number, readonly change: number, readonly conditions: ReadonlyArray<{ readonly name: StatName, readonly operator: FilterOperator, readonly value: string, readonly label: string }> }>, readonly rest: { readonly before: number, readonly after: number, readonly change: number } } } | null };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}
export const StepFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment Step on FunnelStep {
  kind
  pattern
  name
  conditions {
    key
    operator
    values
  }
}
    `, {"fragmentName":"Step"}) as unknown as TypedDocumentString<StepFragment, unknown>;
export const FunnelListFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment FunnelList on Statistics {
  funnels {
    id
    name
    steps {
      ...Step
    }
    order
    unit
    within
  }
}
    fragment Step on FunnelStep {
  kind
  pattern
  name
  conditions {
    key
    operator
    values
  }
}`, {"fragmentName":"FunnelList"}) as unknown as TypedDocumentString<FunnelListFragment, unknown>;
export const OneFunnelFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment OneFunnel on Statistics {
  funnel(
    id: $id
    from: $from
    to: $to
    filter: $filter
    compare: $compare
    compareFrom: $compareFrom
  ) {
    steps {
      step {
        ...Step
      }
      reached
      dropped
      shareOfFirst
      shareOfPrevious
      medianSeconds
      p90Seconds
      amounts {
        unit
        sum
      }
      droppedTo {
        kind
        value
        label
        visits
      }
      previous
      compared
      change
      isNoise
    }
    entered
    completed
    conversionRate
    countsFrom
  }
}
    fragment Step on FunnelStep {
  kind
  pattern
  name
  conditions {
    key
    operator
    values
  }
}`, {"fragmentName":"OneFunnel"}) as unknown as TypedDocumentString<OneFunnelFragment, unknown>;
export const FlowFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment Flow on Statistics {
  journeys(
    from: $from
    to: $to
    filter: $filter
    start: $start
    end: $end
    levels: $levels
    perLevel: $perLevel
    by: $by
  ) {
    countsFrom
    visits
    levels {
      nodes {
        kind
        value
        label
        visits
      }
      links {
        from
        fromKind
        to
        toKind
        visits
      }
    }
  }
}
    `, {"fragmentName":"Flow"}) as unknown as TypedDocumentString<FlowFragment, unknown>;
export const CameBackFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment CameBack on Statistics {
  returns(from: $from, to: $to, filter: $filter) {
    rows {
      visits
      visitors
    }
    visitors
    countsFrom
    medianMinutes
  }
}
    `, {"fragmentName":"CameBack"}) as unknown as TypedDocumentString<CameBackFragment, unknown>;
export const AmountMomentFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment AmountMoment on TimeseriesPoint {
  start
  begun
  partial
  amounts {
    unit
    sum
  }
}
    `, {"fragmentName":"AmountMoment"}) as unknown as TypedDocumentString<AmountMomentFragment, unknown>;
export const AmountSeriesFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment AmountSeries on Statistics {
  timeseries(
    from: $from
    to: $to
    interval: $interval
    compare: $compare
    compareFrom: $compareFrom
    filter: $filter
  ) {
    points {
      ...AmountMoment
    }
    previous {
      ...AmountMoment
    }
    running {
      ...AmountMoment
    }
  }
}
    fragment AmountMoment on TimeseriesPoint {
  start
  begun
  partial
  amounts {
    unit
    sum
  }
}`, {"fragmentName":"AmountSeries"}) as unknown as TypedDocumentString<AmountSeriesFragment, unknown>;
export const LiveViewFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment LiveView on Live {
  visitors5
  visitors30
  at
  pages {
    value
    label
    visitors
  }
  minutes {
    start
    visitors
    pageviews
    events
  }
  sources {
    value
    label
    visitors
  }
  countries {
    value
    label
    visitors
  }
  events {
    value
    label
    count
    latest
  }
}
    `, {"fragmentName":"LiveView"}) as unknown as TypedDocumentString<LiveViewFragment, unknown>;
export const FigureChangeFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment FigureChange on Figure {
  value
  previous
  change
  difference
  isNoise
}
    `, {"fragmentName":"FigureChange"}) as unknown as TypedDocumentString<FigureChangeFragment, unknown>;
export const SummaryFiguresFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment SummaryFigures on Summary {
  visitors {
    ...FigureChange
  }
  visits {
    ...FigureChange
  }
  pageviews {
    ...FigureChange
  }
  pagesPerVisit {
    ...FigureChange
  }
  events {
    ...FigureChange
  }
  bounceRate {
    ...FigureChange
  }
  visitDuration {
    ...FigureChange
  }
}
    fragment FigureChange on Figure {
  value
  previous
  change
  difference
  isNoise
}`, {"fragmentName":"SummaryFigures"}) as unknown as TypedDocumentString<SummaryFiguresFragment, unknown>;
export const PointMetricsFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment PointMetrics on TimeseriesPoint {
  visitors
  visits
  pageviews
  events
  bounceRate
  visitDuration
}
    `, {"fragmentName":"PointMetrics"}) as unknown as TypedDocumentString<PointMetricsFragment, unknown>;
export const MomentFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment Moment on TimeseriesPoint {
  start
  begun
  partial
  ...PointMetrics
}
    fragment PointMetrics on TimeseriesPoint {
  visitors
  visits
  pageviews
  events
  bounceRate
  visitDuration
}`, {"fragmentName":"Moment"}) as unknown as TypedDocumentString<MomentFragment, unknown>;
export const ListFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment List on StatPage {
  rows {
    value
    label
    count
    share
    previous
    compared
    change
    isNoise
  }
  total
  sum
  sumOfAll
  page
  lastPage
  knownFrom
  totals {
    imported
  }
}
    `, {"fragmentName":"List"}) as unknown as TypedDocumentString<ListFragment, unknown>;
export const ListAmountsFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment ListAmounts on StatPage {
  rows {
    amounts {
      unit
      sum
    }
  }
}
    `, {"fragmentName":"ListAmounts"}) as unknown as TypedDocumentString<ListAmountsFragment, unknown>;
export const OverviewFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment Overview on Statistics {
  firstHitAt
  firstDay
  importedDays {
    source
    label
    kind
    from
    to
  }
  summary(
    from: $from
    to: $to
    compare: $compare
    compareFrom: $compareFrom
    filter: $filter
  ) {
    previousFrom
    previousTo
    comparedUntil
    basis
    imported
    countsFrom
    freshAt
    ... @include(if: $money) {
      amounts {
        unit
        sum
      }
      previousAmounts {
        unit
        sum
      }
      comparedAmounts {
        unit
        sum
      }
      amountsFrom
    }
    ...SummaryFigures
  }
  timeseries(
    from: $from
    to: $to
    interval: $interval
    compare: $compare
    compareFrom: $compareFrom
    filter: $filter
  ) {
    withoutHours
    points {
      ...Moment
      imported
    }
    previous {
      ...Moment
    }
    running {
      ...Moment
    }
  }
  annotations(from: $from, to: $to) {
    id
    date
    text
  }
  segments {
    id
    name
    filter
  }
  goalResults(from: $from, to: $to, filter: $filter) {
    goal {
      id
      name
      kind
      pattern
      conditions {
        key
        operator
        values
      }
    }
    conversions
    visits
    conversionRate
    countsFrom
    amounts {
      unit
      sum
    }
  }
  hostCount: stats(name: HOST, from: $from, to: $to) {
    total
  }
  heatmap(from: $from, to: $to, filter: $filter) {
    withoutHours
    cells {
      weekday
      hour
      pageviews
      visitors
    }
  }
  sources: stats(
    name: $sources
    from: $from
    to: $to
    filter: $filter
    compare: $compare
    compareFrom: $compareFrom
    search: $sourcesSearch
    searchLabels: true
    page: $sourcesPage
  ) {
    ...List
  }
  pages: stats(
    name: $pages
    from: $from
    to: $to
    filter: $filter
    compare: $compare
    compareFrom: $compareFrom
    search: $pagesSearch
    searchLabels: true
    page: $pagesPage
  ) {
    ...List
  }
  places: stats(
    name: $places
    from: $from
    to: $to
    filter: $filter
    compare: $compare
    compareFrom: $compareFrom
    search: $placesSearch
    searchLabels: true
    page: $placesPage
  ) {
    ...List
  }
  technology: stats(
    name: $technology
    from: $from
    to: $to
    filter: $filter
    compare: $compare
    compareFrom: $compareFrom
    search: $technologySearch
    searchLabels: true
    page: $technologyPage
  ) {
    ...List
  }
  times: stats(
    name: $times
    from: $from
    to: $to
    filter: $filter
    compare: $compare
    compareFrom: $compareFrom
    search: $timesSearch
    searchLabels: true
    page: $timesPage
    sortBy: $timesSortBy
    sort: $timesSort
    perPage: $timesPerPage
  ) {
    ...List
  }
  events: stats(
    name: $events
    key: $eventsKey
    event: $eventsEvent
    from: $from
    to: $to
    filter: $filter
    compare: $compare
    compareFrom: $compareFrom
    search: $eventsSearch
    searchLabels: true
    page: $eventsPage
  ) {
    ...List
    ...ListAmounts @include(if: $money)
  }
}
    fragment SummaryFigures on Summary {
  visitors {
    ...FigureChange
  }
  visits {
    ...FigureChange
  }
  pageviews {
    ...FigureChange
  }
  pagesPerVisit {
    ...FigureChange
  }
  events {
    ...FigureChange
  }
  bounceRate {
    ...FigureChange
  }
  visitDuration {
    ...FigureChange
  }
}
fragment FigureChange on Figure {
  value
  previous
  change
  difference
  isNoise
}
fragment PointMetrics on TimeseriesPoint {
  visitors
  visits
  pageviews
  events
  bounceRate
  visitDuration
}
fragment List on StatPage {
  rows {
    value
    label
    count
    share
    previous
    compared
    change
    isNoise
  }
  total
  sum
  sumOfAll
  page
  lastPage
  knownFrom
  totals {
    imported
  }
}
fragment ListAmounts on StatPage {
  rows {
    amounts {
      unit
      sum
    }
  }
}
fragment Moment on TimeseriesPoint {
  start
  begun
  partial
  ...PointMetrics
}`, {"fragmentName":"Overview"}) as unknown as TypedDocumentString<OverviewFragment, unknown>;
export const OneListFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment OneList on Statistics {
  stats(
    name: $name
    key: $key
    event: $event
    from: $from
    to: $to
    filter: $filter
    compare: $compare
    compareFrom: $compareFrom
    search: $search
    searchLabels: true
    page: $page
    perPage: $perPage
    sortBy: $sortBy
    sort: $sort
  ) {
    ...List
    ...ListAmounts @include(if: $money)
  }
}
    fragment List on StatPage {
  rows {
    value
    label
    count
    share
    previous
    compared
    change
    isNoise
  }
  total
  sum
  sumOfAll
  page
  lastPage
  knownFrom
  totals {
    imported
  }
}
fragment ListAmounts on StatPage {
  rows {
    amounts {
      unit
      sum
    }
  }
}`, {"fragmentName":"OneList"}) as unknown as TypedDocumentString<OneListFragment, unknown>;
export const RowAmountsFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment RowAmounts on Statistics {
  stats(
    name: $name
    from: $from
    to: $to
    filter: $filter
    search: $search
    searchLabels: true
    page: $page
  ) {
    rows {
      value
      amounts {
        unit
        sum
      }
    }
  }
}
    `, {"fragmentName":"RowAmounts"}) as unknown as TypedDocumentString<RowAmountsFragment, unknown>;
export const RowHostsFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment RowHosts on Statistics {
  stats(
    name: $name
    from: $from
    to: $to
    filter: $filter
    search: $search
    searchLabels: true
    page: $page
    perPage: $perPage
    sortBy: $sortBy
    sort: $sort
    sortMetric: $sortMetric
  ) {
    rows {
      value
      hosts
    }
  }
}
    `, {"fragmentName":"RowHosts"}) as unknown as TypedDocumentString<RowHostsFragment, unknown>;
export const RowMetricsFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment RowMetrics on StatRow {
  visitors
  visits
  pageviews
  events
  bounceRate
  visitDuration
}
    `, {"fragmentName":"RowMetrics"}) as unknown as TypedDocumentString<RowMetricsFragment, unknown>;
export const DetailRowFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment DetailRow on StatRow {
  value
  label
  count
  imported
  previous
  compared
  change
  isNoise
  exitRate
  timeOnPage
  scrollDepth
  ...RowMetrics
  amounts @include(if: $money) {
    unit
    sum
  }
}
    fragment RowMetrics on StatRow {
  visitors
  visits
  pageviews
  events
  bounceRate
  visitDuration
}`, {"fragmentName":"DetailRow"}) as unknown as TypedDocumentString<DetailRowFragment, unknown>;
export const DetailFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment Detail on Statistics {
  stats(
    name: $name
    key: $key
    event: $event
    from: $from
    to: $to
    filter: $filter
    compare: $compare
    compareFrom: $compareFrom
    search: $search
    searchLabels: true
    page: $page
    perPage: 50
    sortBy: $sortBy
    sort: $sort
    sortMetric: $sortMetric
  ) {
    rows {
      ...DetailRow
    }
    total
    sum
    sumOfAll
    page
    lastPage
    knownFrom
    countsFrom
    basis
    totals {
      imported
    }
  }
}
    fragment RowMetrics on StatRow {
  visitors
  visits
  pageviews
  events
  bounceRate
  visitDuration
}
fragment DetailRow on StatRow {
  value
  label
  count
  imported
  previous
  compared
  change
  isNoise
  exitRate
  timeOnPage
  scrollDepth
  ...RowMetrics
  amounts @include(if: $money) {
    unit
    sum
  }
}`, {"fragmentName":"Detail"}) as unknown as TypedDocumentString<DetailFragment, unknown>;
export const SuggestionsFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment Suggestions on Statistics {
  stats(
    name: $name
    key: $key
    event: $event
    from: $from
    to: $to
    filter: $filter
    search: $search
    searchLabels: true
    perPage: $perPage
  ) {
    rows {
      value
      label
      count
    }
  }
}
    `, {"fragmentName":"Suggestions"}) as unknown as TypedDocumentString<SuggestionsFragment, unknown>;
export const PropertyKeysFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment PropertyKeys on Statistics {
  properties(event: $event, from: $from, to: $to, filter: $filter) {
    key
    events
    values
  }
}
    `, {"fragmentName":"PropertyKeys"}) as unknown as TypedDocumentString<PropertyKeysFragment, unknown>;
export const BeforeFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment Before on Statistics {
  range(preset: ALL) {
    from
    to
  }
  segments {
    id
    name
    filter
  }
}
    `, {"fragmentName":"Before"}) as unknown as TypedDocumentString<BeforeFragment, unknown>;
export const ExplainedFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment Explained on Statistics {
  explain(
    metric: $metric
    from: $from
    to: $to
    compare: $compare
    compareFrom: $compareFrom
    filter: $filter
  ) {
    before
    after
    change
    causes {
      conditions {
        name
        operator
        value
        label
      }
      before
      after
      change
    }
    rest {
      before
      after
      change
    }
    from
    to
    previousFrom
    previousTo
    comparedUntil
  }
}
    `, {"fragmentName":"Explained"}) as unknown as TypedDocumentString<ExplainedFragment, unknown>;
export const FunnelListDocument = /*#__PURE__*/ new TypedDocumentString(`
    query FunnelList($domain: String!, $own: Boolean!) {
  website(domain: $domain) @include(if: $own) {
    ...FunnelList
  }
  shared(domain: $domain) @skip(if: $own) {
    ...FunnelList
  }
}
    fragment Step on FunnelStep {
  kind
  pattern
  name
  conditions {
    key
    operator
    values
  }
}
fragment FunnelList on Statistics {
  funnels {
    id
    name
    steps {
      ...Step
    }
    order
    unit
    within
  }
}`) as unknown as TypedDocumentString<FunnelListQuery, FunnelListQueryVariables>;
export const OneFunnelDocument = /*#__PURE__*/ new TypedDocumentString(`
    query OneFunnel($domain: String!, $own: Boolean!, $id: ID!, $from: Date!, $to: Date!, $filter: StatFilter, $compare: Compare, $compareFrom: Date) {
  website(domain: $domain) @include(if: $own) {
    ...OneFunnel
  }
  shared(domain: $domain) @skip(if: $own) {
    ...OneFunnel
  }
}
    fragment Step on FunnelStep {
  kind
  pattern
  name
  conditions {
    key
    operator
    values
  }
}
fragment OneFunnel on Statistics {
  funnel(
    id: $id
    from: $from
    to: $to
    filter: $filter
    compare: $compare
    compareFrom: $compareFrom
  ) {
    steps {
      step {
        ...Step
      }
      reached
      dropped
      shareOfFirst
      shareOfPrevious
      medianSeconds
      p90Seconds
      amounts {
        unit
        sum
      }
      droppedTo {
        kind
        value
        label
        visits
      }
      previous
      compared
      change
      isNoise
    }
    entered
    completed
    conversionRate
    countsFrom
  }
}`) as unknown as TypedDocumentString<OneFunnelQuery, OneFunnelQueryVariables>;
export const FlowDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Flow($domain: String!, $own: Boolean!, $from: Date!, $to: Date!, $filter: StatFilter, $start: JourneyNodeInput, $end: JourneyNodeInput, $levels: Int, $perLevel: Int, $by: JourneyBy) {
  website(domain: $domain) @include(if: $own) {
    ...Flow
  }
  shared(domain: $domain) @skip(if: $own) {
    ...Flow
  }
}
    fragment Flow on Statistics {
  journeys(
    from: $from
    to: $to
    filter: $filter
    start: $start
    end: $end
    levels: $levels
    perLevel: $perLevel
    by: $by
  ) {
    countsFrom
    visits
    levels {
      nodes {
        kind
        value
        label
        visits
      }
      links {
        from
        fromKind
        to
        toKind
        visits
      }
    }
  }
}`) as unknown as TypedDocumentString<FlowQuery, FlowQueryVariables>;
export const CameBackDocument = /*#__PURE__*/ new TypedDocumentString(`
    query CameBack($domain: String!, $own: Boolean!, $from: Date!, $to: Date!, $filter: StatFilter) {
  website(domain: $domain) @include(if: $own) {
    ...CameBack
  }
  shared(domain: $domain) @skip(if: $own) {
    ...CameBack
  }
}
    fragment CameBack on Statistics {
  returns(from: $from, to: $to, filter: $filter) {
    rows {
      visits
      visitors
    }
    visitors
    countsFrom
    medianMinutes
  }
}`) as unknown as TypedDocumentString<CameBackQuery, CameBackQueryVariables>;
export const CreateFunnelDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation CreateFunnel($website: ID!, $input: FunnelInput!) {
  createFunnel(website: $website, input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<CreateFunnelMutation, CreateFunnelMutationVariables>;
export const UpdateFunnelDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation UpdateFunnel($id: ID!, $input: FunnelInput!) {
  updateFunnel(id: $id, input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<UpdateFunnelMutation, UpdateFunnelMutationVariables>;
export const DeleteFunnelDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation DeleteFunnel($id: ID!) {
  deleteFunnel(id: $id)
}
    `) as unknown as TypedDocumentString<DeleteFunnelMutation, DeleteFunnelMutationVariables>;
export const AmountSeriesDocument = /*#__PURE__*/ new TypedDocumentString(`
    query AmountSeries($domain: String!, $own: Boolean!, $from: Date!, $to: Date!, $interval: Interval!, $compare: Compare, $compareFrom: Date, $filter: StatFilter) {
  website(domain: $domain) @include(if: $own) {
    ...AmountSeries
  }
  shared(domain: $domain) @skip(if: $own) {
    ...AmountSeries
  }
}
    fragment AmountMoment on TimeseriesPoint {
  start
  begun
  partial
  amounts {
    unit
    sum
  }
}
fragment AmountSeries on Statistics {
  timeseries(
    from: $from
    to: $to
    interval: $interval
    compare: $compare
    compareFrom: $compareFrom
    filter: $filter
  ) {
    points {
      ...AmountMoment
    }
    previous {
      ...AmountMoment
    }
    running {
      ...AmountMoment
    }
  }
}`) as unknown as TypedDocumentString<AmountSeriesQuery, AmountSeriesQueryVariables>;
export const OverviewDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Overview($domain: String!, $own: Boolean!, $from: Date!, $to: Date!, $compare: Compare, $compareFrom: Date, $filter: StatFilter, $interval: Interval!, $sources: StatName!, $sourcesSearch: String, $sourcesPage: Int, $pages: StatName!, $pagesSearch: String, $pagesPage: Int, $places: StatName!, $placesSearch: String, $placesPage: Int, $technology: StatName!, $technologySearch: String, $technologyPage: Int, $times: StatName!, $timesSearch: String, $timesPage: Int, $timesSortBy: StatSortField, $timesSort: SortDirection, $timesPerPage: Int, $events: StatName!, $eventsSearch: String, $eventsPage: Int, $eventsKey: String, $eventsEvent: String, $money: Boolean!) {
  website(domain: $domain) @include(if: $own) {
    ...Overview
  }
  shared(domain: $domain) @skip(if: $own) {
    ...Overview
  }
}
    fragment SummaryFigures on Summary {
  visitors {
    ...FigureChange
  }
  visits {
    ...FigureChange
  }
  pageviews {
    ...FigureChange
  }
  pagesPerVisit {
    ...FigureChange
  }
  events {
    ...FigureChange
  }
  bounceRate {
    ...FigureChange
  }
  visitDuration {
    ...FigureChange
  }
}
fragment FigureChange on Figure {
  value
  previous
  change
  difference
  isNoise
}
fragment PointMetrics on TimeseriesPoint {
  visitors
  visits
  pageviews
  events
  bounceRate
  visitDuration
}
fragment List on StatPage {
  rows {
    value
    label
    count
    share
    previous
    compared
    change
    isNoise
  }
  total
  sum
  sumOfAll
  page
  lastPage
  knownFrom
  totals {
    imported
  }
}
fragment ListAmounts on StatPage {
  rows {
    amounts {
      unit
      sum
    }
  }
}
fragment Moment on TimeseriesPoint {
  start
  begun
  partial
  ...PointMetrics
}
fragment Overview on Statistics {
  firstHitAt
  firstDay
  importedDays {
    source
    label
    kind
    from
    to
  }
  summary(
    from: $from
    to: $to
    compare: $compare
    compareFrom: $compareFrom
    filter: $filter
  ) {
    previousFrom
    previousTo
    comparedUntil
    basis
    imported
    countsFrom
    freshAt
    ... @include(if: $money) {
      amounts {
        unit
        sum
      }
      previousAmounts {
        unit
        sum
      }
      comparedAmounts {
        unit
        sum
      }
      amountsFrom
    }
    ...SummaryFigures
  }
  timeseries(
    from: $from
    to: $to
    interval: $interval
    compare: $compare
    compareFrom: $compareFrom
    filter: $filter
  ) {
    withoutHours
    points {
      ...Moment
      imported
    }
    previous {
      ...Moment
    }
    running {
      ...Moment
    }
  }
  annotations(from: $from, to: $to) {
    id
    date
    text
  }
  segments {
    id
    name
    filter
  }
  goalResults(from: $from, to: $to, filter: $filter) {
    goal {
      id
      name
      kind
      pattern
      conditions {
        key
        operator
        values
      }
    }
    conversions
    visits
    conversionRate
    countsFrom
    amounts {
      unit
      sum
    }
  }
  hostCount: stats(name: HOST, from: $from, to: $to) {
    total
  }
  heatmap(from: $from, to: $to, filter: $filter) {
    withoutHours
    cells {
      weekday
      hour
      pageviews
      visitors
    }
  }
  sources: stats(
    name: $sources
    from: $from
    to: $to
    filter: $filter
    compare: $compare
    compareFrom: $compareFrom
    search: $sourcesSearch
    searchLabels: true
    page: $sourcesPage
  ) {
    ...List
  }
  pages: stats(
    name: $pages
    from: $from
    to: $to
    filter: $filter
    compare: $compare
    compareFrom: $compareFrom
    search: $pagesSearch
    searchLabels: true
    page: $pagesPage
  ) {
    ...List
  }
  places: stats(
    name: $places
    from: $from
    to: $to
    filter: $filter
    compare: $compare
    compareFrom: $compareFrom
    search: $placesSearch
    searchLabels: true
    page: $placesPage
  ) {
    ...List
  }
  technology: stats(
    name: $technology
    from: $from
    to: $to
    filter: $filter
    compare: $compare
    compareFrom: $compareFrom
    search: $technologySearch
    searchLabels: true
    page: $technologyPage
  ) {
    ...List
  }
  times: stats(
    name: $times
    from: $from
    to: $to
    filter: $filter
    compare: $compare
    compareFrom: $compareFrom
    search: $timesSearch
    searchLabels: true
    page: $timesPage
    sortBy: $timesSortBy
    sort: $timesSort
    perPage: $timesPerPage
  ) {
    ...List
  }
  events: stats(
    name: $events
    key: $eventsKey
    event: $eventsEvent
    from: $from
    to: $to
    filter: $filter
    compare: $compare
    compareFrom: $compareFrom
    search: $eventsSearch
    searchLabels: true
    page: $eventsPage
  ) {
    ...List
    ...ListAmounts @include(if: $money)
  }
}`) as unknown as TypedDocumentString<OverviewQuery, OverviewQueryVariables>;
export const OneListDocument = /*#__PURE__*/ new TypedDocumentString(`
    query OneList($domain: String!, $own: Boolean!, $name: StatName!, $key: String, $event: String, $from: Date!, $to: Date!, $filter: StatFilter, $compare: Compare, $compareFrom: Date, $search: String, $page: Int, $perPage: Int, $sortBy: StatSortField, $sort: SortDirection, $money: Boolean = false) {
  website(domain: $domain) @include(if: $own) {
    ...OneList
  }
  shared(domain: $domain) @skip(if: $own) {
    ...OneList
  }
}
    fragment List on StatPage {
  rows {
    value
    label
    count
    share
    previous
    compared
    change
    isNoise
  }
  total
  sum
  sumOfAll
  page
  lastPage
  knownFrom
  totals {
    imported
  }
}
fragment ListAmounts on StatPage {
  rows {
    amounts {
      unit
      sum
    }
  }
}
fragment OneList on Statistics {
  stats(
    name: $name
    key: $key
    event: $event
    from: $from
    to: $to
    filter: $filter
    compare: $compare
    compareFrom: $compareFrom
    search: $search
    searchLabels: true
    page: $page
    perPage: $perPage
    sortBy: $sortBy
    sort: $sort
  ) {
    ...List
    ...ListAmounts @include(if: $money)
  }
}`) as unknown as TypedDocumentString<OneListQuery, OneListQueryVariables>;
export const RowAmountsDocument = /*#__PURE__*/ new TypedDocumentString(`
    query RowAmounts($domain: String!, $own: Boolean!, $name: StatName!, $from: Date!, $to: Date!, $filter: StatFilter, $search: String, $page: Int) {
  website(domain: $domain) @include(if: $own) {
    ...RowAmounts
  }
  shared(domain: $domain) @skip(if: $own) {
    ...RowAmounts
  }
}
    fragment RowAmounts on Statistics {
  stats(
    name: $name
    from: $from
    to: $to
    filter: $filter
    search: $search
    searchLabels: true
    page: $page
  ) {
    rows {
      value
      amounts {
        unit
        sum
      }
    }
  }
}`) as unknown as TypedDocumentString<RowAmountsQuery, RowAmountsQueryVariables>;
export const RowHostsDocument = /*#__PURE__*/ new TypedDocumentString(`
    query RowHosts($domain: String!, $own: Boolean!, $name: StatName!, $from: Date!, $to: Date!, $filter: StatFilter, $search: String, $page: Int, $perPage: Int, $sortBy: StatSortField, $sort: SortDirection, $sortMetric: StatSortMetric) {
  website(domain: $domain) @include(if: $own) {
    ...RowHosts
  }
  shared(domain: $domain) @skip(if: $own) {
    ...RowHosts
  }
}
    fragment RowHosts on Statistics {
  stats(
    name: $name
    from: $from
    to: $to
    filter: $filter
    search: $search
    searchLabels: true
    page: $page
    perPage: $perPage
    sortBy: $sortBy
    sort: $sort
    sortMetric: $sortMetric
  ) {
    rows {
      value
      hosts
    }
  }
}`) as unknown as TypedDocumentString<RowHostsQuery, RowHostsQueryVariables>;
export const DetailDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Detail($domain: String!, $own: Boolean!, $name: StatName!, $key: String, $event: String, $from: Date!, $to: Date!, $filter: StatFilter, $compare: Compare, $compareFrom: Date, $search: String, $page: Int, $sortBy: StatSortField, $sort: SortDirection, $sortMetric: StatSortMetric, $money: Boolean!) {
  website(domain: $domain) @include(if: $own) {
    ...Detail
  }
  shared(domain: $domain) @skip(if: $own) {
    ...Detail
  }
}
    fragment RowMetrics on StatRow {
  visitors
  visits
  pageviews
  events
  bounceRate
  visitDuration
}
fragment DetailRow on StatRow {
  value
  label
  count
  imported
  previous
  compared
  change
  isNoise
  exitRate
  timeOnPage
  scrollDepth
  ...RowMetrics
  amounts @include(if: $money) {
    unit
    sum
  }
}
fragment Detail on Statistics {
  stats(
    name: $name
    key: $key
    event: $event
    from: $from
    to: $to
    filter: $filter
    compare: $compare
    compareFrom: $compareFrom
    search: $search
    searchLabels: true
    page: $page
    perPage: 50
    sortBy: $sortBy
    sort: $sort
    sortMetric: $sortMetric
  ) {
    rows {
      ...DetailRow
    }
    total
    sum
    sumOfAll
    page
    lastPage
    knownFrom
    countsFrom
    basis
    totals {
      imported
    }
  }
}`) as unknown as TypedDocumentString<DetailQuery, DetailQueryVariables>;
export const SuggestionsDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Suggestions($domain: String!, $own: Boolean!, $name: StatName!, $key: String, $event: String, $from: Date!, $to: Date!, $filter: StatFilter, $search: String, $perPage: Int) {
  website(domain: $domain) @include(if: $own) {
    ...Suggestions
  }
  shared(domain: $domain) @skip(if: $own) {
    ...Suggestions
  }
}
    fragment Suggestions on Statistics {
  stats(
    name: $name
    key: $key
    event: $event
    from: $from
    to: $to
    filter: $filter
    search: $search
    searchLabels: true
    perPage: $perPage
  ) {
    rows {
      value
      label
      count
    }
  }
}`) as unknown as TypedDocumentString<SuggestionsQuery, SuggestionsQueryVariables>;
export const PropertyKeysDocument = /*#__PURE__*/ new TypedDocumentString(`
    query PropertyKeys($domain: String!, $own: Boolean!, $event: String, $from: Date!, $to: Date!, $filter: StatFilter) {
  website(domain: $domain) @include(if: $own) {
    ...PropertyKeys
  }
  shared(domain: $domain) @skip(if: $own) {
    ...PropertyKeys
  }
}
    fragment PropertyKeys on Statistics {
  properties(event: $event, from: $from, to: $to, filter: $filter) {
    key
    events
    values
  }
}`) as unknown as TypedDocumentString<PropertyKeysQuery, PropertyKeysQueryVariables>;
export const BeforeDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Before($domain: String!, $own: Boolean!) {
  website(domain: $domain) @include(if: $own) {
    ...Before
  }
  shared(domain: $domain) @skip(if: $own) {
    ...Before
  }
}
    fragment Before on Statistics {
  range(preset: ALL) {
    from
    to
  }
  segments {
    id
    name
    filter
  }
}`) as unknown as TypedDocumentString<BeforeQuery, BeforeQueryVariables>;
export const LiveVisitorsDocument = /*#__PURE__*/ new TypedDocumentString(`
    subscription LiveVisitors($domain: String!) {
  live(domain: $domain) {
    visitors5
  }
}
    `) as unknown as TypedDocumentString<LiveVisitorsSubscription, LiveVisitorsSubscriptionVariables>;
export const WatchLiveDocument = /*#__PURE__*/ new TypedDocumentString(`
    subscription WatchLive($domain: String!) {
  live(domain: $domain) {
    ...LiveView
  }
}
    fragment LiveView on Live {
  visitors5
  visitors30
  at
  pages {
    value
    label
    visitors
  }
  minutes {
    start
    visitors
    pageviews
    events
  }
  sources {
    value
    label
    visitors
  }
  countries {
    value
    label
    visitors
  }
  events {
    value
    label
    count
    latest
  }
}`) as unknown as TypedDocumentString<WatchLiveSubscription, WatchLiveSubscriptionVariables>;
export const ArrivalsDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Arrivals($id: ID!, $from: Date!, $to: Date!) {
  viewer {
    address
  }
  website(id: $id) {
    firstHitAt
    excludeIps
    excludeBots
    dropped(from: $from, to: $to) {
      day
      reason
      hits
    }
  }
}
    `) as unknown as TypedDocumentString<ArrivalsQuery, ArrivalsQueryVariables>;
export const OwnWebsitesDocument = /*#__PURE__*/ new TypedDocumentString(`
    query OwnWebsites {
  websites(perPage: 1000, sortBy: DOMAIN, sort: ASC) {
    rows {
      id
      domain
    }
  }
}
    `) as unknown as TypedDocumentString<OwnWebsitesQuery, OwnWebsitesQueryVariables>;
export const CreateGoalDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation CreateGoal($website: ID!, $input: GoalInput!) {
  createGoal(website: $website, input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<CreateGoalMutation, CreateGoalMutationVariables>;
export const UpdateGoalDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation UpdateGoal($id: ID!, $input: GoalInput!) {
  updateGoal(id: $id, input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<UpdateGoalMutation, UpdateGoalMutationVariables>;
export const DeleteGoalDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation DeleteGoal($id: ID!) {
  deleteGoal(id: $id)
}
    `) as unknown as TypedDocumentString<DeleteGoalMutation, DeleteGoalMutationVariables>;
export const CreateAnnotationDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation CreateAnnotation($website: ID!, $input: AnnotationInput!) {
  createAnnotation(website: $website, input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<CreateAnnotationMutation, CreateAnnotationMutationVariables>;
export const DeleteAnnotationDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation DeleteAnnotation($id: ID!) {
  deleteAnnotation(id: $id)
}
    `) as unknown as TypedDocumentString<DeleteAnnotationMutation, DeleteAnnotationMutationVariables>;
export const CreateSegmentDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation CreateSegment($website: ID!, $input: SegmentInput!) {
  createSegment(website: $website, input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<CreateSegmentMutation, CreateSegmentMutationVariables>;
export const DeleteSegmentDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation DeleteSegment($id: ID!) {
  deleteSegment(id: $id)
}
    `) as unknown as TypedDocumentString<DeleteSegmentMutation, DeleteSegmentMutationVariables>;
export const ExplainDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Explain($domain: String!, $own: Boolean!, $metric: ExplainMetric!, $from: Date!, $to: Date!, $compare: Compare, $compareFrom: Date, $filter: StatFilter) {
  website(domain: $domain) @include(if: $own) {
    ...Explained
  }
  shared(domain: $domain) @skip(if: $own) {
    ...Explained
  }
}
    fragment Explained on Statistics {
  explain(
    metric: $metric
    from: $from
    to: $to
    compare: $compare
    compareFrom: $compareFrom
    filter: $filter
  ) {
    before
    after
    change
    causes {
      conditions {
        name
        operator
        value
        label
      }
      before
      after
      change
    }
    rest {
      before
      after
      change
    }
    from
    to
    previousFrom
    previousTo
    comparedUntil
  }
}`) as unknown as TypedDocumentString<ExplainQuery, ExplainQueryVariables>;