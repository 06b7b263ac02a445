import type { TestGateway } from './gateway.ts';
import { FUNNEL } from './shop-counts.ts';

/** The lists that are compared, beside pages and properties. */
const LISTS = ['LANDING_PAGE', 'EXIT_PAGE', 'SOURCE', 'CHANNEL', 'CAMPAIGN', 'EVENT'] as const;
const WITH_AMOUNTS = ['SOURCE', 'CHANNEL', 'LANDING_PAGE', 'EVENT'] as const;
const FIGURES = ['visitors', 'visits', 'pageviews', 'events', 'pagesPerVisit', 'bounceRate', 'visitDuration'];

/** What is asked: one day, and a filter as GraphQL takes it. */
export interface Asked {
  readonly day: string;
  readonly filter: object | null;
}

// biome-ignore lint/suspicious/noExplicitAny: answers of both APIs are compared with what was counted.
type Json = any;

/** Returns what GraphQL says, in the form of `countsOf`. */
export async function answersOfGraphql(gateway: TestGateway, { day, filter }: Asked): Promise<object> {
  const range = `from: "${day}", to: "${day}", filter: $filter`;
  const list = (name: string, more = '') => `stats(name: ${name}, ${range}${more}, perPage: 100)`;
  const query = `query ($filter: StatFilter, $steps: [FunnelStepInput!]) { website(id: 1) {
    summary(${range}) { ${FIGURES.map(name => `${name} { value }`).join(' ')} timeOnPage amounts { unit sum } }
    PAGE: ${list('PAGE')} { rows { value count timeOnPage scrollDepth exitRate } }
    ${LISTS.map(name => `${name}: ${list(name)} { rows { value count amounts { unit sum } } }`).join('\n')}
    authors: ${list('PROPERTY', ', key: "author"')} { rows { value count } }
    plans: ${list('PROPERTY', ', key: "plan", event: "Purchase"')} { rows { value count } }
    funnel(steps: $steps, ${range}) {
      steps { reached dropped medianSeconds p90Seconds droppedTo { label visits } }
    }
    journeys(${range}, levels: 5) { levels { nodes { value visits } links { from to visits } } }
    returns(${range}) { rows { visits visitors } medianMinutes }
  } }`;
  const { website } = await gateway.graphql<Json>(query, { filter, steps: FUNNEL });
  const { timeOnPage, amounts, ...figures } = website.summary;
  return {
    summary: { ...Object.fromEntries(FIGURES.map(name => [name, figures[name].value])), timeOnPage },
    money: amountsOfRows([{ value: 'all', amounts }]).all ?? {},
    pages: pagesOf(website.PAGE.rows),
    lists: Object.fromEntries(LISTS.map(name => [name, countsOfRows(website[name].rows)])),
    amounts: Object.fromEntries(WITH_AMOUNTS.map(name => [name, amountsOfRows(website[name].rows)])),
    authors: countsOfRows(website.authors.rows),
    plans: countsOfRows(website.plans.rows),
    ...pathsOf(website),
  };
}

/** Returns what REST says in the same form, but for the amounts of lists and for rates that it has no route for. */
export async function answersOfRest(gateway: TestGateway, { day, filter }: Asked): Promise<object> {
  const get = async (path: string, query: Record<string, string>): Promise<Json> => {
    const given = { from: day, to: day, ...query, ...(filter && { filter: JSON.stringify(filter) }) };
    const { status, body } = await gateway.rest(`/stats/1${path}?${new URLSearchParams(given)}`);
    if (status !== 200) throw new Error(JSON.stringify(body));
    return inCamelCase((body as Json).data);
  };
  const list = (name: string, more = {}): Promise<Json[]> => get('', { name, per_page: '100', ...more });
  const [pages, authors, plans, funnel, journeys, returns, ...lists] = await Promise.all([
    list('page', { fields: 'exit_rate,time_on_page,scroll_depth' }),
    list('property', { key: 'author' }),
    list('property', { key: 'plan', event: 'Purchase' }),
    get('/funnel', { steps: JSON.stringify(FUNNEL) }),
    get('/journeys', { levels: '5' }),
    get('/returns', {}),
    ...LISTS.map(name => list(name.toLowerCase())),
  ]);
  return {
    pages: pagesOf(pages),
    lists: Object.fromEntries(LISTS.map((name, at) => [name, countsOfRows(lists[at] ?? [])])),
    authors: countsOfRows(authors),
    plans: countsOfRows(plans),
    ...pathsOf({ funnel, journeys, returns }),
  };
}

function pathsOf({ funnel, journeys, returns }: Json) {
  return {
    funnel: funnel.steps.map(({ reached, dropped, medianSeconds, p90Seconds, droppedTo }: Json) => ({
      ...{ reached, dropped, medianSeconds, p90Seconds },
      droppedTo: Object.fromEntries(droppedTo.map(({ label, visits }: Json) => [label, visits])),
    })),
    journeys: journeys.levels.map(({ nodes, links }: Json) => ({
      nodes: Object.fromEntries(nodes.map(({ value, visits }: Json) => [value, visits])),
      links: Object.fromEntries(links.map(({ from, to, visits }: Json) => [`${from} > ${to}`, visits])),
    })),
    returns: {
      rows: Object.fromEntries(returns.rows.map(({ visits, visitors }: Json) => [String(visits), visitors])),
      medianMinutes: returns.medianMinutes,
    },
  };
}

function pagesOf(rows: readonly Json[]) {
  return Object.fromEntries(
    rows.map(({ value, count, timeOnPage, scrollDepth, exitRate }) => [
      value,
      { count, timeOnPage, scrollDepth, exitRate },
    ]),
  );
}

function countsOfRows(rows: readonly Json[]): Record<string, number> {
  return Object.fromEntries(rows.map(({ value, count }) => [value, count]));
}

function amountsOfRows(rows: readonly Json[]): Record<string, Record<string, string>> {
  return Object.fromEntries(
    rows
      .filter(({ amounts }) => amounts.length > 0)
      .map(({ value, amounts }) => [value, Object.fromEntries(amounts.map(({ unit, sum }: Json) => [unit, sum]))]),
  );
}

function inCamelCase(given: Json): Json {
  if (Array.isArray(given)) return given.map(inCamelCase);
  if (typeof given !== 'object' || given === null) return given;
  const camel = (key: string) => key.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(given).map(([key, value]) => [camel(key), inCamelCase(value)]));
}
