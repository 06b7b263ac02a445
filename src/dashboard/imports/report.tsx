import type { LeftOutReason } from '../../domain/import.ts';
import { formatCount } from '../format.ts';
import { rich, t } from '../messages.ts';
import { Table } from '../parts/table.tsx';
import { type Import, nameOf } from './words.ts';

type Line = Import['report'][number];
type Figure = Line['file'];

/** Bad rows that are shown without a click. */
const FEW = 5;

/** What the files say and what Footfall says, line by line. */
export function Report({ shown }: { readonly shown: Import }) {
  const { report, dryRun } = shown;
  if (report.length === 0) return null;
  const ours = dryRun ? t('imports.weWillSay') : t('imports.weSay');
  return (
    <Table
      name={t('imports.report')}
      columns={[t('imports.figure'), { number: t('imports.fileSays') }, { number: ours }, t('imports.difference')]}
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
            <td class={difference === null ? 'same' : 'differs'}>{difference ?? t('common.none')}</td>
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
      {figure.values !== null && (
        <span class="hint different"> {t('imports.different', { number: formatCount(figure.values) })}</span>
      )}
    </>
  );
}

/** A statistic without any counts says nothing; a total of zero does. */
function isSaid({ file, ours }: Line): boolean {
  return [file, ours].some(figure => figure !== null && (figure.values === null || figure.sum > 0));
}

/** Returns why two sides of a line differ; null if they are equal. */
function differenceOf({ file, ours }: Line, { kind }: Import): string | null {
  if (file === null) return kind === 'HITS' ? t('imports.notInFileHits') : t('imports.notInFile');
  if (ours === null) return t('imports.notCounted');
  if (file.sum !== ours.sum) {
    const less = file.sum - ours.sum;
    return less > 0
      ? t('imports.fewer', { number: formatCount(less) })
      : t('imports.moreThanFile', { number: formatCount(-less) });
  }
  if (file.values !== ours.values) return t('imports.sameSum');
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
      <h3>{leftOutFor.length > 0 ? t('imports.leftOut') : t('imports.notes')}</h3>
      {leftOutFor.length > 0 && (
        <Table name={t('imports.leftOutRows')} columns={[t('imports.why'), { number: t('imports.rows') }]}>
          {leftOutFor.map(({ reason, rows }) => (
            <tr key={reason}>
              <th scope="row">
                {t(`imports.reason.${reason as LeftOutReason}`)}
                <span class="hint"> {t(`imports.reason.${reason as LeftOutReason}.about`)}</span>
              </th>
              <td class="number">{formatCount(rows)}</td>
            </tr>
          ))}
        </Table>
      )}
      {few.length > 0 && <BadRows rows={few} />}
      {more.length > 0 && (
        <details>
          <summary>{t('imports.moreRemarks', { count: more.length })}</summary>
          <BadRows rows={more} />
        </details>
      )}
    </>
  );
}

function BadRows({ rows }: { readonly rows: Import['badRows'] }) {
  return (
    <ul class="bad-rows" aria-label={t('imports.remarks')}>
      {rows.map(({ file, line, reason }) => (
        <li key={`${file}:${line}:${reason}`}>
          {rich(
            line === 0 ? 'imports.remarkOfFile' : 'imports.remark',
            { place: text => <strong>{text}</strong> },
            { file, line: formatCount(line), reason },
          )}
        </li>
      ))}
    </ul>
  );
}
