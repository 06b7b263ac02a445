import { chart, chartTitle } from './chart.ts';
import type { Digest, DigestList, DigestRow } from './digest.ts';
import { html, inert, Markup } from './markup.ts';
import { LIST_TITLES, listsOf, NOTHING, reason, type Tile, tiles } from './sections.ts';
import { beforeText, type Change, change, number, percent, periodText } from './words.ts';

const FONT = new Markup("-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif");
const TABLE = new Markup('role="presentation" cellpadding="0" cellspacing="0" border="0"');
const WIDE = html`${TABLE} width="100%"`;
const INK = 'color:#1d2320';
const SOFT = 'color:#5c655f';

/** Rules that inline styles cannot express. Mail programs that ignore them show the light page, which needs none. */
const STYLE = new Markup(`
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (max-width: 520px) {
  .sheet { padding: 20px 16px !important; }
  .tile { display: inline-block !important; width: 48% !important; box-sizing: border-box; padding-bottom: 12px !important; }
}
@media (prefers-color-scheme: dark) {
  body, .back { background: #121513 !important; }
  .sheet { background: #1a1e1b !important; border-color: #2b312d !important; }
  .ink { color: #e9ebe4 !important; }
  .soft { color: #a0aaa2 !important; }
  .line { border-color: #59635c !important; }
  .track { background: #2b312d !important; }
  .good { color: #7fd0ab !important; }
  .bad { color: #f0a08a !important; }
  .link { color: #7fd0ab !important; }
}
`);

/** The URLs of the links in a report. */
export interface Links {
  readonly statistics: string;
  readonly unsubscribe: string;
}

/** Returns the report as HTML for mail programs: tables, inline styles, nothing remote. Mail lists show `preview`. */
export function page(digest: Digest, links: Links, preview: string): Markup {
  const { website, period } = digest;
  return html`<!DOCTYPE html>
<html lang="en" dir="ltr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no"><title>${website.domain}</title><style>${STYLE}</style></head>
<body class="back" style="margin:0;padding:0;background:#faf8f3">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${preview}</div>
<table ${WIDE} class="back" style="background:#faf8f3"><tr><td align="center" style="padding:24px 8px;font-family:${FONT}">
<table ${TABLE} width="600" style="width:100%;max-width:600px"><tr><td class="sheet" align="left" style="background:#fffdf9;border:1px solid #e3dfd4;border-radius:8px;padding:28px 32px">
<h1 class="ink" style="margin:0;${INK};font-size:22px;line-height:28px;font-weight:600;word-break:break-word">${inert(website.domain, 255)}</h1>
<p class="soft" style="margin:2px 0 22px;${SOFT};font-size:14px;line-height:20px">${periodText(period, true)}, compared with ${beforeText(period)}</p>
${isEmpty(digest) ? paragraph(NOTHING) : figures(digest)}
<table ${TABLE} style="margin:28px 0 0"><tr><td bgcolor="#2b7a60" style="background:#2b7a60;border-radius:6px"><a href="${links.statistics}" style="display:inline-block;padding:10px 18px;color:#ffffff;font-size:15px;line-height:20px;font-weight:600;text-decoration:none">Open the statistics</a></td></tr></table>
</td></tr><tr><td class="soft" align="center" style="padding:16px 8px 0;${SOFT};font-size:12px;line-height:18px">${reason(digest)} Days and hours are in the time zone ${website.timezone}.<br><a class="link" href="${links.unsubscribe}" style="color:#1d5c4a">Unsubscribe</a></td></tr></table>
</td></tr></table>
</body></html>
`;
}

/** Returns true when neither pageviews nor events were counted. */
export function isEmpty({ figures }: Digest): boolean {
  return figures.pageviews.now + figures.events.now === 0;
}

function figures(digest: Digest): Markup {
  const lists = listsOf(digest);
  return html`<table ${WIDE}><tr>${tiles(digest).map(tile)}</tr></table>${heading(chartTitle(digest), '')}${chart(digest)}${lists.map(list)}`;
}

function tile({ title, value, moved, good }: Tile, _: number, all: readonly Tile[]): Markup {
  const width = Math.floor(100 / all.length);
  return html`<td class="tile" width="${width}%" valign="top" style="width:${width}%;padding:0 8px 0 0"><div class="soft" style="${SOFT};font-size:12px;line-height:18px">${title}</div><div class="ink" style="${INK};font-size:24px;line-height:30px;font-weight:600;white-space:nowrap">${value}</div><div style="font-size:12px;line-height:18px;white-space:nowrap">${mark(moved, good)}</div></td>`;
}

function list({ name, rows, more }: DigestList): Markup {
  const { title, thing } = LIST_TITLES[name] ?? { title: name, thing: '' };
  const rest = html`<p class="soft" style="margin:6px 0 0;${SOFT};font-size:12px;line-height:18px">and ${number(more)} more</p>`;
  return html`${heading(title, thing)}<table ${WIDE}>${rows.map(row)}</table>${more > 0 ? rest : html``}`;
}

function row({ label, count, before, share }: DigestRow): Markup {
  const width = Math.min(100, Math.max(1, Math.round(100 * share)));
  const track = html`<td class="track" height="3" style="height:3px;background:#ece8dd;border-radius:2px;font-size:0;line-height:0">&nbsp;</td>`;
  const cell = 'padding:5px 0 3px 12px;line-height:20px;white-space:nowrap';
  return html`<tr><td width="100%" style="width:100%;padding:5px 0 3px"><div class="ink" style="${INK};font-size:14px;line-height:20px;word-break:break-word">${inert(label, 90)}</div><table ${WIDE} style="margin-top:3px"><tr><td width="${width}%" height="3" bgcolor="#3a8f70" style="width:${width}%;height:3px;background:#3a8f70;border-radius:2px;font-size:0;line-height:0">&nbsp;</td>${width < 100 ? track : html``}</tr></table></td><td class="ink" align="right" valign="top" style="${cell};${INK};font-size:14px">${number(count)}</td><td class="soft" align="right" valign="top" style="${cell};${SOFT};font-size:12px">${percent(share, 1)}</td><td align="right" valign="top" style="${cell};font-size:12px;min-width:52px">${before === null ? html`&nbsp;` : mark(change({ now: count, before }), 'up')}</td></tr>`;
}

function heading(title: string, thing: string): Markup {
  return html`<table ${WIDE} style="margin:26px 0 6px"><tr><td class="ink" style="${INK};font-size:16px;line-height:22px;font-weight:600">${title}</td><td class="soft" align="right" style="${SOFT};font-size:12px;line-height:22px">${thing}</td></tr></table>`;
}

function paragraph(text: string): Markup {
  return html`<p class="ink" style="margin:0;${INK};font-size:15px;line-height:22px">${text}</p>`;
}

/** The colour only repeats what the arrow says. */
function mark({ mark: text, way }: Change, good: Tile['good']): Markup {
  if (way === 'same' || good === null)
    return html`<span class="soft" style="${SOFT}">${text === '' ? html`&nbsp;` : text}</span>`;
  const isGood = way === good;
  return html`<span class="${isGood ? 'good' : 'bad'}" style="color:${isGood ? '#1b6a48' : '#a23d26'}">${text}</span>`;
}
