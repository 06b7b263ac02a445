import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { quote } from '../domain/text.ts';
import { refusal } from './error-responses.ts';
import type { FindQuery, Params } from './request.ts';

/**
 * Returns a function that finds the texts of queries sent by their id, with `queryOf`, or by their SHA-256 hash, as
 * Apollo's automatic persisted queries are. The text for a hash is learnt when a client sends both. Anyone can make the
 * process learn texts, so it keeps at most 1 MiB, those used last.
 */
export function createPersistedQueries(queryOf: (id: string) => string | undefined): FindQuery {
  const learnt = new LRUCache<string, string>({ max: 2_000, maxSize: 1_048_576, sizeCalculation: text => text.length });

  function ofHash({ query, ...params }: Params, persisted: unknown): Params {
    const hash = hashIn(persisted);
    if (query) {
      if (hash !== null) {
        if (createHash('sha256').update(query).digest('hex') !== hash) throw refusal(400, 'BAD_USER_INPUT', OTHER_HASH);
        learnt.set(hash, query);
      }
      return { ...params, query };
    }
    if (hash === null) throw refusal(400, 'BAD_USER_INPUT', NO_HASH);
    const text = learnt.get(hash);
    // Clients compare with this message, and expect it with a successful status.
    if (text === undefined) throw refusal(200, 'PERSISTED_QUERY_NOT_FOUND', 'PersistedQueryNotFound');
    return { ...params, query: text };
  }

  function ofId(params: Params, id: unknown): Params {
    const query = typeof id === 'string' ? queryOf(id) : undefined;
    if (query !== undefined) return { ...params, query };
    const given = quote(typeof id === 'string' ? id : JSON.stringify(id));
    throw refusal(400, 'BAD_USER_INPUT', `The documentId ${given} is not known here; send the query itself.`);
  }

  return ({ documentId, ...params }) => {
    const { persistedQuery, ...extensions } = params.extensions ?? {};
    if (persistedQuery !== undefined && typeof (params.query ?? '') === 'string') {
      // Nothing else in the extensions may be lost, and without any, known queries need no Yoga.
      const { extensions: _, ...others } = params;
      return ofHash(Object.keys(extensions).length > 0 ? { ...others, extensions } : others, persistedQuery);
    }
    return documentId === undefined || params.query !== undefined ? params : ofId(params, documentId);
  };
}

const OTHER_HASH =
  'The sha256Hash in the extension persistedQuery is not that of the query; send the SHA-256 of its text in hexadecimal digits.';
const NO_HASH = 'The extension persistedQuery has no version 1 and no sha256Hash; send both, or the query itself.';

function hashIn(persisted: unknown): string | null {
  const { version, sha256Hash } = (persisted ?? {}) as { readonly version?: unknown; readonly sha256Hash?: unknown };
  return version === 1 && typeof sha256Hash === 'string' ? sha256Hash : null;
}
