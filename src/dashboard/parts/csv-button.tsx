import { type Cell, toCsv } from '../../domain/csv.ts';
import { page } from '../base.ts';
import { t } from '../messages.ts';
import { save } from './save.ts';

/** A button that saves what is shown as CSV, made in the browser, since its numbers are already there. */
export function CsvButton(props: {
  /** What is shown, as a name of the file beside website and days. */
  readonly file: string;
  readonly days: { readonly from: string; readonly to: string };
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}) {
  const { file, days, columns, rows } = props;
  const name = [page.domain, file, days.from, days.to].join('-');
  // People open these files in Excel, which does not read CSV as UTF-8 without the mark.
  const saveCsv = () => save(`${name}.csv`, new Blob(['\ufeff', toCsv(columns, rows)], { type: 'text/csv' }));
  return (
    <button type="button" class="quiet text" aria-label={t('csv.save', { file })} onClick={saveCsv}>
      {t('csv.csv')}
    </button>
  );
}
