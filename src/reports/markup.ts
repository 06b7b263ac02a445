/** HTML that can be inserted unescaped. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Markup | readonly Markup[];

/** Returns HTML in which every inserted text is escaped; only `Markup` is inserted unescaped. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  let text = strings[0] ?? '';
  parts.forEach((part, index) => {
    text += `${markupOf(part)}${strings[index + 1] ?? ''}`;
  });
  return new Markup(text);
}

function markupOf(part: Part): string {
  if (part instanceof Markup) return part.text;
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part));
  return part.map(({ text }) => text).join('');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, character => ENTITIES[character] ?? '');
}

/** Returns untrusted text on one line, at most `length` code points, without characters that affect nearby text. */
export function oneLine(text: string, length: number): string {
  const clean = text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '');
  const points = [...clean];
  return points.length <= length ? clean : `${points.slice(0, length - 1).join('')}…`;
}

/** Returns the same text as HTML that mail programs do not turn into a link, which a forged referrer could exploit. */
export function inert(text: string, length: number): Markup {
  const shown = oneLine(text, length);
  return new Markup(
    shown
      .split(/(?<=[\p{L}\p{N}])\.(?=[\p{L}\p{N}])/u)
      .map(escapeHtml)
      .join('<span>.</span>'),
  );
}
