import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Database } from '../db/open.ts';
import { type Html, html } from '../domain/html.ts';
import type { Context } from '../graphql/context.ts';
import type { Callers } from '../http/caller.ts';
import type { ClientAddress } from '../http/client-address.ts';
import { readTheme } from '../http/cookies.ts';
import { cacheControl } from '../http/json.ts';
import { languageOf } from '../http/language.ts';
import type { Assets } from './assets.ts';

/** The content of an HTML page, without its head and headers. */
export interface Page {
  readonly status: number;
  readonly title: string;
  readonly description: string;
  /** The part of the web app that the page loads; null for a page without scripts. */
  readonly app: 'statistics' | 'manage' | null;
  readonly body: Html;
  /** The colours in place of those that the cookie chooses; null for those of the device. */
  readonly theme?: 'dark' | 'light' | null;
  /** True if links open a new tab: other pages do not fit where this one is embedded. */
  readonly opensTabs?: boolean;
  /** Who may embed this page, as in the Content-Security-Policy; by default nobody. */
  readonly frameAncestors?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends the page as the response, in the colours chosen by the cookie of `request`. */
export type SendPage = (request: IncomingMessage, response: ServerResponse, page: Page) => void;

const ENTRIES = {
  statistics: 'src/dashboard/statistics.tsx',
  manage: 'src/dashboard/manage.tsx',
  plain: 'src/dashboard/plain.ts',
} as const;

/** Returns the function that sends pages with links below `basePath`, which is empty or begins with a slash. */
export function createSendPage(assets: Assets, basePath: string, secure: boolean): SendPage {
  return (
    request,
    response,
    { status, title, description, app, body, theme: given, opensTabs, frameAncestors = [], headers = {} },
  ) => {
    const theme = given === undefined ? readTheme(request) : given;
    const { scripts, styles, preloads } = assets.entry(ENTRIES[app ?? 'plain']);
    const language = languageOf(request);
    const under = (file: string) => `${basePath}/${file}`;
    // Styles first: the page is not drawn before them, and a browser loads six files at once.
    const text = html`<!doctype html>
<html lang="${language}"${theme && html` data-theme="${theme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${opensTabs ? html`<base target="_blank">\n` : null}<title>${title}</title>
<meta name="description" content="${description}">
<link rel="icon" href="${basePath}/icon.svg" type="image/svg+xml">
${styles.map(file => html`<link rel="stylesheet" href="${under(file)}">\n`)}
${
  app &&
  html`<link id="messages" rel="preload" href="${under(assets.messages(app, language))}" as="fetch" crossorigin>
`
}${preloads.map(file => preload(under(file)))}
${app === null ? null : scripts.map(file => html`<script type="module" src="${under(file)}"></script>\n`)}
</head>
<body>
${body}
</body>
</html>
`.text;
    response.writeHead(status, {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Length': Buffer.byteLength(text),
      ...cacheControl(response, 'private, no-cache'),
      'Content-Security-Policy': policy(frameAncestors),
      // On an origin that browsers do not trust, the header only causes a warning.
      ...(secure ? { 'Cross-Origin-Opener-Policy': 'same-origin' } : {}),
      ...(frameAncestors.length === 0 ? { 'X-Frame-Options': 'DENY' } : {}),
      ...headers,
    });
    response.end(request.method === 'HEAD' ? undefined : text);
  };
}

function preload(file: string): Html {
  return file.endsWith('.woff2')
    ? html`<link rel="preload" href="${file}" as="font" type="font/woff2" crossorigin>\n`
    : html`<link rel="modulepreload" href="${file}">\n`;
}

/** Returns a policy that allows only our own files: no inline script or style, no other origin. */
function policy(frameAncestors: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    // Only our own scripts make such URLs: the page draws its chart into a file.
    "img-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${frameAncestors.join(' ') || "'none'"}`,
  ].join('; ');
}

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
