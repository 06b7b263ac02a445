/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** How an alert is delivered. */
export type AlertChannel =
  /** By e-mail to the account. */
  | 'MAIL'
  /** By a signed POST to the webhook. */
  | 'WEBHOOK';

/** The state of an alert delivery. */
export type AlertDeliveryState =
  /** Being delivered. */
  | 'CLAIMED'
  /** Given up. */
  | 'FAILED'
  /** Accepted by the receiver. */
  | 'SENT'
  /** Waiting for the next attempt. */
  | 'WAITING';

/** A kind of alert. */
export type AlertKind =
  /** An hour with far fewer visits than usual for that hour of that weekday. */
  | 'DROP'
  /** The website's first hit. */
  | 'FIRST_HIT'
  /** 24 hours without hits on a website that had hits on at least six of the seven days before. */
  | 'NO_HITS'
  /** An hour with far more visits than usual for that hour of that weekday. */
  | 'SPIKE';

/** New alert settings of a website. */
export type AlertsInput = {
  /** Whether to send alerts by e-mail to the account; defaults to true. */
  readonly byMail?: boolean | null | undefined;
  /** The kinds of alerts to send; an empty list turns alerts off. */
  readonly kinds: ReadonlyArray<AlertKind>;
  /** The http or https URL that receives a signed POST for each alert; without it, there is no webhook. An IP address in it must be public, unless the operator allows it in WEBHOOK_ALLOW. */
  readonly webhookUrl?: string | null | undefined;
};

/** An action in the audit log. */
export type AuditAction =
  /** Something was changed: settings, alerts, the recipients of reports, a goal or a funnel. */
  | 'CHANGE'
  /** Something was created: a share link, goal, funnel, segment or annotation. */
  | 'CREATE'
  /** Something was deleted. */
  | 'DELETE'
  /** A request to forget was started. */
  | 'FORGET'
  /** An import was started. */
  | 'IMPORT'
  /** The undo of an import was started. */
  | 'UNDO';

/** The way in which something was done. */
export type AuditVia =
  /** On the command line of the server. */
  | 'COMMAND'
  /** With an API key. */
  | 'KEY'
  /** Signed in with a browser. */
  | 'SESSION';

/** A new share. */
export type CreateShareInput = {
  /** When the link stops working; if omitted, never. */
  readonly expiresAt?: string | null | undefined;
  /** The name of the share, which says what it is for; 1 to 100 characters. */
  readonly name: string;
};

