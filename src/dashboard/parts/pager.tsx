import { useEffect } from 'preact/hooks';
import { formatCount } from '../format.ts';
import { Icon } from './icon.tsx';

/** Turns to the last page when the URL asks for a page beyond it. */
export function useLastPage(
  list: { readonly page: number; readonly lastPage: number } | null,
  turn: (page: number) => void,
): void {
  const isBehind = list !== null && list.page > list.lastPage;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it turns once.
  useEffect(() => {
    if (isBehind) turn(list.lastPage);
  }, [isBehind]);
}

/** The position of the rows within the list, and buttons to the previous and next page. */
export function Pager(props: {
  readonly what: string;
  readonly page: number;
  readonly lastPage: number;
  readonly perPage: number;
  readonly total: number;
  readonly onTurn: (page: number) => void;
}) {
  const { what, page: number, lastPage, perPage, total, onTurn } = props;
  const first = (number - 1) * perPage + 1;
  return (
    <nav class="pager" aria-label={`Pages of ${what}`}>
      <span>
        {formatCount(Math.min(first, total))}–{formatCount(Math.min(number * perPage, total))} of {formatCount(total)}
      </span>
      <button
        type="button"
        class="quiet"
        aria-label="Previous page"
        disabled={number <= 1}
        onClick={() => onTurn(number - 1)}
      >
        <Icon name="left" />
      </button>
      <button
        type="button"
        class="quiet"
        aria-label="Next page"
        disabled={number >= lastPage}
        onClick={() => onTurn(number + 1)}
      >
        <Icon name="right" />
      </button>
    </nav>
  );
}
