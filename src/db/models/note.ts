import type { ModelStatic } from 'sequelize';
import { bigint, type Instance, integer, key, OPTIONS, text } from './columns.ts';

/** The columns that goals, annotations and segments have in common. */
export interface NoteRow {
  readonly websiteId: number;
  /**
   * A random text: in a table that several processes write, consecutive numbers would imply an order that does not
   * exist.
   */
  readonly id: string;
  /** Milliseconds since 1970, UTC; no two notes of a website have the same value. */
  readonly createdAt: number;
}

/** A table of notes. */
export type Notes<Row extends NoteRow> = ModelStatic<Instance<Row>>;

/** The columns that every table of notes has. */
export const noteColumns = () => ({
  websiteId: key(integer()),
  id: key({ ...text(24), unique: true }),
  createdAt: bigint(),
});

/** The options of a table of notes; its scope `oldestFirst` is the order in which they are listed. */
export const NOTE_OPTIONS = { ...OPTIONS, scopes: { oldestFirst: { order: ['createdAt', 'id'] } } };
