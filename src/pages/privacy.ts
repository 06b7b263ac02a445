import { type Request, type Response, Router } from 'express';
import { type Html, html } from '../domain/html.ts';
import { PRIVACY } from './privacy-text.ts';

/** Serves what Footfall keeps, and what it cannot know, at /docs/privacy; `send` responds in the style of /docs. */
export function createPrivacy(
  basePath: string,
  send: (request: Request, response: Response, page: Html) => void,
): Router {
  const router = Router();
  const sections = PRIVACY.sections.map((section, at) => ({ ...section, id: `section-${at + 1}` }));
  const body = html`<nav aria-label="Sections">
<h2>Sections</h2>
<ul>
${sections.map(({ id, heading }) => html`<li><a href="#${id}">${heading}</a></li>\n`)}</ul>
<h2>More</h2>
<ul>
<li><a href="${basePath}/docs">REST reference</a></li>
</ul>
</nav>
<main id="content">
<h1>${PRIVACY.title}</h1>
${sections.map(
  ({ id, heading, paragraphs }) => html`<section aria-labelledby="${id}">
<h2 id="${id}">${heading}</h2>
${paragraphs.map(paragraph => html`<p>${paragraph}</p>\n`)}</section>
`,
)}</main>`;
  router.get('/docs/privacy', (request, response) => send(request, response, body));
  return router;
}
