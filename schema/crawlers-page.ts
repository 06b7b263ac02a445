import { CRAWLERS, type CrawlerKind } from '../src/domain/crawlers.ts';

const TITLES: Readonly<Record<CrawlerKind, string>> = {
  search: 'Search engines',
  assistant: 'AI search and assistants',
  training: 'AI training and data sets',
  preview: 'Previews of links',
  seo: 'Search marketing',
  ads: 'Advertising',
  archive: 'Archives',
};

/** Returns docs/crawlers.md, generated from the list of crawlers. */
export function renderCrawlers(): string {
  const lists = (Object.keys(TITLES) as CrawlerKind[]).map(kind => {
    const rows = CRAWLERS.filter(one => one.kind === kind)
      .map(({ name, words }) => `| ${name} | ${wordsOf(words)} |`)
      .sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1));
    return `## ${TITLES[kind]}\n\n| Crawler | In the user agent |\n|---|---|\n${rows.join('\n')}\n`;
  });
  return `${INTRODUCTION}\n${lists.join('\n')}`;
}

function wordsOf(words: string): string {
  return words
    .split(/\|(?![^(]*\))/)
    .map(word => `\`${word.replaceAll('(?:', '(').replaceAll('|', ' or ').replace(/[\\^]/g, '')}\``)
    .join(' ');
}

const INTRODUCTION = `# Crawlers

<!-- Printed by npm run generate; do not edit. -->

No tracker sees crawlers, because they do not run it, but access logs have their requests. An import of logs, and
\`footfall import --follow\`, count those of crawlers with a name:

- \`crawler\`: their requests of pages by name
- \`crawled_page\`: the same requests by page

The same requests count as for people: \`GET\` of a page that was answered with 2xx or 304. They are never visitors, visits or
pageviews of the website, and nothing of them is stored but these two counts by day. They cannot be combined with filters, and
an undo of the import removes them. \`verify\` and \`rebuild\` leave them alone, because there is nothing to recount them from.
Any other robot, by its user agent, is left out.

A user agent can be forged; addresses are not compared with those that operators publish. The list was compiled by hand from
what operators publish.
`;
