import type { IncomingMessage } from 'node:http';
import type { Database } from '../db/open.ts';
import type { Html } from '../domain/html.ts';
import type { Context } from '../graphql/context.ts';
import type { Callers } from '../http/caller.ts';
import type { ClientAddress } from '../http/client-address.ts';
import type { SendPage } from './frame.ts';

/** The parts that every page is built with. */
export interface PageParts {
  readonly database: Database;
  readonly callers: Callers;
  /** Returns the context of GraphQL operations with the rights of the request's key or cookie. */
  readonly contextOf: (request: IncomingMessage) => Promise<Context>;
  readonly clientAddress: ClientAddress;
  readonly send: SendPage;
  readonly base: {
    readonly origin: string;
    /** Empty, or a path with a leading and without a trailing slash. */
    readonly path: string;
    readonly secure: boolean;
  };
  /** Attributes that give the app the paths of tracker and collector. */
  readonly names: Html;
  readonly now: () => number;
}
