import {
  type FieldNode,
  GraphQLIncludeDirective,
  type GraphQLResolveInfo,
  getDirectiveValues,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { beginsEarlier, inOrder } from '../domain/inputs/days.ts';
import { search as searchText } from '../domain/inputs/paging.ts';
import { keyOfProperty } from '../domain/inputs/properties.ts';
import { propertyKey } from '../domain/inputs/property-ref.ts';
import { columnName, metricsIn } from '../domain/metrics.ts';
import { dayRange } from '../domain/range.ts';
import { findStatistic } from '../domain/statistics.ts';
import { toStorable } from '../domain/text.ts';
import { hasAmountsOfHits, rowsHaveAmountsOfHits } from '../stats/basis.ts';
import { isOfPages } from '../stats/hosts-of-pages.ts';
import { knownFrom } from '../stats/known-from.ts';
import type { StatPage as Page, SortField, StatRow } from '../stats/query.ts';
import type { Website } from '../websites/website.ts';
import { withAmountsFrom } from './amounts.ts';
import {
  compareArg,
  countedComparison,
  filterArg,
  filterOf,
  filterShape,
  pagingArgs,
  pagingOf,
  pagingShape,
  rangeArgs,
  runningIn,
  StatName,
} from './arguments.ts';
import { builder, checked, enumOf } from './builder.ts';
import { type Args, type Below, WEIGHT_OF_AMOUNTS, type WeightWithPass, weightOfPass } from './complexity.ts';
import { ofFilter } from './counts-from.ts';
import { StatPage } from './stat-page.ts';

const StatSearchField = enumOf('StatSearchField', 'The field that a search in a statistic matches.', {
  VALUE: 'The stored value of the row, not its label.',
});

const StatSortField = enumOf('StatSortField', 'The field that the rows of a statistic are sorted by.', {
  COUNT: 'The count; rows with equal counts are sorted by value.',
  VALUE: 'The value, character by character.',
});

const StatSortMetric = builder.enumType('StatSortMetric', {
  description:
    'A metric that the rows of a statistic are sorted by; rows with equal numbers are sorted by value. Rows without a value come last. A statistic whose rows lack the metric is sorted by the count.',
  values: Object.fromEntries(
    metricsIn('rows').map(({ name, label }) => [
      columnName(name).toUpperCase(),
      { value: name, description: `The ${label.toLowerCase()}.` },
    ]),
  ),
});

/** The interface that everyone who can see the statistics of a website can read; it has no settings. */
export const Statistics = builder.interfaceRef<Website>('Statistics').implement({
  description:
    'The statistics of a website. A fragment on this interface works for both `Website` and `SharedWebsite`.',
  fields: t => ({
    id: t.exposeID('id', { description: "The website's id, the same for everyone." }),
    domain: t.exposeString('domain', {
      description: 'The domain, in lower case and without `www.`, such as `example.com`.',
    }),
    timezone: t.exposeString('timezone', {
      description: 'The IANA time zone of the days and hours, such as `Europe/Berlin`.',
    }),
    stats: t.field({
      type: StatPage,
      description:
        'A statistic over a range of days. All `stats` fields of a request are read together, so a whole dashboard takes one query.',
      extensions: { weight: weightOfStatistic },
      args: {
        name: t.arg({ type: StatName, required: true, description: 'The statistic to read.' }),
        ...rangeArgs,
        search: t.arg.string({
          description:
            'Returns only values that contain this text, ignoring the case of ASCII letters; `%` and `_` are literal. At most 255 characters.',
        }),
        searchBy: t.arg({
          type: StatSearchField,
          defaultValue: 'VALUE',
          description: 'The field that `search` matches.',
        }),
        sortBy: t.arg({
          type: StatSortField,
          defaultValue: 'COUNT',
          description: 'The field that the rows are sorted by.',
        }),
        ...pagingArgs,
        ...filterArg,
        ...compareArg,
        sortMetric: t.arg({
          type: StatSortMetric,
          description: 'The metric that the rows are sorted by, in place of `sortBy`.',
        }),
        key: t.arg.string({ description: 'The key of the property; for PROPERTY, which needs it, and for no other.' }),
        event: t.arg.string({
          description: 'For PROPERTY, the name of the event that has the property; without it, pageviews are counted.',
        }),
        searchLabels: t.arg.boolean({
          description:
            'True to return also rows whose `label` contains the text of `search`, such as `German` or `Direct`, and pages that are displayed with it: `/ü` for `/%C3%BC`. Labels are searched in English, or in the language that `lang` in the URL names: `de`, `en`, `es`, `fr`, `ja`, `pt` or `zh`.',
        }),
      },
      validate: checked(
        { ...pagingShape, ...filterShape, search: searchText.nullish(), key: propertyKey.nullish() },
        inOrder,
        beginsEarlier,
        keyOfProperty,
      ),
      resolve: async (
        website,
        {
          name,
          key,
          event,
          from,
          to,
          search,
          searchLabels,
          sortBy: field,
          sortMetric,
          filter,
          compare,
          compareFrom,
          ...paging
        },
        context,
        info,
      ) => {
        const { stats, loaders } = context;
        const paths = selectedPaths(info);
        const sortBy: SortField = sortMetric ?? field ?? 'COUNT';
        const compared = await countedComparison(website, { from, to, compare, compareFrom }, context);
        const query = {
          website: website.id,
          name,
          property: key ? { key, event: event ?? null } : null,
          ...dayRange(from, to),
          search: search ? toStorable(search) : null,
          searchLabels: searchLabels ? context.language : null,
          sortBy,
          ...pagingOf(paging),
          filter: filterOf(filter),
          compare: compared,
          running: runningIn(website, { to }, compared, context),
          ...wantedBeside(paths, sortBy),
        };
        const isAsked = paths.has('amountsFrom') && hasAmountsOfHits(query, rowsHaveAmountsOfHits(query));
        const [page, since] = await Promise.all([
          withAmountsFrom(stats.load(query), website.id, isAsked, context),
          query.exits || paths.has('knownFrom') ? loaders.valuesSince.load(website.id) : [],
        ]);
        const exitsFrom = knownFrom({ name: 'exit_page' }, since);
        const known = exitsFrom === null || exitsFrom <= query.from ? page : withoutExits(page);
        const more = { knownFrom: knownFrom(query, since), rules: findStatistic(query.name)?.rules ?? null };
        return ofFilter({ ...known, ...more }, query);
      },
    }),
  }),
});

/** Rates of which some exits are unknown would be too low. */
function withoutExits<T extends Page>(page: T): T {
  const without = (row: StatRow) => ({ ...row, exitRate: null });
  return { ...page, rows: page.rows.map(without), other: page.other && without(page.other) };
}

/** A page of values costs reading and sorting all values of the website, a search comparing them; days and hours are few. */
function weightOfStatistic(args: Args, below: Below): number | WeightWithPass {
  const name = String(args.name);
  const search = args.search ? 70 : 0;
  const hasAmounts = below().has('amounts');
  const hasHosts = isOfPages(name) && below().has('hosts');
  const amounts = hasAmounts ? WEIGHT_OF_AMOUNTS : 0;
  if (args.filter) {
    const weight = weightOfPass(args, 20 + search + amounts);
    // Only once the rows are known, a second pass sums up their amounts and finds their hosts.
    return hasAmounts || hasHosts ? { ...weight, points: weight.points + weight.pass.points } : weight;
  }
  const own = (findStatistic(name)?.read ? 30 : 20) + search + amounts;
  return (hasAmounts && name !== 'event') || hasHosts ? weightOfPass(args, own) : own;
}

const METRICS_OF_ROWS = [...metricsIn('rows').map(({ name }) => name), 'timeOnPage', 'scrollDepth'];

/** Metrics, amounts, hosts and `other` cost more than the counts, so they are read only when selected. */
function wantedBeside(paths: ReadonlySet<string>, sortBy: SortField) {
  const asks = (lines: readonly string[], fields: readonly string[]) =>
    lines.some(line => fields.some(field => paths.has(`${line}.${field}`)));
  return {
    sums: (sortBy !== 'COUNT' && sortBy !== 'VALUE') || asks(['rows', 'other', 'totals'], METRICS_OF_ROWS),
    amounts: asks(['rows', 'other'], ['amounts']),
    exits: asks(['rows', 'other'], ['exitRate']),
    hosts: asks(['rows', 'other'], ['hosts']),
    other: paths.has('other'),
  };
}

/** Paths below the fields of operations, which are parsed once and run often. */
const PATHS = new WeakMap<FieldNode, ReadonlySet<string>>();

/** Returns the fields selected below a field as paths (`rows.visits`), also in fragments; those that a directive leaves out are not. */
export function selectedPaths({ fieldNodes, fragments, variableValues }: GraphQLResolveInfo): ReadonlySet<string> {
  const [only] = fieldNodes.length === 1 ? fieldNodes : [];
  const known = only && PATHS.get(only);
  if (known) return known;
  const paths = new Set<string>();
  let isConditional = false;
  function collect(set: SelectionSetNode | undefined, above: string): void {
    for (const selection of set?.selections ?? []) {
      if (selection.directives?.length) {
        isConditional = true;
        if (getDirectiveValues(GraphQLIncludeDirective, selection, variableValues)?.if === false) continue;
      }
      if (selection.kind === Kind.FIELD) {
        const path = `${above}${selection.name.value}`;
        paths.add(path);
        collect(selection.selectionSet, `${path}.`);
      } else {
        const fragment = selection.kind === Kind.FRAGMENT_SPREAD ? fragments[selection.name.value] : selection;
        collect(fragment?.selectionSet, above);
      }
    }
  }
  for (const { selectionSet } of fieldNodes) collect(selectionSet, '');
  if (only && !isConditional) PATHS.set(only, paths);
  return paths;
}
