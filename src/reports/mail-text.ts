import type { Digest, DigestList } from './digest.ts';
import { leadOf } from './lead.ts';
import {
  barName,
  chartTitle,
  comparison,
  hasNoise,
  isEmpty,
  LIST_TITLES,
  type Links,
  NOISE,
  NOTHING,
  reason,
  tiles,
} from './sections.ts';
import { CAUSE_LENGTH, change, number, oneLine, periodText } from './words.ts';

const LABEL = 44;
const BAR = 30;

/** Returns the report as plain text with the content of the page, in lines of at most 78 characters except for URLs. */
export function reportText(digest: Digest, links: Links): string {
  const { website, period } = digest;
  const title = `${website.domain}: ${periodText(period, true)}`;
  const blocks = [
    [title, '='.repeat(Math.min(78, title.length)), ...comparedText(digest)],
    ...(isEmpty(digest)
      ? [wrapped(NOTHING)]
      : [leadOf(digest).map(causeText), figures(digest), bars(digest), ...digest.lists.map(list)]),
    [`Open the statistics: ${links.statistics}`],
    [
      '-- ',
      ...(hasNoise(digest) ? wrapped(NOISE) : []),
      ...wrapped(`${reason(digest)} Days and hours are in the time zone ${website.timezone}.`),
      `Unsubscribe: ${links.unsubscribe}`,
    ],
  ];
  return `${blocks
    .filter(block => block.length > 0)
    .map(block => block.join('\n'))
    .join('\n\n')}\n`;
}

function comparedText(digest: Digest): string[] {
  const text = comparison(digest);
  return text === '' ? [] : [`${text.charAt(0).toUpperCase()}${text.slice(1)}.`];
}

/** Returns the sentence about a cause, in lines like the rest. */
export function causeText(sentence: string): string {
  return wrapped(oneLine(sentence, CAUSE_LENGTH)).join('\n');
}

function figures(digest: Digest): string[] {
  const shown = tiles(digest);
  const width = Math.max(...shown.map(({ value }) => value.length));
  return shown.map(({ title, value, moved }) =>
    `${title.padEnd(15)} ${value.padStart(width)}  ${moved.words}`.trimEnd(),
  );
}

function bars(digest: Digest): string[] {
  const highest = Math.max(1, ...digest.bars.map(({ visitors }) => visitors));
  const isHour = digest.period.from === digest.period.to;
  const width = number(highest).length;
  const lines = digest.bars.map(bar => {
    const length = Math.round((BAR * bar.visitors) / highest);
    return `${barName(bar, isHour).padEnd(7)} ${number(bar.visitors).padStart(width)}  ${'█'.repeat(length)}`.trimEnd();
  });
  return [heading(chartTitle(digest)), ...lines];
}

function list({ name, rows, more }: DigestList): string[] {
  const { title, thing } = LIST_TITLES[name];
  const width = Math.max(...rows.map(({ count }) => number(count).length));
  const lines = rows.map(({ label, count, before }) => {
    const { mark } = change(count, before);
    return `${oneLine(label, LABEL).padEnd(LABEL)}  ${number(count).padStart(width)}  ${mark}`.trimEnd();
  });
  return [heading(`${title} (${thing.toLowerCase()})`), ...lines, ...(more > 0 ? [`and ${number(more)} more`] : [])];
}

function heading(text: string): string {
  return `${text}\n${'-'.repeat(text.length)}`;
}

function wrapped(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length >= 78) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
