import { createHash } from 'node:crypto';
import * as account from './account/__generated__/operations.ts';
import { queryName, textOf } from './operation-text.ts';
import * as statistics from './statistics/__generated__/operations.ts';
import * as websites from './websites/__generated__/operations.ts';

/** A query that the web app sends by its id. */
export interface PersistedQuery {
  readonly name: string;
  readonly id: string;
  readonly text: string;
}

/** Returns all queries of the app; each id is a hash of the text, so that releases never confuse two queries. */
export function persistedQueries(): PersistedQuery[] {
  const queries = [account, statistics, websites].flatMap(operations =>
    Object.values(operations).flatMap(operation => {
      const text = textOf(operation as { toString(): string });
      const name = queryName(text);
      return name === null ? [] : [{ name, id: createHash('sha256').update(text).digest('base64url'), text }];
    }),
  );
  const names = queries.map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice) throw new Error(`Two queries of the app are called ${twice}; rename one.`);
  return queries;
}
