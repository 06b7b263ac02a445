import type { IncomingMessage } from 'node:http';
import type { Database } from '../db/open.ts';
import type { Context } from '../graphql/context.ts';
import type { Callers } from '../http/caller.ts';
import type { ClientAddress } from '../http/client-address.ts';
import type { SendPage } from './frame.ts';
import type { Html } from './html.ts';

/** What every page is made with. */
export interface PageParts {
  readonly database: Database;
  readonly callers: Callers;
  /** For questions to GraphQL in the name of whoever asks, by key or cookie. */
  readonly contextOf: (request: IncomingMessage) => Promise<Context>;
  readonly clientAddress: ClientAddress;
  readonly send: SendPage;
  readonly base: {
    readonly origin: string;
    /** Empty, or with a slash before and none behind. */
    readonly path: string;
    readonly secure: boolean;
  };
  /** Attributes that tell the app what the tracker and the collector are called here. */
  readonly names: Html;
  readonly now: () => number;
}