/** A new website. */
export type CreateWebsiteInput = {
  /** The only hosts whose pages count, such as `example.com`, or `*.example.com` for all subdomains; hits of other hosts of the website are dropped. Without any, all hosts of the website count. Defaults to none. */
  readonly allowHosts?: ReadonlyArray<string> | null | undefined;
  /** A host name or IPv4 address, unique on the instance. A scheme, a leading `www.` and a trailing dot or slash are removed. */
  readonly domain: string;
  /** Whether periodic reports are sent by e-mail. Defaults to false. */
  readonly emailReports?: boolean | null | undefined;
  /** The origins that can embed the statistics page, such as `https://example.com`; `*` allows all. Defaults to none. */
  readonly embedOrigins?: ReadonlyArray<string> | null | undefined;
  /** Whether hits of known bots are dropped. Defaults to true. */
  readonly excludeBots?: boolean | null | undefined;
  /** ISO 3166-1 codes of two letters, such as `KP`, of countries from which hits are dropped; the country is that of the IP address. Defaults to none. */
  readonly excludeCountries?: ReadonlyArray<string> | null | undefined;
  /** IP addresses and CIDR blocks, IPv4 or IPv6, from which hits are dropped. Defaults to none. */
  readonly excludeIps?: ReadonlyArray<string> | null | undefined;
  /** Query parameters to remove from pages, by name, in addition to click ids such as `gclid`; `utm_*` removes all whose names start with `utm_`, and `*` alone the whole query, but campaigns are still read from them. Defaults to none. */
  readonly excludeParams?: ReadonlyArray<string> | null | undefined;
  /** Hosts, such as `spam.example`, whose links are not wanted: hits with a referrer there, or on a subdomain, are dropped. Hits with a referrer of the list of known spam are dropped as well, unless the instance has SPAM_LIST=off. Defaults to none. */
  readonly excludeReferrers?: ReadonlyArray<string> | null | undefined;
  /** Whether a hit with `Sec-GPC: 1` or `DNT: 1` counts as an anonymous pageview, without a visitor. Defaults to false. */
  readonly honorGpc?: boolean | null | undefined;
  /** Further hosts whose hits count for this website, such as `shop.example.com`, or `*.example.com` for all subdomains; the domain always belongs to it. A host belongs to one website of the instance: the exact host beats a wildcard, and the longer wildcard the shorter. Visits from one of them to another have no referrer. Defaults to none. */
  readonly hosts?: ReadonlyArray<string> | null | undefined;
  /** The language of reports and of the e-mails of alerts. Defaults to the LANGUAGE of the service, EN unless it was set. */
  readonly language?: Language | null | undefined;
  /** The largest amount of an event, whatever its unit, and the largest refund. An event with more counts without its amount, and a warning has the number of these events. Imports are not limited. Defaults to 10000000. */
  readonly maxAmount?: number | null | undefined;
  /** The groups of pages for journeys by groups, at most 50: each a path in which `*` matches any text, such as `/blog/*`. A page belongs to the first that it matches, or else to that of its first path segment. Without `?`, the query of a page is ignored. Defaults to none. */
  readonly pageGroups?: ReadonlyArray<string> | null | undefined;
  /** The password of the statistics page, 1 to 128 characters. It is required while the privacy is PASSWORD (2 over REST) and has no effect otherwise. Null clears it. Defaults to none. */
  readonly password?: string | null | undefined;
  /** Who can see the statistics page. Defaults to PRIVATE. */
  readonly privacy?: Privacy | null | undefined;
  /** The IANA time zone of the days and hours, such as `Europe/Berlin`. A change affects only hits that arrive later; what was counted stays in the days and hours it was counted in. Defaults to UTC. */
  readonly timezone?: string | null | undefined;
};

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

/** The language of reports and of the e-mails of alerts. */
export type Language =
  /** German. */
  | 'DE'
  /** English. */
  | 'EN'
  /** Spanish. */
  | 'ES'
  /** French. */
  | 'FR'
  /** Japanese. */
  | 'JA'
  /** Portuguese. */
  | 'PT'
  /** Chinese, simplified. */
  | 'ZH';

/** Who can see the statistics page. */
export type Privacy =
  /** The account, and anyone who knows the page's password. */
  | 'PASSWORD'
  /** Only the account that owns the website. */
  | 'PRIVATE'
  /** Anyone who knows its URL. */
  | 'PUBLIC';

/** How often a report is sent, always at 08:00 in the website's time zone. */
export type ReportFrequency =
  /** Every day, covering the day before. */
  | 'DAILY'
  /** On the first of each month, covering the month before. */
  | 'MONTHLY'
  /** On Mondays, covering the week before. */
  | 'WEEKLY';

/** The state of a report. */
export type ReportState =
  /** Being sent. */
  | 'CLAIMED'
  /** Given up. */
  | 'FAILED'
  /** Fully transmitted, but not yet confirmed. Without a confirmation its arrival stays unknown, and it is not sent again. */
  | 'HANDED'
  /** Accepted by the mail server. */
  | 'SENT'
  /** Not accepted by the mail server; it will be retried. */
  | 'WAITING';

