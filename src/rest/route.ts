import type { TypedQueryDocumentNode } from 'graphql';
import * as z from 'zod';
import type { Context } from '../graphql/context.ts';
import type { Cell } from './csv.ts';
import { createReader, type Reader } from './input.ts';
import type { Schema } from './json-schema.ts';
import type { GraphqlNames } from './names.ts';
import type { Place } from './paginate.ts';

/** No parameters, or no fields. */
export const NOTHING = z.object({});

/** The methods REST answers; HEAD is answered wherever GET is. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What a row makes of the data of its operation. */
export interface Answer {
  readonly body: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** All rows as a file, for clients that want to take them away. */
export type Export<Data, Variables, Query extends z.ZodObject> = {
  /** The format of the file; `accepted` is CSV when the client's Accept prefers it, and otherwise `answer`, or JSON where there is none. */
  readonly format: 'csv' | 'json' | 'accepted';
  readonly columns: readonly string[];
} & (Paged<Data, Variables> | Streamed<Data, Query>);

/** Rows that the operation itself answers, page after page. */
export interface Paged<Data, Variables> {
  /** The variables of one of the pages, which should be as large as they may. */
  readonly page: (variables: Variables, page: number) => Variables;
  readonly lastPage: (data: Data) => number;
  readonly rows: (data: Data) => Rows;
  /** What the file says beside its type, from the data of its first page. */
  readonly headers: (data: Data) => Readonly<Record<string, string>>;
}

/** Rows that no operation answers; the operation runs once before them and decides whether they may be seen. */
interface Streamed<Data, Query extends z.ZodObject> {
  readonly stream: (data: Data, query: Sent<Query>, context: Context) => AsyncGenerator<Rows, void>;
}

type Rows = readonly (readonly Cell[])[];

/** What was sent, checked, under the names of GraphQL. */
type Sent<Schema extends z.ZodObject> = GraphqlNames<z.output<Schema>>;

/** One row of the route table: how a request becomes an operation's variables, and its data an answer. */
export interface Route<Data, Variables, Query extends z.ZodObject, Body extends z.ZodObject> {
  readonly method: Method;
  /** Below /api/v1, with `{id}` where the id stands. */
  readonly path: string;
  readonly status: 200 | 201;
  readonly operation: TypedQueryDocumentNode<Data, Variables>;
  /** Each with its description, for the documentation. */
  readonly query: Query;
  /** Null when no body is read. */
  readonly body: Body | null;
  /** Fields of the body that are known and never taken, with the reason: they get a better notice. */
  readonly fixed?: Readonly<Record<string, string>>;
  readonly variables: (sent: {
    readonly id: string;
    readonly query: Sent<Query>;
    readonly body: Sent<Body>;
  }) => Variables;
  /** `place` is where the answer lives and what of the query had an effect. Null where a file is all there is. */
  readonly answer: ((data: Data, place: Place) => Answer) | null;
  /** The headers of a success that only this row has, for the description. */
  readonly headers?: Readonly<Record<string, Schema>>;
  readonly export?: Export<Data, Variables, Query>;
  readonly describe: {
    /** Unique, for generated clients. */
    readonly id: string;
    readonly tag: string;
    readonly summary: string;
    readonly description: string;
    /** The JSON body of a success. */
    readonly schema: Schema;
    readonly example: unknown;
  };
}

/** A row as the one handler sees it. */
export interface AnyRoute extends Route<unknown, Record<string, unknown>, z.ZodObject, z.ZodObject> {
  readonly readQuery: Reader<Record<string, unknown>>;
  /** Reads a body of no fields where none is taken. */
  readonly readBody: Reader<Record<string, unknown>>;
}

/** Checks a row against the types of its own operation and inputs, and forgets them. */
export function route<Data, Variables, Query extends z.ZodObject, Body extends z.ZodObject>(
  row: Route<Data, Variables, Query, Body>,
): AnyRoute {
  return {
    ...(row as unknown as AnyRoute),
    readQuery: createReader(row.query, 'parameter'),
    readBody: createReader(row.body ?? NOTHING, 'field', row.fixed),
  };
}
