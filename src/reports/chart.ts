import { dateOf } from '../domain/calendar.ts';
import type { Digest, DigestBar } from './digest.ts';
import { html, type Markup } from './markup.ts';
import { number, weekdayText } from './words.ts';

/** Pixels of the highest bar. */
const HEIGHT = 96;

/** Returns the bars as table cells, not images, so that even mail programs that block remote content show them. */
export function chart({ bars, period }: Digest): Markup {
  const highest = Math.max(1, ...bars.map(({ visitors }) => visitors));
  const peak = bars.findIndex(({ visitors }) => visitors === highest);
  const few = bars.length <= 7;
  const columns = bars.map(({ visitors }, index) => bar(visitors, highest, few || index === peak, few));
  const names = bars.map((at, index) => name(at, index, bars.length, period.from === period.to));
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="table-layout:fixed"><tr>${columns}</tr><tr>${names}</tr></table>`;
}

/** Returns the title of the chart. */
export function chartTitle({ period, bars }: Digest): string {
  return period.from === period.to
    ? 'Visitors by hour of their first visit'
    : bars.length > 7
      ? 'Visitors by day of the month'
      : 'Visitors by day';
}

/** Returns the name of a bar: `08:00` for an hour, `Mon 9` for a day. */
export function barName({ at }: DigestBar, isHour: boolean): string {
  return isHour ? `${String(at).padStart(2, '0')}:00` : `${weekdayText(at)} ${Number(dateOf(at).slice(8))}`;
}

function bar(visitors: number, highest: number, isLabelled: boolean, few: boolean): Markup {
  const height = visitors === 0 ? 1 : Math.max(2, Math.round((HEIGHT * visitors) / highest));
  const label = isLabelled
    ? html`<div class="soft" style="color:#5c655f;font-size:11px;line-height:16px;text-align:center;white-space:nowrap">${number(visitors)}</div>`
    : html``;
  const colour = visitors === 0 ? '#d3cdbf' : '#3a8f70';
  return html`<td valign="bottom" height="${HEIGHT + 16}" style="height:${HEIGHT + 16}px;padding:0 ${few ? 6 : 1}px;vertical-align:bottom">${label}<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td height="${height}" bgcolor="${colour}" style="height:${height}px;background:${colour};border-radius:2px 2px 0 0;font-size:0;line-height:0">&nbsp;</td></tr></table></td>`;
}

function name(bar: DigestBar, index: number, count: number, isHour: boolean): Markup {
  const style =
    'color:#5c655f;font-size:11px;line-height:18px;text-align:center;white-space:nowrap;border-top:1px solid #d3cdbf';
  if (count <= 7) return html`<td class="soft line" style="${style}">${barName(bar, isHour)}</td>`;
  // Thirty names would not fit side by side on a phone.
  const step = isHour ? 6 : 7;
  const text = index % step === 0 ? (isHour ? String(bar.at).padStart(2, '0') : String(index + 1)) : '';
  return html`<td class="soft line" style="${style};overflow:visible">${text === '' ? html`&nbsp;` : text}</td>`;
}
