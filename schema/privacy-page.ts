import { PRIVACY } from '../src/pages/privacy-text.ts';

const WIDTH = 128;

/** Returns docs/privacy.md, the same text as the page /docs/privacy. */
export function renderPrivacy(): string {
  const sections = PRIVACY.sections.map(
    ({ heading, paragraphs }) => `## ${heading}\n\n${paragraphs.map(wrap).join('\n\n')}\n`,
  );
  return `# ${PRIVACY.title}\n\n${sections.join('\n')}`;
}

function wrap(paragraph: string): string {
  const lines = [''];
  for (const word of paragraph.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && line.length + word.length >= WIDTH) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines.join('\n');
}
