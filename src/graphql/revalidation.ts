import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type ExecutionResult, Kind, type OperationDefinitionNode, OperationTypeNode } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Asked } from './answers.ts';

/** What is known of a request that might be repeated. */
interface Repeatable extends Asked {
  readonly req: IncomingMessage;
  /** Set once its answer may be told by its ETag. */
  shared?: boolean;
}

/**
 * Gives answers about public pages an ETag, so that a browser which asks again by GET is sent nothing it has already. It has to
 * ask each time, because a page may become private at any moment.
 */
export function revalidation(): Plugin<object, Repeatable> {
  return {
    async onResponse({ response, serverContext, setResponse, fetchAPI }) {
      if (!serverContext.shared || response.status !== 200) return;
      const text = await response.text();
      const tag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
      const headers = new fetchAPI.Headers(response.headers);
      headers.set('Cache-Control', 'private, no-cache');
      headers.set('ETag', tag);
      const isKnown = tagsOf(serverContext.req.headers['if-none-match']).includes(tag);
      if (isKnown) headers.delete('content-length');
      setResponse(new fetchAPI.Response(isKnown ? null : text, { status: isKnown ? 304 : 200, headers }));
    },
  };
}

/** True for an answer without errors to a stranger's GET that asked for public statistics and nothing else. */
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
    operation.selectionSet.selections.every(field => field.kind === Kind.FIELD && field.name.value === 'shared')
  );
}

/** Behind a proxy that compresses, a tag comes back as a weak one. */
function tagsOf(header: string | undefined): string[] {
  return (header ?? '').split(',').map(tag => tag.trim().replace(/^W\//, ''));
}