/** New settings of a website. Omitted settings stay as they are. */
export type UpdateWebsiteInput = {
  /** The only hosts whose pages count, such as `example.com`, or `*.example.com` for all subdomains; hits of other hosts of the website are dropped. Without any, all hosts of the website count. Unchanged if omitted. */
  readonly allowHosts?: ReadonlyArray<string> | null | undefined;
  /** Whether periodic reports are sent by e-mail. Unchanged if omitted. */
  readonly emailReports?: boolean | null | undefined;
  /** The origins that can embed the statistics page, such as `https://example.com`; `*` allows all. Unchanged if omitted. */
  readonly embedOrigins?: ReadonlyArray<string> | null | undefined;
  /** Whether hits of known bots are dropped. Unchanged if omitted. */
  readonly excludeBots?: boolean | null | undefined;
  /** ISO 3166-1 codes of two letters, such as `KP`, of countries from which hits are dropped; the country is that of the IP address. Unchanged if omitted. */
  readonly excludeCountries?: ReadonlyArray<string> | null | undefined;
  /** IP addresses and CIDR blocks, IPv4 or IPv6, from which hits are dropped. Unchanged if omitted. */
  readonly excludeIps?: ReadonlyArray<string> | null | undefined;
  /** Query parameters to remove from pages, by name, in addition to click ids such as `gclid`; `utm_*` removes all whose names start with `utm_`, and `*` alone the whole query, but campaigns are still read from them. Unchanged if omitted. */
  readonly excludeParams?: ReadonlyArray<string> | null | undefined;
  /** Hosts, such as `spam.example`, whose links are not wanted: hits with a referrer there, or on a subdomain, are dropped. Hits with a referrer of the list of known spam are dropped as well, unless the instance has SPAM_LIST=off. Unchanged if omitted. */
  readonly excludeReferrers?: ReadonlyArray<string> | null | undefined;
  /** Whether a hit with `Sec-GPC: 1` or `DNT: 1` counts as an anonymous pageview, without a visitor. Unchanged if omitted. */
  readonly honorGpc?: boolean | null | undefined;
  /** Further hosts whose hits count for this website, such as `shop.example.com`, or `*.example.com` for all subdomains; the domain always belongs to it. A host belongs to one website of the instance: the exact host beats a wildcard, and the longer wildcard the shorter. Visits from one of them to another have no referrer. Unchanged if omitted. */
  readonly hosts?: ReadonlyArray<string> | null | undefined;
  /** The language of reports and of the e-mails of alerts. Unchanged if omitted. */
  readonly language?: Language | null | undefined;
  /** The largest amount of an event, whatever its unit, and the largest refund. An event with more counts without its amount, and a warning has the number of these events. Imports are not limited. Unchanged if omitted. */
  readonly maxAmount?: number | null | undefined;
  /** The groups of pages for journeys by groups, at most 50: each a path in which `*` matches any text, such as `/blog/*`. A page belongs to the first that it matches, or else to that of its first path segment. Without `?`, the query of a page is ignored. Unchanged if omitted. */
  readonly pageGroups?: ReadonlyArray<string> | null | undefined;
  /** The password of the statistics page, 1 to 128 characters. It is required while the privacy is PASSWORD (2 over REST) and has no effect otherwise. Null clears it. Unchanged if omitted. */
  readonly password?: string | null | undefined;
  /** Who can see the statistics page. Unchanged if omitted. */
  readonly privacy?: Privacy | null | undefined;
  /** The IANA time zone of the days and hours, such as `Europe/Berlin`. A change affects only hits that arrive later; what was counted stays in the days and hours it was counted in. Unchanged if omitted. */
  readonly timezone?: string | null | undefined;
};

/** The kind of a warning. */
export type WarningKind =
  /** Events had amounts beyond `maxAmount` of the website; the events count without them. */
  | 'LARGE_AMOUNTS'
  /** A statistic had more new values in one day than it has room for, in all or from one network; the rest counts under `(other)`. */
  | 'TOO_MANY_VALUES';

