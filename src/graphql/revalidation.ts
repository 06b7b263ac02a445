import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type ExecutionResult, type FieldNode, Kind, type OperationDefinitionNode, OperationTypeNode } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Asked } from './answers.ts';

/** A request that the client might repeat. */
interface Repeatable extends Asked {
  readonly req: IncomingMessage;
  /** True once the response is known to be one that can have an ETag. */
  shared?: boolean;
}

/** Left out of the ETag: `freshAt` differs between otherwise equal responses, and an older one is still true. */
const FRESH_AT = /"freshAt":"[^"]*"/g;

/**
 * Adds an ETag to responses about public pages, so that a repeated GET gets 304 if nothing has changed. The
 * browser has to revalidate each time, because a page can become private at any moment.
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

/** Returns true for an anonymous GET that read only public statistics, without errors. */
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

/** True for a field left out by @skip or @include, as the web app does with fields for owners only. */
function isLeftOut({ alias, name }: FieldNode, { data }: ExecutionResult): boolean {
  return !Object.hasOwn(data ?? {}, (alias ?? name).value);
}

/** Returns the ETags of the header; a compressing proxy turns ours into weak ones. */
function tagsOf(header: string | undefined): string[] {
  return (header ?? '').split(',').map(tag => tag.trim().replace(/^W\//, ''));
}
