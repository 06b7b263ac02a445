import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { formatCount } from '../format.ts';
import { t } from '../messages.ts';
import { Icon, IconButton } from './icon.tsx';
import { Rows } from './rows.tsx';
import { Term } from './term.tsx';

/** The heading of a column: of texts, of right-aligned numbers, or of buttons, for which it is visually hidden. */
export type Column =
  | string
  | {
      readonly number: string;
      /** Explains the numbers to readers who point at the heading or focus it. */
      readonly about?: string;
      readonly sort?: Sort | undefined;
    }
  | { readonly text: string; readonly sort: Sort }
  | { readonly buttons: string };

/** Makes a heading a button that sorts the rows by its column, or turns their order round. */
export interface Sort {
  /** The order of the rows now; null if another column decides. */
  readonly order: 'ascending' | 'descending' | null;
  readonly onSort: () => void;
}

/** A table that scrolls when it is wider than its box. The first column names the row. */
export function Table(props: {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly isWide?: boolean;
  readonly children: ComponentChildren;
}) {
  const { name, columns, isWide = false, children } = props;
  return (
    <Scroll name={name}>
      <table class={isWide ? 'list wide' : 'list'}>
        <caption class="hidden">{name}</caption>
        <Head columns={columns} />
        <Rows>{children}</Rows>
      </table>
    </Scroll>
  );
}

/** The headings of a table. */
export function Head({ columns }: { readonly columns: readonly Column[] }) {
  return (
    <thead>
      <tr>{columns.map(headingOf)}</tr>
    </thead>
  );
}

function headingOf(column: Column) {
  if (typeof column === 'string')
    return (
      <th scope="col" key={column}>
        {column}
      </th>
    );
  if ('text' in column)
    return (
      <th scope="col" key={column.text} aria-sort={column.sort.order ?? undefined}>
        <SortButton text={column.text} {...column.sort} />
      </th>
    );
  if ('number' in column)
    return (
      <th scope="col" class="number" key={column.number} aria-sort={column.sort?.order ?? undefined}>
        {column.sort ? (
          <SortButton text={column.number} {...column.sort} />
        ) : column.about ? (
          <Term text={column.number} about={column.about} />
        ) : (
          column.number
        )}
      </th>
    );
  return (
    <td key={column.buttons}>
      <span class="hidden">{column.buttons}</span>
    </td>
  );
}

function SortButton({ text, order, onSort }: Sort & { readonly text: string }) {
  return (
    <button type="button" class="sort-by" onClick={onSort}>
      {text}
      <Icon name={order === 'ascending' ? 'up' : 'down'} />
    </button>
  );
}

/** A button in a row; its accessible name says which row it changes. */
export function RowButton(props: {
  readonly name: string;
  readonly onClick: () => void;
  readonly children: ComponentChildren;
}) {
  return (
    <button type="button" class="quiet text" aria-label={props.name} onClick={props.onClick}>
      {props.children}
    </button>
  );
}

/** A scrollable box; it takes the keyboard focus, so that it can be scrolled without a pointer. */
export function Scroll({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable box has to take the focus.
    <section class="scroll" aria-label={name} tabIndex={0}>
      {children}
    </section>
  );
}

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
    <nav class="pager" aria-label={t('pager.name', { what })}>
      <span>
        {t('pager.rows', {
          first: formatCount(Math.min(first, total)),
          last: formatCount(Math.min(number * perPage, total)),
          total: formatCount(total),
        })}
      </span>
      <IconButton icon="left" name={t('pager.previous')} disabled={number <= 1} onClick={() => onTurn(number - 1)} />
      <IconButton
        icon="right"
        name={t('pager.next')}
        disabled={number >= lastPage}
        onClick={() => onTurn(number + 1)}
      />
    </nav>
  );
}
