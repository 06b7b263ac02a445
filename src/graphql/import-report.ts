import type { BadRow as Bad, ImportFigure as Figure, ReportLine } from '../domain/import.ts';
import { sentenceIn } from '../messages/errors.ts';
import { builder } from './builder.ts';

const ImportFigure = builder.objectRef<Exclude<Figure, number>>('ImportFigure').implement({
  description: 'A total, or the sum of a statistic.',
  fields: t => ({
    sum: t.expose('sum', { type: 'Count', description: 'The total, or the sum of all counts of the statistic.' }),
    values: t.field({
      type: 'Count',
      nullable: true,
      description: 'The number of different values of the statistic; null for a total.',
      resolve: ({ values }) => (values < 0 ? null : values),
    }),
  }),
});

function figureOf(figure: Figure | null): Exclude<Figure, number> | null {
  return typeof figure === 'number' ? { sum: figure, values: -1 } : figure;
}

/** A line of the report of an import. */
export const ImportLine = builder.objectRef<ReportLine>('ImportLine').implement({
  description: 'A total or a statistic, in the files and here.',
  fields: t => ({
    name: t.exposeString('name', { description: 'The total or the statistic, by its name in REST.' }),
    file: t.field({
      type: ImportFigure,
      nullable: true,
      description: 'What the files say, for the rows that count; null if they do not know it.',
      resolve: ({ file }) => figureOf(file),
    }),
    ours: t.field({
      type: ImportFigure,
      nullable: true,
      description: 'What was counted, or would be.',
      resolve: ({ ours }) => figureOf(ours),
    }),
  }),
});

/** How many rows were left out for a reason. */
export const LeftOut = builder.objectRef<{ reason: string; rows: number }>('LeftOutRows').implement({
  description: 'Rows that were left out for one reason.',
  fields: t => ({
    reason: t.exposeString('reason', {
      description:
        '`bad` for rows that cannot be read, `counted_here` for days that are counted here already, `repeated` for rows that an earlier import or another file of this one has; or the reason for which the collector drops a hit.',
    }),
    rows: t.expose('rows', { type: 'Count', description: 'The number of rows.' }),
  }),
});

/** A row that was left out because it cannot be read, or a remark, and where it is. */
export const BadRow = builder.objectRef<Bad>('BadRow').implement({
  description: 'A row that cannot be read, or a remark about a file as a whole.',
  fields: t => ({
    file: t.exposeString('file', { description: 'The file.' }),
    line: t.exposeInt('line', {
      description: 'The line on which it begins, from 1 on; 0 for a remark about the file.',
    }),
    reason: t.string({
      description: 'What is wrong.',
      resolve: ({ reason }, _, { language }) => sentenceIn(language, reason),
    }),
  }),
});
