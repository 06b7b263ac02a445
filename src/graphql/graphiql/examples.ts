import { DAY, dateOf } from '../../domain/calendar.ts';
import type { MetricPlace } from '../../domain/metric.ts';
import { metricsIn } from '../../domain/metrics.ts';
import { STATISTICS } from '../../domain/statistics.ts';
import { WEBSITE_SETTINGS } from '../../domain/website-settings.ts';

/** The website that `npm run demo` creates. */
const DOMAIN = 'demo.example';
const SETTINGS = WEBSITE_SETTINGS.map(setting => (setting.kind === 'secret' ? setting.shown : setting.name)).join(' ');

/** The initial content of a GraphiQL tab; `variables` is JSON. */
export interface Example {
  readonly query: string;
  readonly variables: string;
}

/** Returns one operation per tab, each ready to run on the demo data; the ranges are the 30 days up to `now`. */
export function examples(now: number): readonly Example[] {
  const today = Math.floor(now / DAY);
  const range = { from: dateOf(today - 29), to: dateOf(today) };
  const ofDemo = { domain: DOMAIN, ...range };
  return [
    example(
      `
# The current caller. Sign in to the dashboard in this browser, or add an API key
# in the "Headers" tab below: {"Authorization": "Bearer ff_..."}
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
    id domain ${SETTINGS} createdAt updatedAt
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
# Totals of a range compared with the days before, and the same day by day.
query Overview($domain: String!, $from: Date!, $to: Date!) {
  website(domain: $domain) {
    firstHitAt
    month: range(preset: THIS_MONTH) { from to days }
    summary(from: $from, to: $to, compare: PREVIOUS_PERIOD) {
      previousFrom previousTo basis freshAt
      ${fieldsOf('summary', ' { ...Change }')}
    }
    timeseries(from: $from, to: $to, interval: DAY, compare: PREVIOUS_PERIOD) {
      interval basis
      points { start partial ${fieldsOf('points')} }
      previous { start visitors }
    }
    heatmap(from: $from, to: $to) { cells { weekday hour pageviews visitors } }
  }
}

fragment Change on Figure { value previous change }`,
      ofDemo,
    ),
    example(
      `
# Everything a row has besides its count.
query Rows($domain: String!, $from: Date!, $to: Date!) {
  website(domain: $domain) {
    countries: stats(name: COUNTRY, from: $from, to: $to, compare: PREVIOUS_PERIOD) {
      rows { label count previous change ${fieldsOf('rows')} }
      totals { count visits bounceRate previous change }
      other { count }
      basis freshAt
    }
    events: stats(name: EVENT, from: $from, to: $to) { rows { label count amounts { unit sum } } }
  }
}`,
      ofDemo,
    ),
    example(
      `
# A filter selects visits; all fields about them are read in one pass.
query Filtered($domain: String!, $from: Date!, $to: Date!, $filter: StatFilter) {
  website(domain: $domain) {
    summary(from: $from, to: $to, filter: $filter) { basis visitors { value } bounceRate { value } }
    pages: stats(name: PAGE, from: $from, to: $to, filter: $filter) { rows { label count } }
    referrers: stats(name: REFERRER, from: $from, to: $to, filter: $filter) { rows { label count } }
    segments { id name filter }
  }
}`,
      {
        ...ofDemo,
        filter: {
          and: [
            { name: 'COUNTRY', operator: 'IS', values: ['DE:Germany', 'AT:Austria'] },
            { not: { name: 'PAGE', operator: 'CONTAINS', values: ['pricing'] } },
          ],
        },
      },
    ),
    example(
      `
query Live($domain: String!) {
  website(domain: $domain) {
    live { visitors5 visitors30 pages { label visitors } minutes { start visitors } events { label count latest } at }
  }
}`,
      { domain: DOMAIN },
    ),
    example(
      `
# Live numbers every five seconds, until you stop it.
subscription Watch($domain: String!) {
  live(domain: $domain) { visitors5 visitors30 pages { value label visitors } at }
}`,
      { domain: DOMAIN },
    ),
    example(
      `
query Goals($domain: String!, $from: Date!, $to: Date!) {
  website(domain: $domain) {
    goals { id name kind pattern }
    goalResults(from: $from, to: $to) {
      goal { name }
      conversions visits conversionRate
      amounts { unit sum }
    }
    annotations(from: $from, to: $to) { id date text }
  }
}`,
      ofDemo,
    ),
    example(
      `
# Adds a goal, an annotation and a segment to the website with this id.
mutation Note($website: ID!, $goal: GoalInput!, $annotation: AnnotationInput!, $segment: SegmentInput!) {
  createGoal(website: $website, input: $goal) { id }
  createAnnotation(website: $website, input: $annotation) { id }
  createSegment(website: $website, input: $segment) { id }
}`,
      {
        website: '1',
        goal: { name: 'Purchases', kind: 'EVENT', pattern: 'Purchase' },
        annotation: { date: range.to, text: 'We tried GraphiQL.' },
        segment: { name: 'Phones', filter: { name: 'DEVICE', operator: 'IS', values: ['mobile'] } },
      },
    ),
    example(
      `
# Dropped hits with their reasons, and warnings about the numbers.
query Ledger($domain: String!, $from: Date!, $to: Date!) {
  website(domain: $domain) {
    dropped(from: $from, to: $to) { day reason hits }
    warnings { kind name day hits message }
  }
}`,
      ofDemo,
    ),
    example(
      `
# A public statistics page needs no API key.
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

/** Returns a query for all statistics, which are read from the database in one statement. */
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

/** Returns every metric of a place, each with this selection. */
function fieldsOf(place: MetricPlace, selection = ''): string {
  return metricsIn(place)
    .map(({ name }) => `${name}${selection}`)
    .join(' ');
}

function example(query: string, variables?: object): Example {
  return { query: query.trim(), variables: variables ? JSON.stringify(variables, null, 2) : '' };
}
