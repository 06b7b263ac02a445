import type { ComponentChildren } from 'preact';
import { Scroll } from './scroll.tsx';

/** The heading of a column: of texts, of right-aligned numbers, or of buttons, for which it is visually hidden. */
export type Column = string | { readonly number: string } | { readonly buttons: string };

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
        <thead>
          <tr>{columns.map(headingOf)}</tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </Scroll>
  );
}

function headingOf(column: Column) {
  if (typeof column === 'string')
    return (
      <th scope="col" key={column}>
        {column}
      </th>
    );
  if ('number' in column)
    return (
      <th scope="col" class="number" key={column.number}>
        {column.number}
      </th>
    );
  return (
    <td key={column.buttons}>
      <span class="hidden">{column.buttons}</span>
    </td>
  );
}
