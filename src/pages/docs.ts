import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type Response, Router } from 'express';
import { Html, html } from '../domain/html.ts';
import { lazy } from '../domain/lazy.ts';
import { readTheme } from '../http/cookies.ts';
import { cacheControl } from '../http/json.ts';
import type { Schema } from '../rest/json-schema.ts';
import { type OpenApi, type Operation, openApi } from '../rest/openapi.ts';
import { createImportsGuide } from './imports-guide.ts';
import { IMPORTS_TITLE } from './imports-text.ts';
import { createPrivacy } from './privacy.ts';

const STYLE = readFileSync(new URL('docs.css', import.meta.url), 'utf8');
// The page is a single file: its style is inline, and its policy allows exactly that text.
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');
const POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** Serves the REST reference at /docs, made from the OpenAPI description when first asked for; it needs neither key nor script. */
export function createDocs(baseUrl: string): Router {
  const root = `${baseUrl}/api/v1`;
  const basePath = new URL(baseUrl).pathname.replace(/\/$/, '');
  const reference = lazy(() => referenceOf(openApi(root), basePath));
  const router = Router();
  router.get('/docs', (request, response) => {
    send(response, frameOf({ ...reference(), basePath, theme: readTheme(request) ?? '' }));
  });
  router.use(
    createPrivacy(basePath, (request, response, body) => {
      const description = 'What is kept of visitors, and what cannot be known.';
      const page = { title: 'Privacy', description, body, basePath, theme: readTheme(request) ?? '' };
      send(response, frameOf(page));
    }),
  );
  router.use(
    createImportsGuide(basePath, (request, response, body) => {
      const description = 'How history is imported, tool by tool.';
      const page = { title: IMPORTS_TITLE, description, body, basePath, theme: readTheme(request) ?? '' };
      send(response, frameOf(page));
    }),
  );
  return router;
}

function send(response: Response, page: string): void {
  response.writeHead(200, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': Buffer.byteLength(page),
    'Content-Security-Policy': POLICY,
    ...cacheControl(response, 'private, no-cache'),
    'X-Frame-Options': 'DENY',
    Vary: 'Cookie',
  });
  response.end(page);
}

interface Entry {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

function referenceOf(document: OpenApi, basePath: string) {
  const entries = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Entry => ({ method, path, operation })),
  );
  const tags = document.tags.map(tag => ({
    ...tag,
    entries: entries.filter(({ operation }) => operation.tags.includes(tag.name)),
  }));
  const root = document.servers[0]?.url ?? '';
  const body = html`<nav aria-label="Routes">
${tags.map(
  tag => html`<h2>${tag.name}</h2>
<ul>
${tag.entries.map(({ operation }) => html`<li><a href="#${operation.operationId}">${operation.summary}</a></li>\n`)}</ul>
`,
)}<h2>More</h2>
<ul>
<li><a href="#errors">Errors</a></li>
<li><a href="${basePath}/api/v1/openapi.json">OpenAPI description</a></li>
<li><a href="${basePath}/graphql">GraphQL</a></li>
</ul>
</nav>
<main id="content">
<h1>${document.info.title}</h1>
${document.info.description.split('\n\n').map(paragraph => html`<p>${prose(paragraph)}</p>\n`)}
${tags.map(
  tag => html`<section aria-labelledby="${tag.name}">
<h2 id="${tag.name}">${tag.name}</h2>
<p>${prose(tag.description)}</p>
${tag.entries.map(entry => section(entry, root))}</section>
`,
)}
${errors(document)}
</main>`;
  const description = 'Every route of the REST API, with its parameters and examples.';
  return { title: document.info.title, description, body };
}

