import type { ServerResponse } from 'node:http';
import { type DocumentNode, execute, getOperationAST, OperationTypeNode } from 'graphql';
import { isObject } from '../domain/unknown.ts';
import type { Caller } from '../http/caller.ts';
import { sendJson } from '../http/json.ts';
import { askedLanguage } from '../http/language.ts';
import type { Log } from '../log.ts';
import type { Mailing } from '../reports/test-report.ts';
import type { Reading } from '../stats/loader.ts';
import { checkComplexity } from './complexity.ts';
import { createContext } from './context.ts';
import type { Params } from './request.ts';
import { type ServerContext, settleAnswer } from './responses.ts';
import { schema } from './schema.ts';

/** The dependencies of executing an operation. */
interface Execution {
  readonly reading: Reading;
  readonly log: Log;
  readonly mailing?: Mailing | null;
  readonly baseUrl: string;
  readonly now?: () => number;
}

/**
 * Executes queries that Yoga has found valid before; the way through Yoga takes longer than executing them (ADR 0015).
 * `documents` holds the parsed documents by their text.
 */
export function createKnownOperations(
  { reading, log, mailing, baseUrl, now }: Execution,
  documents: { get(text: string): DocumentNode | undefined },
) {
  const valid = new WeakSet<DocumentNode>();

  function find({ query, operationName, variables, ...more }: Params = {}) {
    if (typeof query !== 'string' || Object.keys(more).length > 0 || !isObject(variables ?? {})) return null;
    const document = documents.get(query);
    if (!document || !valid.has(document)) return null;
    const operation = getOperationAST(document, operationName);
    return operation?.operation === OperationTypeNode.QUERY
      ? { document, operation, variables: variables ?? {} }
      : null;
  }

  async function run(asked: ServerContext): Promise<boolean> {
    const known = find(asked.params);
    if (!known) return false;
    const { document, operation, variables } = known;
    const cost = checkComplexity(schema, document, operation, variables);
    Object.assign(asked, { document, operation, cost });
    asked.result = await execute({
      schema,
      document,
      operationName: operation.name?.value,
      variableValues: variables,
      contextValue: createContext(reading, asked.caller as Caller, now, {
        mailing: mailing ?? null,
        baseUrl,
        language: askedLanguage(asked.req),
      }),
    });
    return !asked.result.errors;
  }

  return {
    /** Remembers a document that was found valid. */
    learn: (document: DocumentNode) => void valid.add(document),
    /** Returns true after a response to a known query; otherwise Yoga responds, with the result if the query failed. */
    async answer(asked: ServerContext, response: ServerResponse): Promise<boolean> {
      const { method, headers } = asked.req;
      if (method !== 'POST' || !/^(\*\/\*|application\/json)$/.test(headers.accept ?? '*/*')) return false;
      // Yoga rejects the same requests and formats the error.
      if (!(await run(asked).catch(() => false)) || !asked.result) return false;
      sendJson(response, 200, settleAnswer(asked.result, asked, log));
      return true;
    },
  };
}
