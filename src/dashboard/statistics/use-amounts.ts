import { useMemo } from 'preact/hooks';
import { useAnswer } from '../parts/answer.tsx';
import { type ListFragment, RowAmountsDocument, type StatName } from './__generated__/operations.ts';
import type { Row, Sums } from './list-table.tsx';
import { askHere, listVariables } from './question.ts';
import type { Shown } from './use-statistics.ts';
import type { View } from './view.ts';

/** The statistics of visits whose rows have amounts. */
const OF_VISITS: readonly StatName[] = [
  'CHANNEL',
  'SOURCE',
  'REFERRER',
  'CAMPAIGN',
  'UTM_SOURCE',
  'UTM_MEDIUM',
  'UTM_TERM',
  'UTM_CONTENT',
  'LANDING_PAGE',
  'COUNTRY',
];

/** Returns whether events of the range had amounts. */
function hasMoney({ overview }: Pick<Shown, 'overview'>): boolean {
  return (overview.summary.amounts?.length ?? 0) > 0;
}

/**
 * Returns the amounts of a list's rows by value. Those of events come with their list; those of visits are read after it,
 * and only if there are any, since they take a pass over single visits. Null if the list has no column for them, which
 * is there before they arrive.
 */
export function useAmounts(
  view: View & Shown,
  name: StatName,
  list: ListFragment | null,
): ReadonlyMap<string, Sums> | null {
  const { state, question } = view;
  const isAsked = list !== null && OF_VISITS.includes(name) && hasMoney(view);
  const variables = listVariables(state, name, question);
  const key = JSON.stringify(variables);
  const { answer } = useAnswer(
    async signal => {
      if (!isAsked) return null;
      const found = await askHere(RowAmountsDocument, variables, signal);
      return found && { key, rows: found.stats.rows };
    },
    [isAsked && key, list],
  );
  // While another list loads, the last answer can be about the same values in another statistic.
  const asked = answer?.key === key ? answer.rows : null;
  return useMemo(() => {
    const rows: readonly AmountRow[] = (isAsked ? asked : list?.rows) ?? [];
    if (!isAsked && !rows.some(({ amounts = [] }) => amounts.length > 0)) return null;
    return new Map(rows.map(({ value, amounts = [] }) => [value, amounts]));
  }, [isAsked, asked, list]);
}

type AmountRow = Pick<Row, 'value'> & { readonly amounts?: Sums };