/** Returns a page in the style of the documentation; `theme` is dark, light, or empty for the setting of the reader's system. */
function frameOf(page: {
  readonly title: string;
  readonly description: string;
  readonly body: Html;
  readonly basePath: string;
  readonly theme: string;
}): string {
  const { title, description, body, basePath, theme } = page;
  return html`<!doctype html>
<html lang="en"${theme === '' ? null : html` data-theme="${theme}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<meta name="description" content="${description}">
<link rel="icon" href="${basePath}/icon.svg" type="image/svg+xml">
<style>${new Html(STYLE)}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<div class="frame">
${body}
</div>
</body>
</html>
`.text;
}

function section({ method, path, operation }: Entry, root: string): Html {
  const { operationId, summary, description, parameters, requestBody, responses } = operation;
  const body = Object.values(requestBody?.content ?? {})[0]?.schema;
  const fields = Object.entries(body?.properties ?? {}).map(([name, schema]) => ({
    name,
    place: 'body',
    required: body?.required?.includes(name) ?? false,
    description: String(schema.description ?? ''),
    schema,
  }));
  const inputs = [...parameters.map(parameter => ({ ...parameter, place: parameter.in })), ...fields];
  const statuses = Object.keys(responses);
  return html`<article aria-labelledby="${operationId}">
<h3 id="${operationId}">${summary}</h3>
<p class="route ${method}"><code><b>${method.toUpperCase()}</b>${path}</code></p>
<p>${prose(description)}</p>
<pre tabindex="0" role="group" aria-label="Example request of ${operationId}"><code>${curlOf(method, `${root}${path}`, operation)}</code></pre>
<h4>Parameters</h4>
<div class="wide" tabindex="0" role="group" aria-label="Parameters of ${operationId}"><table>
<thead><tr><th scope="col">Name</th><th scope="col">In</th><th scope="col">Meaning</th></tr></thead>
<tbody>
${inputs.map(
  ({ name, place, required, description: meaning, schema }) =>
    html`<tr><th scope="row"><code>${name}</code>${
      required ? html`<span class="needed">required</span>` : null
    }</th><td>${place}</td><td>${prose(meaning)}${valuesOf(schema)}</td></tr>\n`,
)}</tbody></table></div>
${named(operationId, parameters.find(({ name }) => name === 'name')?.schema)}
<h4>Response</h4>
${statuses.map(status => example(operationId, status, responses[status] ?? {}))}
<p>Errors: ${statuses.filter(status => status >= '400').map(status => html`<a href="#error-${status}">${status}</a> `)}</p>
</article>
`;
}

function example(operationId: string, status: string, response: Schema): Html {
  const content = Object.entries((response.content ?? {}) as Record<string, { example?: unknown }>);
  return html`${content.map(([type, media]) =>
    media.example === undefined
      ? html``
      : html`<pre tabindex="0" role="group" aria-label="Example response of ${operationId}"><code>${status} ${type}

${typeof media.example === 'string' ? media.example.replaceAll('\r', '') : JSON.stringify(media.example, null, 2)}</code></pre>\n`,
  )}`;
}

/** Returns the table of statistics for the parameter that names one; empty for other routes. */
function named(operationId: string, schema: Schema | undefined): Html {
  const names = Object.entries((schema?.['x-enumDescriptions'] ?? {}) as Record<string, string>);
  if (names.length === 0) return html``;
  return html`<details><summary>The ${names.length} names</summary>
<div class="wide" tabindex="0" role="group" aria-label="Names for ${operationId}"><table>
<thead><tr><th scope="col">Name</th><th scope="col">What it counts</th></tr></thead>
<tbody>
${names.map(([name, text]) => html`<tr><th scope="row"><code>${name}</code></th><td>${prose(text)}</td></tr>\n`)}</tbody></table></div>
</details>`;
}

function valuesOf(schema: Schema): Html | null {
  if (!Array.isArray(schema.enum) || schema['x-enumDescriptions'] !== undefined) return null;
  const preset = schema.default === undefined ? '' : `; default ${schema.default}`;
  return html`<span class="values">${schema.enum.join(', ')}${preset}</span>`;
}

function errors(document: OpenApi): Html {
  const rows = Object.entries(document.components.responses).map(([status, response]) => {
    const content = response.content as Record<string, { example: unknown }>;
    const body = JSON.stringify(content['application/json']?.example);
    return html`<tr id="error-${status}"><th scope="row">${status}</th><td>${prose(String(response.description))}</td><td><code>${body}</code></td></tr>\n`;
  });
  return html`<section aria-labelledby="errors">
<h2 id="errors">Errors</h2>
<p>Every error is JSON with a <code>message</code>, whatever format was requested.</p>
<div class="wide" tabindex="0" role="group" aria-label="Errors by status"><table>
<thead><tr><th scope="col">Status</th><th scope="col">When</th><th scope="col">Example</th></tr></thead>
<tbody>
${rows}</tbody></table></div>
</section>`;
}

/** Returns text as HTML, with words between backticks as code. */
function prose(text: string): Html {
  return html`${text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))}`;
}

/** Returns a curl call with examples of what it needs; if no body field is required, of all that have one. */
function curlOf(method: string, address: string, operation: Operation): string {
  const { parameters, requestBody } = operation;
  const path = parameters
    .filter(parameter => parameter.in === 'path')
    .reduce((text, { name, example }) => text.replace(`{${name}}`, String(example)), address);
  const query = parameters
    .filter(parameter => parameter.in === 'query' && (parameter.required || parameter.schema['x-in-example']))
    .map(({ name, example }) => `${name}=${encodeURIComponent(String(example))}`)
    .join('&');
  const body = Object.values(requestBody?.content ?? {})[0]?.schema;
  const sent = Object.entries(body?.properties ?? {}).filter(([name, schema]) =>
    body?.required ? body.required.includes(name) || schema['x-in-example'] : exampleOf(schema) !== '',
  );
  const verb = ['get', 'post'].includes(method) ? '' : ` -X ${method.toUpperCase()}`;
  return [
    `curl${verb} '${path}${query === '' ? '' : `?${query}`}'`,
    "-H 'Authorization: Bearer KEY'",
    ...sent.map(([name, schema]) =>
      schema.format === 'binary' ? `-F '${name}=@export.zip'` : `--data-urlencode '${name}=${exampleOf(schema)}'`,
    ),
  ].join(' \\\n  ');
}

function exampleOf(schema: Schema): string {
  const [example = ''] = Array.isArray(schema.examples) ? schema.examples : [];
  return typeof example === 'object' ? JSON.stringify(example) : String(example);
}
