import type { TypedQueryDocumentNode } from 'graphql';
import * as z from 'zod';
import type { Cell } from '../domain/csv.ts';
import type { Context } from '../graphql/context.ts';
import { createReader, type GraphqlNames, type OlderNames, type Reader } from './input.ts';
import type { ObjectSchema, Schema } from './json-schema.ts';
import type { Place } from './page-json.ts';

/** No parameters, or no fields. */
export const NOTHING = z.object({});

/** The methods REST supports; every GET route also supports HEAD. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The response that a row makes from the data of its operation. */
export interface Answer {
  readonly body: object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An export of all rows as a file. */
export type Export<Data, Variables, Query extends z.ZodObject> = {
  /** `accepted` is CSV if the client's Accept prefers it, otherwise `answer`, or JSON if `answer` is null. */
  readonly format: 'csv' | 'json' | 'accepted';
  readonly columns: readonly string[] | ((query: Sent<Query>) => readonly string[]);
} & (Paged<Data, Variables, Query> | Streamed<Data, Query>);

/** Rows that the operation itself returns, page by page. */
export interface Paged<Data, Variables, Query extends z.ZodObject> {
  /** Returns the variables for one page, which should have the maximum size. */
  readonly page: (variables: Variables, page: number) => Variables;
  readonly lastPage: (data: Data) => number;
  readonly rows: (data: Data, query: Sent<Query>) => Rows;
  /** Returns the extra headers of the file, from the data of its first page. */
  readonly headers: (data: Data) => Readonly<Record<string, string>>;
}

/** Rows that no operation returns; the operation runs once before them to check access. */
interface Streamed<Data, Query extends z.ZodObject> {
  readonly stream: (data: Data, query: Sent<Query>, context: Context) => AsyncGenerator<Rows, void>;
}

type Rows = readonly (readonly Cell[])[];

type Sent<Schema extends z.ZodObject> = GraphqlNames<z.output<Schema>>;

/** An operation for the holder of a share: the same data, with the id of the website, which the token names. */
type SharedOperation<Data, Variables> = TypedQueryDocumentNode<
  Data & { readonly website: { readonly id: string } | null },
  Omit<Variables, 'id'> & { readonly token: string }
>;

/** One row of the route table: turns a request into the variables of an operation, and its data into a response. */
export interface Route<Data, Variables, Query extends z.ZodObject, Body extends z.ZodObject> {
  readonly method: Method;
  /** The path below /api/v1, with `{id}` in place of the id of a website, `{share}` and `{funnel}` of that of a share or a funnel. */
  readonly path: string;
  readonly status: 200 | 201 | 202;
  readonly operation: TypedQueryDocumentNode<Data, Variables>;
  /** The operation for requests with a share, which names the website by the token; without it, they need an API key. */
  readonly shared?: SharedOperation<NoInfer<Data>, NoInfer<Variables>>;
  /** The query parameters, each with its description for the documentation. */
  readonly query: Query;
  /** Null if no body is read. */
  readonly body: Body | null;
  /** The fields of a body that is received as files, before the operation runs. */
  readonly upload?: ObjectSchema;
  /** Known fields of the body that are never accepted, with the reason, which makes a better notice. */
  readonly fixed?: Readonly<Record<string, string>>;
  /** Older names for fields of the body. */
  readonly older?: OlderNames;
  readonly variables: (sent: {
    readonly id: string;
    readonly share: string;
    readonly funnel: string;
    /** The id of the import, in the path or of what was just received. */
    readonly importId: string;
    readonly query: Sent<Query>;
    readonly body: Sent<Body>;
  }) => Variables;
  /** Makes the response; `place` has its URL and the effective query. Null if the row only serves a file. */
  readonly answer: ((data: Data, place: Place) => Answer) | null;
  /** Headers that only this row sends on success, for the description. */
  readonly headers?: Readonly<Record<string, Schema>>;
  readonly export?: Export<Data, Variables, Query>;
  /** The query parameters of a file at the same path, if it has others: with the format `accepted`. */
  readonly fileQuery?: z.ZodObject;
  readonly describe: {
    /** Unique, for generated clients. */
    readonly id: string;
    readonly tag: string;
    readonly summary: string;
    readonly description: string;
    /** The schema of a successful response. */
    readonly schema: Schema;
    readonly example: unknown;
  };
}

/** A row with its types erased, as the handler takes it. */
export interface AnyRoute extends Route<unknown, Record<string, unknown>, z.ZodObject, z.ZodObject> {
  readonly readQuery: Reader<Record<string, unknown>>;
  /** Reads the query of a request for a file. */
  readonly readFileQuery: Reader<Record<string, unknown>>;
  /** Reads the body; without a body schema, one without fields. */
  readonly readBody: Reader<Record<string, unknown>>;
}

/** Returns a row for the handler, after type-checking it against its own operation and inputs. */
export function route<Data, Variables, Query extends z.ZodObject, Body extends z.ZodObject>(
  row: Route<Data, Variables, Query, Body>,
): AnyRoute {
  return {
    ...(row as unknown as AnyRoute),
    readQuery: createReader(row.query, 'parameter'),
    readFileQuery: createReader(row.fileQuery ?? row.query, 'parameter'),
    readBody: createReader(row.body ?? NOTHING, 'field', row),
  };
}
