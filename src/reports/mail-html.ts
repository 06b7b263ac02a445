import { hostLabel } from '../domain/host-label.ts';
import { Html, html } from '../domain/html.ts';
import { type Change, change } from './changes.ts';
import type { Digest, DigestBar, DigestList, DigestRow } from './digest.ts';
import { leadOf } from './lead.ts';
import {
  barName,
  chartTitle,
  comparison,
  hasNoise,
  isEmpty,
  type Links,
  reason,
  type Tile,
  tiles,
} from './sections.ts';
import { CAUSE_LENGTH, inert, type Words } from './words.ts';

const FONT = new Html("-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif");
const TABLE = new Html('role="presentation" cellpadding="0" cellspacing="0" border="0"');
const WIDE = html`${TABLE} width="100%"`;
const INK = 'color:#1d2320';
const SOFT = 'color:#5c655f';
/** Pixels of the highest bar. */
const BAR_HEIGHT = 96;

/** Rules that inline styles cannot express. Mail programs that ignore them show the light page, which needs none. */
const STYLE = new Html(`
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

/** The variable parts of a mail; mail lists show `preview` after the subject. */
interface Sheet {
  readonly title: string;
  readonly preview: string;
  readonly content: Html;
  /** The URL of the button below the content. */
  readonly statistics: string;
  readonly footer: Html;
}

/** Returns a mail as HTML for mail programs: tables, inline styles, nothing remote. */
export function sheet({ language, t }: Words, { title, preview, content, statistics, footer }: Sheet): Html {
  return html`<!DOCTYPE html>
<html lang="${language}" dir="ltr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no"><title>${title}</title><style>${STYLE}</style></head>
<body class="back" style="margin:0;padding:0;background:#faf8f3">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${preview}</div>
<table ${WIDE} class="back" style="background:#faf8f3"><tr><td align="center" style="padding:24px 8px;font-family:${FONT}">
<table ${TABLE} width="600" style="width:100%;max-width:600px"><tr><td class="sheet" align="left" style="background:#fffdf9;border:1px solid #e3dfd4;border-radius:8px;padding:28px 32px">
${content}
<table ${TABLE} style="margin:28px 0 0"><tr><td bgcolor="#2b7a60" style="background:#2b7a60;border-radius:6px"><a href="${statistics}" style="display:inline-block;padding:10px 18px;color:#ffffff;font-size:15px;line-height:20px;font-weight:600;text-decoration:none">${t('mail.open')}</a></td></tr></table>
</td></tr><tr><td class="soft" align="center" style="padding:16px 8px 0;${SOFT};font-size:12px;line-height:18px">${footer}</td></tr></table>
</td></tr></table>
</body></html>
`;
}

/** Returns a report as HTML. */
export function reportHtml(words: Words, digest: Digest, { statistics, unsubscribe }: Links, preview: string): Html {
  const name = hostLabel(digest.website.domain);
  const { t } = words;
  const [period, compared] = [words.period(digest.period, true), comparison(words, digest)];
  return sheet(words, {
    title: name,
    preview,
    content: html`${heading(inert(name, 255))}
<p class="soft" style="margin:2px 0 22px;${SOFT};font-size:14px;line-height:20px">${compared === '' ? period : t('report.subtitle', { period, comparison: compared })}</p>
${isEmpty(digest) ? paragraph(t('report.nothing')) : figures(words, digest)}`,
    statistics,
    footer: html`${hasNoise(digest) ? html`${t('report.noise')}<br>` : null}${reason(words, digest)}<br><a class="link" href="${unsubscribe}" style="color:#1d5c4a">${t('report.unsubscribe')}</a>`,
  });
}

export function heading(text: Html): Html {
  return html`<h1 class="ink" style="margin:0;${INK};font-size:22px;line-height:28px;font-weight:600;word-break:break-word">${text}</h1>`;
}

export function paragraph(text: string | Html): Html {
  return html`<p class="ink" style="margin:12px 0 0;${INK};font-size:15px;line-height:22px;word-break:break-word">${text}</p>`;
}

function figures(words: Words, digest: Digest): Html {
  return html`${leadOf(words, digest).map(cause)}<table ${WIDE}><tr>${tiles(words, digest).map(tile)}</tr></table>${sectionHeading(chartTitle(words, digest), '')}${chart(words, digest)}${digest.lists.map(one => list(words, one))}`;
}

function cause(sentence: string): Html {
  return html`<p class="ink" style="margin:0 0 14px;${INK};font-size:15px;line-height:22px;word-break:break-word">${inert(sentence, CAUSE_LENGTH)}</p>`;
}

function tile({ title, value, moved, good }: Tile, _: number, all: readonly Tile[]): Html {
  const width = Math.floor(100 / all.length);
  return html`<td class="tile" width="${width}%" valign="top" style="width:${width}%;padding:0 8px 0 0"><div class="soft" style="${SOFT};font-size:12px;line-height:18px">${title}</div><div class="ink" style="${INK};font-size:24px;line-height:30px;font-weight:600;white-space:nowrap">${value}</div><div style="font-size:12px;line-height:18px;white-space:nowrap">${mark(moved, good)}</div></td>`;
}

/** Returns the bars as table cells, not images, so that even mail programs that block remote content show them. */
function chart(words: Words, { bars, period }: Digest): Html {
  const highest = Math.max(1, ...bars.map(({ visitors }) => visitors));
  const peak = bars.findIndex(({ visitors }) => visitors === highest);
  const few = bars.length <= 7;
  const columns = bars.map(({ visitors }, index) =>
    bar(visitors, highest, few || index === peak ? words.number(visitors) : '', few),
  );
  const isHour = period.from === period.to;
  const names = few
    ? bars.map(one => barLabel(barName(words, one, isHour)))
    : bars.map((one, index) => barLabel(shortName(one, index, isHour)));
  return html`<table ${WIDE} style="table-layout:fixed"><tr>${columns}</tr><tr>${names}</tr></table>`;
}

function bar(visitors: number, highest: number, text: string, few: boolean): Html {
  const height = visitors === 0 ? 1 : Math.max(2, Math.round((BAR_HEIGHT * visitors) / highest));
  const label = text
    ? html`<div class="soft" style="${SOFT};font-size:11px;line-height:16px;text-align:center;white-space:nowrap">${text}</div>`
    : null;
  const colour = visitors === 0 ? '#d3cdbf' : '#3a8f70';
  return html`<td valign="bottom" height="${BAR_HEIGHT + 16}" style="height:${BAR_HEIGHT + 16}px;padding:0 ${few ? 6 : 1}px;vertical-align:bottom">${label}<table ${WIDE}><tr><td height="${height}" bgcolor="${colour}" style="height:${height}px;background:${colour};border-radius:2px 2px 0 0;font-size:0;line-height:0">&nbsp;</td></tr></table></td>`;
}

/** Returns the number of some bars: thirty names would not fit side by side on a phone. */
function shortName({ at }: DigestBar, index: number, isHour: boolean): string {
  if (index % (isHour ? 6 : 7) !== 0) return '';
  return isHour ? String(at).padStart(2, '0') : String(index + 1);
}

function barLabel(text: string): Html {
  return html`<td class="soft line" style="${SOFT};font-size:11px;line-height:18px;text-align:center;white-space:nowrap;border-top:1px solid #d3cdbf;overflow:visible">${text === '' ? html`&nbsp;` : text}</td>`;
}

function list(words: Words, { name, rows, more }: DigestList): Html {
  const { t } = words;
  const most = Math.max(1, ...rows.map(({ count }) => count));
  const isCompared = rows.some(({ before }) => before !== null);
  const rest = html`<p class="soft" style="margin:6px 0 0;${SOFT};font-size:12px;line-height:18px">${t('report.more', { count: more })}</p>`;
  return html`${sectionHeading(t(`report.list.${name}`), t(`report.counts.${name}`))}<table ${WIDE}>${rows.map(one => row(words, { ...one, label: words.label(name, one) }, most, isCompared))}</table>${more > 0 ? rest : null}`;
}

/** The bar is scaled to the largest row. */
function row(words: Words, { label, count, before, share }: DigestRow, most: number, isCompared: boolean): Html {
  const width = Math.max(1, Math.round((100 * count) / most));
  const track = html`<td class="track" height="3" style="height:3px;background:#ece8dd;border-radius:2px;font-size:0;line-height:0">&nbsp;</td>`;
  const cell = 'padding:5px 0 3px 12px;line-height:20px;white-space:nowrap';
  const moved = html`<td align="right" valign="top" style="${cell};font-size:12px;min-width:52px">${mark(change(words, count, before), 'up')}</td>`;
  return html`<tr><td width="100%" style="width:100%;padding:5px 0 3px"><div class="ink" style="${INK};font-size:14px;line-height:20px;word-break:break-word">${inert(label, 90)}</div><table ${WIDE} style="margin-top:3px"><tr><td width="${width}%" height="3" bgcolor="#3a8f70" style="width:${width}%;height:3px;background:#3a8f70;border-radius:2px;font-size:0;line-height:0">&nbsp;</td>${width < 100 ? track : null}</tr></table></td><td class="ink" align="right" valign="top" style="${cell};${INK};font-size:14px">${words.number(count)}</td><td class="soft" align="right" valign="top" style="${cell};${SOFT};font-size:12px">${words.percent(share)}</td>${isCompared ? moved : null}</tr>`;
}

function sectionHeading(title: string, thing: string): Html {
  return html`<table ${WIDE} style="margin:26px 0 6px"><tr><td class="ink" style="${INK};font-size:16px;line-height:22px;font-weight:600">${title}</td><td class="soft" align="right" style="${SOFT};font-size:12px;line-height:22px">${thing}</td></tr></table>`;
}

/** The colour only repeats what the arrow says. */
function mark({ mark: text, way, isNoise }: Change, good: Tile['good']): Html {
  if (way === 'same' || isNoise || good === null)
    return html`<span class="soft" style="${SOFT}">${text === '' ? html`&nbsp;` : text}</span>`;
  const isGood = way === good;
  return html`<span class="${isGood ? 'good' : 'bad'}" style="color:${isGood ? '#1b6a48' : '#a23d26'}">${text}</span>`;
}
