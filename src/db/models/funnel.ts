import type { FunnelOrder, FunnelUnit } from '../../domain/funnel.ts';
import { integer, longText, model, NOTE_OPTIONS, noteColumns, orNull, type RowOf, text } from './columns.ts';

/** A funnel of a website. */
export type FunnelRow = RowOf<typeof columns>;

const columns = () => ({
  ...noteColumns(),
  name: text(255),
  /** The steps as JSON. */
  steps: longText(),
  /** Unlike the name in the API, no keyword of SQL. */
  stepOrder: text<FunnelOrder>(8),
  unit: text<FunnelUnit>(8),
  /** Seconds. */
  withinSeconds: orNull(integer()),
});

export const defineFunnel = model<FunnelRow>('funnel', columns, NOTE_OPTIONS);