export type SettingsFragment = { readonly privacy: Privacy, readonly hasPassword: boolean, readonly emailReports: boolean, readonly excludeBots: boolean, readonly excludeParams: ReadonlyArray<string>, readonly excludeIps: ReadonlyArray<string>, readonly honorGpc: boolean, readonly embedOrigins: ReadonlyArray<string>, readonly timezone: string, readonly hosts: ReadonlyArray<string>, readonly pageGroups: ReadonlyArray<string>, readonly maxAmount: number, readonly excludeReferrers: ReadonlyArray<string>, readonly excludeCountries: ReadonlyArray<string>, readonly allowHosts: ReadonlyArray<string>, readonly language: Language };

export type WebsiteListQueryVariables = Exact<{
  search?: string | null | undefined;
  from: string;
  to: string;
  isAdmin: boolean;
}>;


export type WebsiteListQuery = { readonly unregisteredHosts?: ReadonlyArray<{ readonly host: string, readonly hits: number, readonly lastDay: string }>, readonly websites: { readonly total: number, readonly rows: ReadonlyArray<{ readonly id: string, readonly domain: string, readonly privacy: Privacy, readonly firstDay: string | null, readonly timezone: string, readonly timeseries: { readonly points: ReadonlyArray<{ readonly start: string, readonly visitors: number, readonly pageviews: number }> } }> } };

export type WebsiteHostsQueryVariables = Exact<{ [key: string]: never; }>;


export type WebsiteHostsQuery = { readonly websites: { readonly rows: ReadonlyArray<{ readonly id: string, readonly domain: string, readonly hosts: ReadonlyArray<string> }> } };

export type SettingsOfWebsiteFragment = { readonly id: string, readonly domain: string, readonly privacy: Privacy, readonly hasPassword: boolean, readonly emailReports: boolean, readonly excludeBots: boolean, readonly excludeParams: ReadonlyArray<string>, readonly excludeIps: ReadonlyArray<string>, readonly honorGpc: boolean, readonly embedOrigins: ReadonlyArray<string>, readonly timezone: string, readonly hosts: ReadonlyArray<string>, readonly pageGroups: ReadonlyArray<string>, readonly maxAmount: number, readonly excludeReferrers: ReadonlyArray<string>, readonly excludeCountries: ReadonlyArray<string>, readonly allowHosts: ReadonlyArray<string>, readonly language: Language };

export type WebsiteSettingsQueryVariables = Exact<{
  id: string | number;
  from: string;
  to: string;
}>;


export type WebsiteSettingsQuery = { readonly viewer: { readonly address: string, readonly email: string, readonly sendsMail: boolean } | null, readonly website: { readonly firstHitAt: string | null, readonly id: string, readonly domain: string, readonly privacy: Privacy, readonly hasPassword: boolean, readonly emailReports: boolean, readonly excludeBots: boolean, readonly excludeParams: ReadonlyArray<string>, readonly excludeIps: ReadonlyArray<string>, readonly honorGpc: boolean, readonly embedOrigins: ReadonlyArray<string>, readonly timezone: string, readonly hosts: ReadonlyArray<string>, readonly pageGroups: ReadonlyArray<string>, readonly maxAmount: number, readonly excludeReferrers: ReadonlyArray<string>, readonly excludeCountries: ReadonlyArray<string>, readonly allowHosts: ReadonlyArray<string>, readonly language: Language, readonly dropped: ReadonlyArray<{ readonly day: string, readonly reason: DropReason, readonly hits: number }>, readonly warnings: ReadonlyArray<{ readonly kind: WarningKind, readonly message: string, readonly day: string, readonly hits: number }>, readonly reportRecipients: ReadonlyArray<{ readonly email: string | null, readonly frequencies: ReadonlyArray<ReportFrequency>, readonly unsubscribedAt: string | null }>, readonly reports: ReadonlyArray<{ readonly email: string | null, readonly frequency: ReportFrequency, readonly from: string, readonly state: ReportState, readonly changedAt: string, readonly note: string }>, readonly shares: ReadonlyArray<{ readonly id: string, readonly name: string, readonly prefix: string, readonly expiresAt: string | null, readonly lastUsedAt: string | null }>, readonly alertSettings: { readonly kinds: ReadonlyArray<AlertKind>, readonly byMail: boolean, readonly webhookUrl: string | null } | null, readonly alerts: ReadonlyArray<{ readonly kind: AlertKind, readonly at: string, readonly count: number, readonly usual: number, readonly deliveries: ReadonlyArray<{ readonly channel: AlertChannel, readonly state: AlertDeliveryState, readonly attempts: number, readonly note: string }> }> } | null };

