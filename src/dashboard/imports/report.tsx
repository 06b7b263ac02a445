import { formatCount } from '../format.ts';
import { Table } from '../parts/table.tsx';
import { type Import, nameOf, reasonOf } from './words.ts';

type Line = Import['report'][number];
type Figure = Line['file'];

/** Bad rows that are shown without a click. */
const FEW = 5;

/** What the files say and what Footfall says, line by line. */
export function Report({ shown }: { readonly shown: Import }) {
  const { report, dryRun } = shown;
  if (report.length === 0) return null;
  const ours = dryRun ? 'We will say' : 'We say';
  return (
    <Table
      name="What the file says, and what we say"
      columns={['Figure', { number: 'The file says' }, { number: ours }, 'Difference']}
    >
      {report.filter(isSaid).map(line => {
        const difference = differenceOf(line, shown);
        return (
          <tr key={line.name}>
            <th scope="row">{nameOf(line.name)}</th>
            <td class="number">
              <Amount figure={line.file} />
            </td>
            <td class="number">
              <Amount figure={line.ours} />
            </td>
            <td class={difference === null ? 'same' : 'differs'}>{difference ?? 'none'}</td>
          </tr>
        );
      })}
    </Table>
  );
}

function Amount({ figure }: { readonly figure: Figure }) {
  if (figure === null) return <>–</>;
  return (
    <>
      {formatCount(figure.sum)}
      {figure.values !== null && <span class="hint different"> ({formatCount(figure.values)} different)</span>}
    </>
  );
}

/** A statistic without any counts says nothing; a total of zero does. */
function isSaid({ file, ours }: Line): boolean {
  return [file, ours].some(figure => figure !== null && (figure.values === null || figure.sum > 0));
}

/** Returns why two sides of a line differ; null if they are equal. */
function differenceOf({ file, ours }: Line, { kind }: Import): string | null {
  if (file === null)
    return kind === 'HITS' ? 'Not in the file; counted from its hits.' : 'Not in the file as a number of its own.';
  if (ours === null) return 'Not counted here.';
  if (file.sum !== ours.sum) {
    const less = file.sum - ours.sum;
    return less > 0
      ? `${formatCount(less)} fewer, because of what is left out.`
      : `${formatCount(-less)} more than in the file.`;
  }
  if (file.values !== ours.values) return 'The same sum, in other rows: equal names are one row here.';
  return null;
}

/** The rows that do not count, by reason, and the first that cannot be read. */
export function LeftOut({ shown }: { readonly shown: Import }) {
  const { leftOutFor, badRows } = shown;
  if (leftOutFor.length === 0 && badRows.length === 0) return null;
  const few = badRows.slice(0, FEW);
  const more = badRows.slice(FEW);
  return (
    <>
      <h3>{leftOutFor.length > 0 ? 'Left out' : 'Notes'}</h3>
      {leftOutFor.length > 0 && (
        <Table name="Rows that are left out" columns={['Why', { number: 'Rows' }]}>
          {leftOutFor.map(({ reason, rows }) => {
            const [label, about] = reasonOf(reason);
            return (
              <tr key={reason}>
                <th scope="row">
                  {label}
                  {about !== '' && <span class="hint"> {about}</span>}
                </th>
                <td class="number">{formatCount(rows)}</td>
              </tr>
            );
          })}
        </Table>
      )}
      {few.length > 0 && <BadRows rows={few} />}
      {more.length > 0 && (
        <details>
          <summary>{formatCount(more.length)} more</summary>
          <BadRows rows={more} />
        </details>
      )}
    </>
  );
}

function BadRows({ rows }: { readonly rows: Import['badRows'] }) {
  return (
    <ul class="bad-rows" aria-label="Remarks on rows">
      {rows.map(({ file, line, reason }) => (
        <li key={`${file}:${line}:${reason}`}>
          <strong>
            {file}, line {formatCount(line)}:
          </strong>{' '}
          {reason}
        </li>
      ))}
    </ul>
  );
}
