import { useMemo } from 'preact/hooks';
import { useAnswer } from '../parts/answer.tsx';
import { RowHostsDocument, type RowHostsQueryVariables, type StatName } from './__generated__/operations.ts';
import { askHere } from './question.ts';
import type { Shown } from './use-statistics.ts';

const OF_PAGES: readonly StatName[] = ['PAGE', 'LANDING_PAGE', 'EXIT_PAGE'];

/** The hosts of pages by their value, the most frequent first. */
export type Hosts = ReadonlyMap<string, readonly string[]>;

const NO_HOSTS: Hosts = new Map();
/** Has the room of a host in its row, which must not grow under a finger. */
const COMING = [''];

/**
 * Returns the hosts of the rows of a list of pages; empty texts while they are coming. They are read after the list, and
 * only if the website had several hosts, since they take a pass over single visits.
 */
export function useHosts(
  { overview }: Pick<Shown, 'overview'>,
  variables: Omit<RowHostsQueryVariables, 'domain' | 'own'>,
  list: { readonly rows: readonly { readonly value: string }[] } | null,
): Hosts {
  const isAsked = list !== null && OF_PAGES.includes(variables.name) && overview.hostCount.total > 1;
  const key = JSON.stringify(variables);
  const { answer, error } = useAnswer(
    async signal => {
      if (!isAsked) return null;
      const found = await askHere(RowHostsDocument, variables, signal);
      return found && { key, rows: found.stats.rows };
    },
    [isAsked && key, list],
  );
  // While another list loads, the last answer is about the same paths in another statistic.
  const rows = isAsked && answer?.key === key ? answer.rows : null;
  const coming = isAsked && !rows && !error ? list.rows : null;
  return useMemo(() => {
    if (coming) return new Map(coming.map(({ value }) => [value, COMING]));
    return rows ? new Map(rows.map(({ value, hosts }) => [value, hosts ?? []])) : NO_HOSTS;
  }, [rows, coming]);
}
