/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** A new website. */
export type CreateWebsiteInput = {
  /** A host name or IPv4 address. Its scheme, a leading `www.` and a trailing dot or slash are taken off; no other website may have it. */
  readonly domain: string;
  /** Whether periodic reports are sent by e-mail; when left out, false. */
  readonly emailReports?: boolean | null | undefined;
  /** Origins whose pages may show the statistics page inside theirs, such as `https://example.com`; `*` stands for all; when left out, none. */
  readonly embedOrigins?: ReadonlyArray<string> | null | undefined;
  /** Whether hits of known bots are dropped; when left out, true. */
  readonly excludeBots?: boolean | null | undefined;
  /** Addresses and CIDR blocks, IPv4 or IPv6, whose hits are dropped; when left out, none. */
  readonly excludeIps?: ReadonlyArray<string> | null | undefined;
  /** Query parameters to take off pages, by their exact names; `*` alone takes the whole query off; when left out, none. */
  readonly excludeParams?: ReadonlyArray<string> | null | undefined;
  /** Whether a hit with `Sec-GPC: 1` or `DNT: 1` counts as a pageview that identifies nobody; when left out, false. */
  readonly honorGpc?: boolean | null | undefined;
  /** The password of the statistics page, 1 to 128 characters. The privacy PASSWORD needs one, and it takes effect only then. Null clears it; when left out, there is none. */
  readonly password?: string | null | undefined;
  /** Who may see the statistics page; when left out, PRIVATE. */
  readonly privacy?: Privacy | null | undefined;
  /** The IANA time zone that days and hours are in, such as `Europe/Berlin`; when left out, UTC. */
  readonly timezone?: string | null | undefined;
};

/** Why a hit was rightly not counted. */
export type DropReason =
  /** It came from a known bot, and the website excludes them. */
  | 'BOT'
  /** A hit with the same id was counted before. */
  | 'DUPLICATE'
  /** It came from an address that the website excludes. */
  | 'EXCLUDED_IP'
  /** The browser fetched the page ahead, and nobody saw it. */
  | 'PREFETCH'
  /** Too many hits came from one address. */
  | 'RATE_LIMITED'
  /** It was for a website that is not registered. */
  | 'UNKNOWN_WEBSITE';

/** Who may see the statistics page of a website. */
export type Privacy =
  /** Whoever knows the password of the page, and the account. */
  | 'PASSWORD'
  /** The account alone. */
  | 'PRIVATE'
  /** Anyone who knows the address. */
  | 'PUBLIC';

/** New settings of a website; what is left out stays as it is. */
export type UpdateWebsiteInput = {
  /** Whether periodic reports are sent by e-mail; when left out, it stays as it is. */
  readonly emailReports?: boolean | null | undefined;
  /** Origins whose pages may show the statistics page inside theirs, such as `https://example.com`; `*` stands for all; when left out, it stays as it is. */
  readonly embedOrigins?: ReadonlyArray<string> | null | undefined;
  /** Whether hits of known bots are dropped; when left out, it stays as it is. */
  readonly excludeBots?: boolean | null | undefined;
  /** Addresses and CIDR blocks, IPv4 or IPv6, whose hits are dropped; when left out, it stays as it is. */
  readonly excludeIps?: ReadonlyArray<string> | null | undefined;
  /** Query parameters to take off pages, by their exact names; `*` alone takes the whole query off; when left out, it stays as it is. */
  readonly excludeParams?: ReadonlyArray<string> | null | undefined;
  /** Whether a hit with `Sec-GPC: 1` or `DNT: 1` counts as a pageview that identifies nobody; when left out, it stays as it is. */
  readonly honorGpc?: boolean | null | undefined;
  /** The password of the statistics page, 1 to 128 characters. The privacy PASSWORD needs one, and it takes effect only then. Null clears it; when left out, it stays as it is. */
  readonly password?: string | null | undefined;
  /** Who may see the statistics page; when left out, it stays as it is. */
  readonly privacy?: Privacy | null | undefined;
  /** The IANA time zone that days and hours are in, such as `Europe/Berlin`; when left out, it stays as it is. */
  readonly timezone?: string | null | undefined;
};

/** What a warning is about. */
export type WarningKind =
  /** A statistic had more new values in a day than are kept, so the rest counts under `(other)`. */
  | 'TOO_MANY_VALUES';

export type WebsiteListQueryVariables = Exact<{
  search?: string | null | undefined;
  page?: number | null | undefined;
  from: string;
  to: string;
}>;


export type WebsiteListQuery = { readonly websites: { readonly total: number, readonly page: number, readonly lastPage: number, readonly rows: ReadonlyArray<{ readonly id: string, readonly domain: string, readonly privacy: Privacy, readonly firstHitAt: string | null, readonly summary: { readonly visitors: { readonly value: number, readonly change: number | null }, readonly pageviews: { readonly value: number } }, readonly timeseries: { readonly points: ReadonlyArray<{ readonly start: string, readonly partial: boolean, readonly visitors: number }> } }> } };

