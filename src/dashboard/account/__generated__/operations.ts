/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
/** A new account. */
export type CreateAccountInput = {
  /** Whether the account can manage other accounts; defaults to false. */
  readonly admin?: boolean | null | undefined;
  /** The e-mail address to sign in with; must be unique on the instance. */
  readonly email: string;
  /** The password to sign in with, 8 to 128 characters. */
  readonly password: string;
};

/** A new API key. */
export type CreateApiKeyInput = {
  /** When the key expires; if omitted, never. */
  readonly expiresAt?: string | null | undefined;
  /** The name of the key, which says what it is for; 1 to 255 characters. */
  readonly name: string;
  /** What the key is allowed to do. */
  readonly scope: Scope;
};

/** The outcome of a job run. */
export type JobOutcome =
  /** Finished successfully. */
  | 'DONE'
  /** Failed; the job will be retried. */
  | 'FAILED'
  /** Its process died, and another run took over. */
  | 'LOST'
  /** Still running. */
  | 'RUNNING'
  /** Stopped before it finished; the next run continues. */
  | 'STOPPED';

/** The permissions of an API key. */
export type Scope =
  /** Can only send hits in batches, for the websites of the account; other requests are FORBIDDEN. */
  | 'COLLECT'
  /** Can read everything in the account but change nothing. */
  | 'READ'
  /** Can read everything in the account, change its websites and send hits in batches. Sessions have this scope too. */
  | 'WRITE';

export type AccountQueryVariables = Exact<{
  isAdmin: boolean;
}>;


export type AccountQuery = { readonly viewer: { readonly email: string, readonly admin: boolean, readonly createdAt: string, readonly apiKeys: ReadonlyArray<{ readonly id: string, readonly name: string, readonly scope: Scope, readonly prefix: string, readonly createdAt: string, readonly expiresAt: string | null, readonly lastUsedAt: string | null, readonly revokedAt: string | null }>, readonly sessions: ReadonlyArray<{ readonly id: string, readonly client: string, readonly createdAt: string, readonly lastUsedAt: string, readonly expiresAt: string, readonly current: boolean }> } | null, readonly accounts?: ReadonlyArray<{ readonly id: string, readonly email: string, readonly admin: boolean, readonly createdAt: string }>, readonly jobs?: ReadonlyArray<{ readonly name: string, readonly dueAt: string, readonly failures: number, readonly lastRun: { readonly startedAt: string, readonly outcome: JobOutcome, readonly note: string } | null }> };

export type ChangePasswordMutationVariables = Exact<{
  current: string;
  next: string;
}>;


export type ChangePasswordMutation = { readonly changePassword: boolean };

export type CloseSessionMutationVariables = Exact<{
  id: string | number;
}>;


export type CloseSessionMutation = { readonly closeSession: string };

export type CreateApiKeyMutationVariables = Exact<{
  input: CreateApiKeyInput;
}>;


export type CreateApiKeyMutation = { readonly createApiKey: { readonly key: string } };

export type RevokeApiKeyMutationVariables = Exact<{
  id: string | number;
}>;


export type RevokeApiKeyMutation = { readonly revokeApiKey: { readonly id: string } };

export type CreateAccountMutationVariables = Exact<{
  input: CreateAccountInput;
}>;


export type CreateAccountMutation = { readonly createAccount: { readonly id: string } };

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

export const AccountDocument = /*#__PURE__*/ new TypedDocumentString(`
    query Account($isAdmin: Boolean!) {
  viewer {
    email
    admin
    createdAt
    apiKeys {
      id
      name
      scope
      prefix
      createdAt
      expiresAt
      lastUsedAt
      revokedAt
    }
    sessions {
      id
      client
      createdAt
      lastUsedAt
      expiresAt
      current
    }
  }
  accounts @include(if: $isAdmin) {
    id
    email
    admin
    createdAt
  }
  jobs @include(if: $isAdmin) {
    name
    dueAt
    failures
    lastRun {
      startedAt
      outcome
      note
    }
  }
}
    `) as unknown as TypedDocumentString<AccountQuery, AccountQueryVariables>;
export const ChangePasswordDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation ChangePassword($current: String!, $next: String!) {
  changePassword(current: $current, next: $next)
}
    `) as unknown as TypedDocumentString<ChangePasswordMutation, ChangePasswordMutationVariables>;
export const CloseSessionDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation CloseSession($id: ID!) {
  closeSession(id: $id)
}
    `) as unknown as TypedDocumentString<CloseSessionMutation, CloseSessionMutationVariables>;
export const CreateApiKeyDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation CreateApiKey($input: CreateApiKeyInput!) {
  createApiKey(input: $input) {
    key
  }
}
    `) as unknown as TypedDocumentString<CreateApiKeyMutation, CreateApiKeyMutationVariables>;
export const RevokeApiKeyDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation RevokeApiKey($id: ID!) {
  revokeApiKey(id: $id) {
    id
  }
}
    `) as unknown as TypedDocumentString<RevokeApiKeyMutation, RevokeApiKeyMutationVariables>;
export const CreateAccountDocument = /*#__PURE__*/ new TypedDocumentString(`
    mutation CreateAccount($input: CreateAccountInput!) {
  createAccount(input: $input) {
    id
  }
}
    `) as unknown as TypedDocumentString<CreateAccountMutation, CreateAccountMutationVariables>;