export type AuditLogQueryVariables = Exact<{
  id: string | number;
}>;


export type AuditLogQuery = { readonly website: { readonly audit: ReadonlyArray<{ readonly id: string, readonly at: string, readonly by: string | null, readonly via: AuditVia, readonly action: AuditAction, readonly details: string }> } | null };

export type RecipientFragment = { readonly email: string | null, readonly frequencies: ReadonlyArray<ReportFrequency>, readonly unsubscribedAt: string | null };

export type ShareFragment = { readonly id: string, readonly name: string, readonly prefix: string, readonly expiresAt: string | null, readonly lastUsedAt: string | null };

export type CreateShareMutationVariables = Exact<{
  website: string | number;
  input: CreateShareInput;
}>;


export type CreateShareMutation = { readonly createShare: { readonly link: string, readonly pageLink: string, readonly share: { readonly id: string, readonly name: string, readonly prefix: string, readonly expiresAt: string | null, readonly lastUsedAt: string | null } } };

export type DeleteShareMutationVariables = Exact<{
  id: string | number;
}>;


export type DeleteShareMutation = { readonly deleteShare: string };

export type SetReportRecipientMutationVariables = Exact<{
  website: string | number;
  email?: string | null | undefined;
  frequencies: ReadonlyArray<ReportFrequency> | ReportFrequency;
}>;


export type SetReportRecipientMutation = { readonly setReportRecipient: ReadonlyArray<{ readonly email: string | null, readonly frequencies: ReadonlyArray<ReportFrequency>, readonly unsubscribedAt: string | null }> };

export type RemoveReportRecipientMutationVariables = Exact<{
  website: string | number;
  email: string;
}>;


export type RemoveReportRecipientMutation = { readonly removeReportRecipient: ReadonlyArray<{ readonly email: string | null, readonly frequencies: ReadonlyArray<ReportFrequency>, readonly unsubscribedAt: string | null }> };

export type SendTestReportMutationVariables = Exact<{
  website: string | number;
}>;


export type SendTestReportMutation = { readonly sendTestReport: string };

export type SetAlertsMutationVariables = Exact<{
  website: string | number;
  input: AlertsInput;
}>;


export type SetAlertsMutation = { readonly setAlerts: { readonly webhookSecret: string | null, readonly settings: { readonly webhookUrl: string | null } } };

export type CreateWebsiteMutationVariables = Exact<{
  input: CreateWebsiteInput;
}>;


export type CreateWebsiteMutation = { readonly createWebsite: { readonly id: string, readonly domain: string } };

export type UpdateWebsiteMutationVariables = Exact<{
  id: string | number;
  input: UpdateWebsiteInput;
}>;


export type UpdateWebsiteMutation = { readonly updateWebsite: { readonly id: string, readonly domain: string, readonly privacy: Privacy, readonly hasPassword: boolean, readonly emailReports: boolean, readonly excludeBots: boolean, readonly excludeParams: ReadonlyArray<string>, readonly excludeIps: ReadonlyArray<string>, readonly honorGpc: boolean, readonly embedOrigins: ReadonlyArray<string>, readonly timezone: string, readonly hosts: ReadonlyArray<string>, readonly pageGroups: ReadonlyArray<string>, readonly maxAmount: number, readonly excludeReferrers: ReadonlyArray<string>, readonly excludeCountries: ReadonlyArray<string>, readonly allowHosts: ReadonlyArray<string>, readonly language: Language } };

