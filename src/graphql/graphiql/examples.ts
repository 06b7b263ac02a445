import { dateOf } from '../../domain/range.ts';
import { STATISTICS } from '../../domain/statistics.ts';

/** The website that `npm run demo` makes. */
const DOMAIN = 'demo.example';
const DAY = 86_400_000;

/** What a tab of GraphiQL begins with; `variables` is JSON. */
export interface Example {
  readonly query: string;
  readonly variables: string;
}

/** One operation a tab, each of which runs as it is on the demo data; the ranges are the 30 days up to `now`. */
export function examples(now: number): readonly Example[] {
  const today = Math.floor(now / DAY);
  const range = { from: dateOf(today - 29), to: dateOf(today) };
  const ofDemo = { domain: DOMAIN, ...range };
  return [
    example(
      `
# Who is asking? Sign in to the dashboard in this browser, or put an API key
# into the tab "Headers" below: {"Authorization": "Bearer ff_..."}
query WhoAmI {
  viewer { email admin scope }
}`,
    ),
    example(
      `
query Websites {
  websites(sortBy: DOMAIN, sort: ASC) {
    total
    rows { id domain privacy timezone createdAt }
  }
}`,
    ),
    example(
      `
query Website($domain: String!) {
  website(domain: $domain) {
    id domain privacy hasPassword emailReports excludeBots excludeParams excludeIps honorGpc timezone createdAt updatedAt
  }
}`,
      { domain: DOMAIN },
    ),
    example(
      `
query Pages($domain: String!, $from: Date!, $to: Date!) {
  website(domain: $domain) {
    stats(name: PAGE, from: $from, to: $to, search: "/", perPage: 25) {
      rows { value label count share }
      total sum page lastPage
    }
  }
}`,
      ofDemo,
    ),
    example(dashboard(), ofDemo),
    example(
      `
# A public statistics page needs no key.
query Shared($domain: String!, $from: Date!, $to: Date!) {
  shared(domain: $domain) {
    domain
    stats(name: VISITORS, from: $from, to: $to, sortBy: VALUE, sort: ASC, perPage: 100) {
      rows { value count }
    }
  }
}`,
      ofDemo,
    ),
    example(
      `
mutation CreateWebsite($input: CreateWebsiteInput!) {
  createWebsite(input: $input) { id domain privacy timezone }
}`,
      { input: { domain: 'another.example', excludeParams: ['utm_source'], timezone: 'Europe/Berlin' } },
    ),
  ];
}

/** All statistics at once: they are read from the database in one statement. */
function dashboard(): string {
  const fields = STATISTICS.map(
    ({ name }) => `    ${name}: stats(name: ${name.toUpperCase()}, from: $from, to: $to) { ...Panel }`,
  );
  return `
# A whole dashboard: every statistic in one query.
query Dashboard($domain: String!, $from: Date!, $to: Date!) {
  website(domain: $domain) {
${fields.join('\n')}
  }
}

fragment Panel on StatPage {
  rows { label count share }
  total
}`;
}

function example(query: string, variables?: object): Example {
  return { query: query.trim(), variables: variables ? JSON.stringify(variables, null, 2) : '' };
}