export type SettingsFragment = { readonly id: string, readonly domain: string, readonly privacy: Privacy, readonly hasPassword: boolean, readonly emailReports: boolean, readonly excludeBots: boolean, readonly excludeParams: ReadonlyArray<string>, readonly excludeIps: ReadonlyArray<string>, readonly honorGpc: boolean, readonly embedOrigins: ReadonlyArray<string>, readonly timezone: string, readonly createdAt: string, readonly updatedAt: string };

export type WebsiteSettingsQueryVariables = Exact<{
  id: string | number;
  from: string;
  to: string;
}>;


export type WebsiteSettingsQuery = { readonly viewer: { readonly address: string } | null, readonly website: { readonly firstHitAt: string | null, readonly id: string, readonly domain: string, readonly privacy: Privacy, readonly hasPassword: boolean, readonly emailReports: boolean, readonly excludeBots: boolean, readonly excludeParams: ReadonlyArray<string>, readonly excludeIps: ReadonlyArray<string>, readonly honorGpc: boolean, readonly embedOrigins: ReadonlyArray<string>, readonly timezone: string, readonly createdAt: string, readonly updatedAt: string, readonly dropped: ReadonlyArray<{ readonly day: string, readonly reason: DropReason, readonly hits: number }>, readonly warnings: ReadonlyArray<{ readonly kind: WarningKind, readonly message: string, readonly day: string, readonly hits: number }> } | null };

export type CreateWebsiteMutationVariables = Exact<{
  input: CreateWebsiteInput;
}>;


export type CreateWebsiteMutation = { readonly createWebsite: { readonly id: string, readonly domain: string } };

export type UpdateWebsiteMutationVariables = Exact<{
  id: string | number;
  input: UpdateWebsiteInput;
}>;


export type UpdateWebsiteMutation = { readonly updateWebsite: { readonly id: string, readonly domain: string, readonly privacy: Privacy, readonly hasPassword: boolean, readonly emailReports: boolean, readonly excludeBots: boolean, readonly excludeParams: ReadonlyArray<string>, readonly excludeIps: ReadonlyArray<string>, readonly honorGpc: boolean, readonly embedOrigins: ReadonlyArray<string>, readonly timezone: string, readonly createdAt: string, readonly updatedAt: string } };

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
export const SettingsFragmentDoc = new TypedDocumentString(`
    fragment Settings on Website {
  id
  domain
  privacy
  hasPassword
  emailReports
  excludeBots
  excludeParams
  excludeIps
  honorGpc
  embedOrigins
  timezone
  createdAt
  updatedAt
}
    `, {"fragmentName":"Settings"}) as unknown as TypedDocumentString<SettingsFragment, unknown>;
export const WebsiteListDocument = new TypedDocumentString(`
    query WebsiteList($search: String, $page: Int, $from: Date!, $to: Date!) {
  websites(search: $search, page: $page, perPage: 25, sortBy: DOMAIN, sort: ASC) {
    rows {
      id
      domain
      privacy
      firstHitAt
      summary(from: $from, to: $to, compare: PREVIOUS_PERIOD) {
        visitors {
          value
          change
        }
        pageviews {
          value
        }
      }
      timeseries(from: $from, to: $to, interval: DAY) {
        points {
          start
          partial
          visitors
        }
      }
    }
    total
    page
    lastPage
  }
}
    `) as unknown as TypedDocumentString<WebsiteListQuery, WebsiteListQueryVariables>;
export const WebsiteSettingsDocument = new TypedDocumentString(`
    query WebsiteSettings($id: ID!, $from: Date!, $to: Date!) {
  viewer {
    address
  }
  website(id: $id) {
    ...Settings
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
  }
}
    fragment Settings on Website {
  id
  domain
  privacy
  hasPassword
  emailReports
  excludeBots
  excludeParams
  excludeIps
  honorGpc
  embedOrigins
  timezone
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<WebsiteSettingsQuery, WebsiteSettingsQueryVariables>;
export const CreateWebsiteDocument = new TypedDocumentString(`
    mutation CreateWebsite($input: CreateWebsiteInput!) {
  createWebsite(input: $input) {
    id
    domain
  }
}
    `) as unknown as TypedDocumentString<CreateWebsiteMutation, CreateWebsiteMutationVariables>;
export const UpdateWebsiteDocument = new TypedDocumentString(`
    mutation UpdateWebsite($id: ID!, $input: UpdateWebsiteInput!) {
  updateWebsite(id: $id, input: $input) {
    ...Settings
  }
}
    fragment Settings on Website {
  id
  domain
  privacy
  hasPassword
  emailReports
  excludeBots
  excludeParams
  excludeIps
  honorGpc
  embedOrigins
  timezone
  createdAt
  updatedAt
}`) as unknown as TypedDocumentString<UpdateWebsiteMutation, UpdateWebsiteMutationVariables>;
export const DeleteWebsiteDocument = new TypedDocumentString(`
    mutation DeleteWebsite($id: ID!) {
  deleteWebsite(id: $id)
}
    `) as unknown as TypedDocumentString<DeleteWebsiteMutation, DeleteWebsiteMutationVariables>;