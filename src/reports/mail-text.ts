import { hostLabel } from '../domain/host-label.ts';
import { change } from './changes.ts';
import type { Digest, DigestList } from './digest.ts';
import { leadOf } from './lead.ts';
import { barName, chartTitle, comparison, hasNoise, isEmpty, type Links, reason, tiles } from './sections.ts';
import { CAUSE_LENGTH, oneLine, type Words } from './words.ts';

const LABEL = 44;
const BAR = 30;
/** Characters that take the room of two. */
const WIDE = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\u3000-\u303f\uff01-\uff60]/gu;

/**
 * Returns the report as plain text with the content of the page, in lines of at most 78 characters except for URLs and for
 * languages without spaces, which mail programs break.
 */
export function reportText(words: Words, digest: Digest, links: Links): string {
  const { t } = words;
  const title = t('report.title', {
    domain: hostLabel(digest.website.domain),
    period: words.period(digest.period, true),
  });
  const compared = comparison(words, digest, true);
  const blocks = [
    [title, '='.repeat(Math.min(78, widthOf(title))), ...(compared === '' ? [] : [compared])],
    ...(isEmpty(digest)
      ? [wrapped(t('report.nothing'))]
      : [
          leadOf(words, digest).map(sentenceText),
          figures(words, digest),
          bars(words, digest),
          ...digest.lists.map(one => list(words, one)),
        ]),
    [t('mail.openAt', { url: links.statistics })],
    [
      '-- ',
      ...(hasNoise(digest) ? wrapped(t('report.noise')) : []),
      ...wrapped(reason(words, digest)),
      t('report.unsubscribeAt', { url: links.unsubscribe }),
    ],
  ];
  return `${blocks
    .filter(block => block.length > 0)
    .map(block => block.join('\n'))
    .join('\n\n')}\n`;
}

/** Returns a sentence in lines like the rest. */
export function sentenceText(sentence: string): string {
  return wrapped(oneLine(sentence, CAUSE_LENGTH)).join('\n');
}

function figures(words: Words, digest: Digest): string[] {
  const shown = tiles(words, digest);
  const [titles, values] = [widest(shown.map(({ title }) => title)), widest(shown.map(({ value }) => value))];
  return shown.map(({ title, value, moved }) =>
    `${padEnd(title, titles)}  ${padStart(value, values)}  ${moved.words}`.trimEnd(),
  );
}

function bars(words: Words, digest: Digest): string[] {
  const highest = Math.max(1, ...digest.bars.map(({ visitors }) => visitors));
  const isHour = digest.period.from === digest.period.to;
  const names = digest.bars.map(bar => barName(words, bar, isHour));
  const [width, digits] = [Math.max(6, widest(names)), words.number(highest).length];
  const lines = digest.bars.map(({ visitors }, at) => {
    const length = Math.round((BAR * visitors) / highest);
    return `${padEnd(names[at] ?? '', width)}  ${padStart(words.number(visitors), digits)}  ${'█'.repeat(length)}`.trimEnd();
  });
  return [heading(chartTitle(words, digest)), ...lines];
}

function list(words: Words, { name, rows, more }: DigestList): string[] {
  const digits = widest(rows.map(({ count }) => words.number(count)));
  const lines = rows.map(row => {
    const text = oneLine(words.label(name, row), LABEL);
    const { mark } = change(words, row.count, row.before);
    return `${padEnd(text, LABEL)}  ${padStart(words.number(row.count), digits)}  ${mark}`.trimEnd();
  });
  const rest = more > 0 ? [words.t('report.more', { count: more })] : [];
  return [heading(words.t(`report.heading.${name}`)), ...lines, ...rest];
}

function heading(text: string): string {
  return `${text}\n${'-'.repeat(widthOf(text))}`;
}

function wrapped(text: string): string[] {
  const lines: string[] = [];
  // Japanese and Chinese have no spaces; a line can end after any of their characters but before no closing mark.
  for (const word of text.split(/(?<= )|(?<=[\u3040-\u9fff\uff00-\uffef、。])(?![、。，）」』％])/u)) {
    const last = lines.at(-1);
    if (last === undefined || widthOf(last) + widthOf(word.trimEnd()) > 78) lines.push(word);
    else lines[lines.length - 1] = `${last}${word}`;
  }
  return lines.map(line => line.trimEnd());
}

/** Returns the columns that a text takes in a font of fixed width. */
function widthOf(text: string): number {
  return text.length + (text.match(WIDE)?.length ?? 0);
}

function widest(texts: readonly string[]): number {
  return Math.max(...texts.map(widthOf));
}

function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}

function padStart(text: string, width: number): string {
  return ' '.repeat(Math.max(0, width - widthOf(text))) + text;
}
