/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
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

/** What to forget: the visits of a range of days for which everything that is sent is true, each with all its pageviews and events. Hits that belong to no visit are chosen too, unless the filter asks for what only a visit has. */
export type ForgetInput = {
  /** It matches this filter. */
  readonly filter?: StatFilter | null | undefined;
  /** The first day; its hits must still be stored. */
  readonly from: string;
  /** The visit began at this time of the first day or later: hours and minutes in the website's time zone, such as `09:30`. */
  readonly fromTime?: string | null | undefined;
  /** The number of hits in a preview; if it has changed since, nothing is forgotten. */
  readonly hits?: number | null | undefined;
  /** It has a pageview of such a path; `*` is any text, as in `/blog/*`. Without `?`, queries are ignored. */
  readonly page?: string | null | undefined;
  /** The last day, inclusive. */
  readonly to: string;
  /** The visit began before this time of the last day; `24:00` is its end. */
  readonly toTime?: string | null | undefined;
  /** Its visitor sent a hit at exactly this time on these days, as exports of hits write it. */
  readonly visitorAt?: string | null | undefined;
};

/** The state of a request to forget. */
export type ForgetState =
  /** Removed. */
  | 'DONE'
  /** Waiting for its turn, or being removed. */
  | 'RUNNING';

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

export type ForgetShownFragment = { readonly id: string, readonly state: ForgetState, readonly from: string, readonly to: string, readonly hits: number, readonly visits: number, readonly pageviews: number, readonly events: number, readonly progress: number, readonly createdBy: string | null, readonly createdAt: string };

export type ForgetPageQueryVariables = Exact<{
  id: string | number;
}>;


export type ForgetPageQuery = { readonly website: { readonly id: string, readonly domain: string, readonly timezone: string, readonly segments: ReadonlyArray<{ readonly id: string, readonly name: string, readonly filter: unknown }>, readonly forgets: ReadonlyArray<{ readonly id: string, readonly state: ForgetState, readonly from: string, readonly to: string, readonly hits: number, readonly visits: number, readonly pageviews: number, readonly events: number, readonly progress: number, readonly createdBy: string | null, readonly createdAt: string }> } | null };

export type ForgetsQueryVariables = Exact<{
  id: string | number;
}>;


export type ForgetsQuery = { readonly website: { readonly forgets: ReadonlyArray<{ readonly id: string, readonly state: ForgetState, readonly from: string, readonly to: string, readonly hits: number, readonly visits: number, readonly pageviews: number, readonly events: number, readonly progress: number, readonly createdBy: string | null, readonly createdAt: string }> } | null };

export type PreviewForgetMutationVariables = Exact<{
  website: string | number;
  input: ForgetInput;
}>;


export type PreviewForgetMutation = { readonly previewForget: { readonly hits: number, readonly visits: number, readonly visitors: number, readonly pageviews: number, readonly events: number, readonly days: number, readonly byDay: ReadonlyArray<{ readonly date: string, readonly visits: number, readonly pageviews: number, readonly events: number }> } };

export type BeginForgetMutationVariables = Exact<{
  website: string | number;
  input: ForgetInput;
}>;


export type BeginForgetMutation = { readonly forget: { readonly id: string, readonly state: ForgetState, readonly from: string, readonly to: string, readonly hits: number, readonly visits: number, readonly pageviews: number, readonly events: number, readonly progress: number, readonly createdBy: string | null, readonly createdAt: string } };

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
export const ForgetShownFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment ForgetShown on Forget {
  id
  state
  from
  to
  hits
  visits
  pageviews
  events
  progress
  createdBy
  createdAt
}
    `, {"fragmentName":"ForgetShown"}) as unknown as TypedDocumentString<ForgetShownFragment, unknown>;
export const ForgetPageDocument = /*#__PURE__*/ new TypedDocumentString(`
    query ForgetPage($id: ID!) {
  website(id: $id) {
    id
    domain
    timezone
    segments {
      id
      name
      filter
    }
    forgets {
      ...ForgetShown
    }
  }
}
    fragment ForgetShown on Forget {
  id
  state
  from
  to
  hits
  visits
  pageviews
  events
  progress
  createdBy
  createdAt
}`) as unknown as TypedDocumentString<ForgetPageQuery, ForgetPageQueryVariables>;
export const ForgetsDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Forgets($id: ID!) {
  website(id: $id) {
    forgets {
      ...ForgetShown
    }
  }
}
    fragment ForgetShown on Forget {
  id
  state
  from
  to
  hits
  visits
  pageviews
  events
  progress
  createdBy
  createdAt
}`) as unknown as TypedDocumentString<ForgetsQuery, ForgetsQueryVariables>;
export const PreviewForgetDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation PreviewForget($website: ID!, $input: ForgetInput!) {
  previewForget(website: $website, input: $input) {
    hits
    visits
    visitors
    pageviews
    events
    days
    byDay {
      date
      visits
      pageviews
      events
    }
  }
}
    `) as unknown as TypedDocumentString<PreviewForgetMutation, PreviewForgetMutationVariables>;
export const BeginForgetDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation BeginForget($website: ID!, $input: ForgetInput!) {
  forget(website: $website, input: $input) {
    ...ForgetShown
  }
}
    fragment ForgetShown on Forget {
  id
  state
  from
  to
  hits
  visits
  pageviews
  events
  progress
  createdBy
  createdAt
}`) as unknown as TypedDocumentString<BeginForgetMutation, BeginForgetMutationVariables>;