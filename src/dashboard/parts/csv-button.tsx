import { type Cell, toCsv } from '../../domain/csv.ts';

/** A button that saves what is shown as CSV, made in the browser, since its numbers are already there. */
export function CsvButton(props: {
  readonly file: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}) {
  const { file, columns, rows } = props;
  const save = () => {
    // People open these files in Excel, which does not read CSV as UTF-8 without the mark.
    const url = URL.createObjectURL(new Blob(['\ufeff', toCsv(columns, rows)], { type: 'text/csv' }));
    const link = Object.assign(document.createElement('a'), { href: url, download: `${file}.csv` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  };
  return (
    <button type="button" class="quiet text" aria-label={`Save ${file} as CSV`} onClick={save}>
      CSV
    </button>
  );
}
