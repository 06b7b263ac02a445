import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type ExecutionResult, type FieldNode, Kind, type OperationDefinitionNode, OperationTypeNode } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Asked } from './answers.ts';

/** What is known of a request that might be repeated. */
interface Repeatable extends Asked {
  readonly req: IncomingMessage;
  /** Set once its answer may be told by its ETag. */
  shared?: boolean;
}

/** How fresh an answer is changes from one to the next that says the same; an older one still holds. */
const FRESH_AT = /"freshAt":"[^"]*"/g;

/**
 * Gives answers about public pages an ETag, so that a browser which asks again by GET is sent nothing it has already. It has to
 * ask each time, because a page may become private at any moment.
 */
export function revalidation(): Plugin<object, Repeatable> {
  return {
    async onResponse({ response, serverContext, setResponse, fetchAPI }) {
      if (!serverContext.shared || response.status !== 200) return;
      const text = await response.text();
      const tag = `"${createHash('sha256').update(text.replace(FRESH_AT, '')).digest('base64url').slice(0, 27)}"`;
      const headers = new fetchAPI.Headers(response.headers);
      headers.set('Cache-Control', 'private, no-cache');
      headers.set('ETag', tag);
      const isKnown = tagsOf(serverContext.req.headers['if-none-match']).includes(tag);
      if (isKnown) headers.delete('content-length');
      setResponse(new fetchAPI.Response(isKnown ? null : text, { status: isKnown ? 304 : 200, headers }));
    },
  };
}

/** True for an answer without errors to a stranger's GET that got public statistics and nothing else. */
export function isRepeatable(
  { req, caller }: Repeatable,
  operation: OperationDefinitionNode | null,
  result: ExecutionResult,
): boolean {
  return (
    req.method === 'GET' &&
    caller?.viewer === null &&
    !result.errors &&
    operation?.operation === OperationTypeNode.QUERY &&
    operation.selectionSet.selections.every(
      field => field.kind === Kind.FIELD && (field.name.value === 'shared' || isLeftOut(field, result)),
    )
  );
}

/** By @skip or @include, as the app does with what only owners may ask. */
function isLeftOut({ alias, name }: FieldNode, { data }: ExecutionResult): boolean {
  return !Object.hasOwn(data ?? {}, (alias ?? name).value);
}

/** Behind a proxy that compresses, a tag comes back as a weak one. */
function tagsOf(header: string | undefined): string[] {
  return (header ?? '').split(',').map(tag => tag.trim().replace(/^W\//, ''));
}
