import { LISTED } from '../src/imports/registry.ts';
import { IMPORTS_SECTIONS, IMPORTS_TITLE } from '../src/pages/imports-text.ts';

/** Returns docs/imports.md, the same text as the page /docs/imports. */
export function renderImports(): string {
  const sections = IMPORTS_SECTIONS.map(({ heading, text }) => `## ${heading}\n\n${text}\n`);
  const tools = LISTED.map(({ label, guide }) => {
    const rows = guide.names.map(([theirs, ours]) => `| ${cell(theirs)} | ${cell(ours)} |`);
    const table = `| In the file | In Footfall |\n|---|---|\n${rows.join('\n')}\n`;
    const leftOut = guide.leftOut === null ? '' : `\nLeft out: ${guide.leftOut}\n`;
    return `## ${label}\n\n${guide.get}\n\n${table}${leftOut}`;
  });
  const list = LISTED.map(({ label }) => `[${label}](#${anchorOf(label)})`);
  return `# ${IMPORTS_TITLE}

<!-- Printed by npm run generate; do not edit. -->

Tools and formats: ${list.join(', ')}.

${[...sections, ...tools].join('\n')}`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

/** Returns the anchor that GitHub gives a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(' ', '-');
}