export type DeleteWebsiteMutationVariables = Exact<{
  id: string | number;
}>;


export type DeleteWebsiteMutation = { readonly deleteWebsite: string };

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
export const SettingsFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment Settings on Website {
  privacy
  hasPassword
  emailReports
  excludeBots
  excludeParams
  excludeIps
  honorGpc
  embedOrigins
  timezone
  hosts
  pageGroups
  maxAmount
  excludeReferrers
  excludeCountries
  allowHosts
  language
}
    `, {"fragmentName":"Settings"}) as unknown as TypedDocumentString<SettingsFragment, unknown>;
export const SettingsOfWebsiteFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment SettingsOfWebsite on Website {
  id
  domain
  ...Settings
}
    fragment Settings on Website {
  privacy
  hasPassword
  emailReports
  excludeBots
  excludeParams
  excludeIps
  honorGpc
  embedOrigins
  timezone
  hosts
  pageGroups
  maxAmount
  excludeReferrers
  excludeCountries
  allowHosts
  language
}`, {"fragmentName":"SettingsOfWebsite"}) as unknown as TypedDocumentString<SettingsOfWebsiteFragment, unknown>;
export const RecipientFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment Recipient on ReportRecipient {
  email
  frequencies
  unsubscribedAt
}
    `, {"fragmentName":"Recipient"}) as unknown as TypedDocumentString<RecipientFragment, unknown>;
export const ShareFragmentDoc = /*#__PURE__*/ new TypedDocumentString(`
    fragment Share on Share {
  id
  name
  prefix
  expiresAt
  lastUsedAt
}
    `, {"fragmentName":"Share"}) as unknown as TypedDocumentString<ShareFragment, unknown>;
export const WebsiteListDocument = /*#__PURE__*/ new TypedDocumentString(`
    query WebsiteList($search: String, $from: Date!, $to: Date!, $isAdmin: Boolean!) {
  unregisteredHosts @include(if: $isAdmin) {
    host
    hits
    lastDay
  }
  websites(search: $search, perPage: 1000, sortBy: DOMAIN, sort: ASC) {
    rows {
      id
      domain
      privacy
      firstDay
      timezone
      timeseries(from: $from, to: $to, interval: DAY) {
        points {
          start
          visitors
          pageviews
        }
      }
    }
    total
  }
}
    `) as unknown as TypedDocumentString<WebsiteListQuery, WebsiteListQueryVariables>;
export const WebsiteHostsDocument = /*#__PURE__*/ new TypedDocumentString(`
    query WebsiteHosts {
  websites(sortBy: DOMAIN, sort: ASC, perPage: 1000) {
    rows {
      id
      domain
      hosts
    }
  }
}
    `) as unknown as TypedDocumentString<WebsiteHostsQuery, WebsiteHostsQueryVariables>;
export const WebsiteSettingsDocument = /*#__PURE__*/ new TypedDocumentString(`
    query WebsiteSettings($id: ID!, $from: Date!, $to: Date!) {
  viewer {
    address
    email
    sendsMail
  }
  website(id: $id) {
    ...SettingsOfWebsite
    firstHitAt
    dropped(from: $from, to: $to) {
      day
      reason
      hits
    }
    warnings {
      kind
      message
      day
      hits
    }
    reportRecipients {
      ...Recipient
    }
    reports {
      email
      frequency
      from
      state
      changedAt
      note
    }
    shares {
      ...Share
    }
    alertSettings {
      kinds
      byMail
      webhookUrl
    }
    alerts {
      kind
      at
      count
      usual
      deliveries {
        channel
        state
        attempts
        note
      }
    }
  }
}
    fragment Settings on Website {
  privacy
  hasPassword
  emailReports
  excludeBots
  excludeParams
  excludeIps
  honorGpc
  embedOrigins
  timezone
  hosts
  pageGroups
  maxAmount
  excludeReferrers
  excludeCountries
  allowHosts
  language
}
fragment SettingsOfWebsite on Website {
  id
  domain
  ...Settings
}
fragment Recipient on ReportRecipient {
  email
  frequencies
  unsubscribedAt
}
fragment Share on Share {
  id
  name
  prefix
  expiresAt
  lastUsedAt
}`) as unknown as TypedDocumentString<WebsiteSettingsQuery, WebsiteSettingsQueryVariables>;
export const AuditLogDocument = /*#__PURE__*/ new TypedDocumentString(`
    query AuditLog($id: ID!) {
  website(id: $id) {
    audit {
      id
      at
      by
      via
      action
      details
    }
  }
}
    `) as unknown as TypedDocumentString<AuditLogQuery, AuditLogQueryVariables>;
export const CreateShareDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation CreateShare($website: ID!, $input: CreateShareInput!) {
  createShare(website: $website, input: $input) {
    link
    pageLink
    share {
      ...Share
    }
  }
}
    fragment Share on Share {
  id
  name
  prefix
  expiresAt
  lastUsedAt
}`) as unknown as TypedDocumentString<CreateShareMutation, CreateShareMutationVariables>;
export const DeleteShareDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation DeleteShare($id: ID!) {
  deleteShare(id: $id)
}
    `) as unknown as TypedDocumentString<DeleteShareMutation, DeleteShareMutationVariables>;
export const SetReportRecipientDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation SetReportRecipient($website: ID!, $email: String, $frequencies: [ReportFrequency!]!) {
  setReportRecipient(website: $website, email: $email, frequencies: $frequencies) {
    ...Recipient
  }
}
    fragment Recipient on ReportRecipient {
  email
  frequencies
  unsubscribedAt
}`) as unknown as TypedDocumentString<SetReportRecipientMutation, SetReportRecipientMutationVariables>;
export const RemoveReportRecipientDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation RemoveReportRecipient($website: ID!, $email: String!) {
  removeReportRecipient(website: $website, email: $email) {
    ...Recipient
  }
}
    fragment Recipient on ReportRecipient {
  email
  frequencies
  unsubscribedAt
}`) as unknown as TypedDocumentString<RemoveReportRecipientMutation, RemoveReportRecipientMutationVariables>;
export const SendTestReportDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation SendTestReport($website: ID!) {
  sendTestReport(website: $website)
}
    `) as unknown as TypedDocumentString<SendTestReportMutation, SendTestReportMutationVariables>;
