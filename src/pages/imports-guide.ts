import { type Request, type Response, Router } from 'express';
import { type Html, html } from '../domain/html.ts';
import type { Importer } from '../imports/importer.ts';
import { IMPORTS_SECTIONS, IMPORTS_TITLE } from './imports-text.ts';
import { inline, markdown } from './markdown.ts';

/** Serves how history is imported, tool by tool, at /docs/imports; `send` responds in the style of /docs. */
export function createImportsGuide(
  basePath: string,
  send: (request: Request, response: Response, page: Html) => void,
): Router {
  const router = Router();
  let body: Html | undefined;
  router.get('/docs/imports', async (request, response) => {
    if (!body) {
      // The importers know much, and most processes never need them.
      const { LISTED } = await import('../imports/registry.ts');
      body = pageOf(LISTED, basePath);
    }
    send(request, response, body);
  });
  return router;
}

function pageOf(importers: readonly Importer[], basePath: string): Html {
  const sections = IMPORTS_SECTIONS.map((section, at) => ({ ...section, id: `section-${at + 1}` }));
  return html`<nav aria-label="Sections">
<h2>Sections</h2>
<ul>
${sections.map(({ id, heading }) => html`<li><a href="#${id}">${heading}</a></li>\n`)}</ul>
<h2>Tools</h2>
<ul>
${importers.map(({ source, label }) => html`<li><a href="#${source}">${label}</a></li>\n`)}</ul>
<h2>More</h2>
<ul>
<li><a href="${basePath}/docs">REST reference</a></li>
</ul>
</nav>
<main id="content">
<h1>${IMPORTS_TITLE}</h1>
${sections.map(
  ({ id, heading, text }) => html`<section aria-labelledby="${id}">
<h2 id="${id}">${heading}</h2>
${markdown(text)}</section>
`,
)}${importers.map(toolOf)}</main>`;
}

function toolOf({ source, label, guide }: Importer): Html {
  return html`<section aria-labelledby="${source}">
<h2 id="${source}">${label}</h2>
<h3>How to get the file</h3>
${markdown(guide.get)}
<h3>What becomes of it</h3>
<div class="wide" tabindex="0" role="group" aria-label="Names of ${label}"><table>
<thead><tr><th scope="col">In the file</th><th scope="col">In Footfall</th></tr></thead>
<tbody>
${guide.names.map(([theirs, ours]) => html`<tr><td>${inline(theirs)}</td><td>${inline(ours)}</td></tr>\n`)}</tbody></table></div>
${guide.leftOut === null ? null : html`<h3>What is left out</h3>\n${markdown(guide.leftOut)}`}</section>
`;
}
