import { type Html, html } from '../domain/html.ts';

/**
 * Returns simple Markdown as HTML: paragraphs, lists, blocks of code, and within them code, emphasis and links. Links to
 * files of the documentation are only text, because the service does not have these files.
 */
export function markdown(text: string): Html {
  // Every other part is a block of code, which may have empty lines.
  const parts = text.trim().split(/^```\w*$/m);
  return html`${parts.flatMap((part, index) =>
    index % 2 === 1
      ? code(part)
      : part
          .trim()
          .split(/\n{2,}/)
          .map(block),
  )}`;
}

function code(text: string): Html {
  return html`<pre tabindex="0" role="group" aria-label="Example"><code>${text.trim()}</code></pre>\n`;
}

function block(text: string): Html {
  if (text === '') return html``;
  const items = text.split(/\n(?=(?:- |\d+\. ))/);
  if (/^- /.test(text)) return html`<ul>\n${items.map(item => html`<li>${inline(item.slice(2))}</li>\n`)}</ul>\n`;
  if (/^\d+\. /.test(text))
    return html`<ol>\n${items.map(item => html`<li>${inline(item.replace(/^\d+\. /, ''))}</li>\n`)}</ol>\n`;
  return html`<p>${inline(text)}</p>\n`;
}

const INLINE = /`([^`]+)`|\[([^\]]+)\]\(([^)\s]+)\)|\*\*([^*]+)\*\*|\*([^*]+)\*|https?:\/\/[^\s)<>`]+[^\s)<>`.,;:]/g;

/** Returns the text of a paragraph or of a cell as HTML. */
export function inline(text: string): Html {
  const parts: Html[] = [];
  let end = 0;
  for (const match of text.matchAll(INLINE)) {
    const [whole, code, label, target, strong, emphasis] = match;
    parts.push(html`${text.slice(end, match.index)}`);
    end = match.index + whole.length;
    if (code !== undefined) parts.push(html`<code>${code}</code>`);
    else if (label !== undefined) parts.push(link(label, target ?? ''));
    else if (strong !== undefined) parts.push(html`<strong>${strong}</strong>`);
    else if (emphasis !== undefined) parts.push(html`<em>${emphasis}</em>`);
    else parts.push(link(whole, whole));
  }
  return html`${[...parts, html`${text.slice(end)}`]}`;
}

function link(label: string, target: string): Html {
  if (!/^https?:/.test(target)) return label === target ? html`${label}` : inline(label);
  return html`<a href="${target}" rel="noreferrer">${label === target ? html`${label}` : inline(label)}</a>`;
}