export const SetAlertsDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation SetAlerts($website: ID!, $input: AlertsInput!) {
  setAlerts(website: $website, input: $input) {
    settings {
      webhookUrl
    }
    webhookSecret
  }
}
    `) as unknown as TypedDocumentString<SetAlertsMutation, SetAlertsMutationVariables>;
export const CreateWebsiteDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation CreateWebsite($input: CreateWebsiteInput!) {
  createWebsite(input: $input) {
    id
    domain
  }
}
    `) as unknown as TypedDocumentString<CreateWebsiteMutation, CreateWebsiteMutationVariables>;
export const UpdateWebsiteDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation UpdateWebsite($id: ID!, $input: UpdateWebsiteInput!) {
  updateWebsite(id: $id, input: $input) {
    ...SettingsOfWebsite
  }
}
    fragment Settings on Website {
  privacy
  hasPassword
  emailReports
  excludeBots
  excludeParams
  excludeIps
  honorGpc
  embedOrigins
  timezone
  hosts
  pageGroups
  maxAmount
  excludeReferrers
  excludeCountries
  allowHosts
  language
}
fragment SettingsOfWebsite on Website {
  id
  domain
  ...Settings
}`) as unknown as TypedDocumentString<UpdateWebsiteMutation, UpdateWebsiteMutationVariables>;
export const DeleteWebsiteDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation DeleteWebsite($id: ID!) {
  deleteWebsite(id: $id)
}
    `) as unknown as TypedDocumentString<DeleteWebsiteMutation, DeleteWebsiteMutationVariables>;