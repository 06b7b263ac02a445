import { DataTypes, type Model, type ModelAttributeColumnOptions, type ModelStatic, type Optional } from 'sequelize';
import { cut } from '../../domain/text.ts';

/*
 * Column types with the names used in migrations, none of them nullable. They are functions because Sequelize modifies
 * the objects it is given. The test of the tables registry compares every model with the table that the migrations
 * create.
 */

type Column = ModelAttributeColumnOptions;

/**
 * An instance of a model with the columns `Row`, which is also the result with `raw: true`; the database fills in
 * `Filled`.
 */
export type Instance<Row extends object, Filled extends keyof Row = never> = Model<Row, Optional<Row, Filled>> & Row;

/** The model of a table with such rows. */
export type ModelOf<Row extends object, Filled extends keyof Row = never> = ModelStatic<Instance<Row, Filled>>;

/**
 * The options of every model: an attribute `createdAt` is the column `created_at`, and Sequelize sets no timestamps
 * itself.
 */
export const OPTIONS = { timestamps: false, underscored: true, freezeTableName: true } as const;

/** Returns the same column, made nullable. */
export const orNull = (column: Column): Column => ({ ...column, allowNull: true });

/** Returns the same column as the primary key or a part of it. */
export const key = (column: Column): Column => ({ ...column, primaryKey: true });

/** The primary key of a table whose rows the engine numbers. */
export const id = (): Column => ({ type: DataTypes.INTEGER, allowNull: false, primaryKey: true, autoIncrement: true });

/** A whole number of 32 bits. */
export const integer = (): Column => ({ type: DataTypes.INTEGER, allowNull: false });

/** -8388608 to 8388607: days since 1970-01-01. */
export const medium = (): Column => ({ type: DataTypes.MEDIUMINT, allowNull: false });

/** Milliseconds since 1970, UTC, and counts that can exceed 32 bits. */
export const bigint = (): Column => ({ type: DataTypes.BIGINT, allowNull: false });

/** Text of at most `length` code points, on every engine. */
export const text = (length: number): Column => ({
  type: DataTypes.STRING(length),
  allowNull: false,
  validate: { len: [0, length] },
});

/** Text of up to 16 MB. */
export const longText = (): Column => ({ type: DataTypes.TEXT('medium'), allowNull: false });

/** Exactly `length` bytes. */
export const bytes = (length: number): Column => ({
  type: DataTypes.BLOB,
  allowNull: false,
  validate: {
    size(value: Buffer) {
      if (value.length !== length) throw new Error(`The value has ${value.length} bytes instead of ${length}.`);
    },
  },
});

/** Text that is cut to its first `length` code points. */
export const cutText = (name: string, length: number): Column => ({
  ...text(length),
  set(this: Model, given: string) {
    this.setDataValue(name, cut(given, length));
  },
});

/*
 * Columns that store words as a number. They are written and compared as words; `get` of an instance returns words,
 * while `raw: true`, which calls no getters, returns the number.
 */

/** One of these words, stored as its index, so the order of the words must never change. */
export function word(name: string, words: readonly string[]): Column {
  return column(name, { numberOf: (given: string) => words.indexOf(given), wordOf: number => words[number] });
}

/** Any of these words, stored as one bit each, so their order must never change. They are returned in this order. */
export function wordSet(name: string, words: readonly string[]): Column {
  return column(name, {
    numberOf: (given: readonly string[]) => given.reduce((bits, each) => bits | (1 << words.indexOf(each)), 0),
    wordOf: bits => words.filter((_, place) => (bits & (1 << place)) !== 0),
  });
}

/** True or false, stored as 1 or 0. */
export function flag(name: string): Column {
  return column(name, { numberOf: (given: boolean) => Number(given), wordOf: number => number === 1 });
}

/** Sequelize calls `_stringify` for each value that it writes or compares. */
function column<Value>(
  name: string,
  { numberOf, wordOf }: { numberOf: (value: Value) => number; wordOf: (number: number) => Value | undefined },
): Column {
  return {
    type: Object.assign(new DataTypes.ABSTRACT(), { key: 'WORD', toSql: () => 'INTEGER', _stringify: numberOf }),
    allowNull: false,
    get(this: Model) {
      const kept = this.getDataValue(name) as number | Value;
      return typeof kept === 'number' ? wordOf(kept) : kept;
    },
  };
}

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

/** The columns that every table of notes has. */
export const noteColumns = () => ({
  websiteId: key(integer()),
  id: key({ ...text(24), unique: true }),
  createdAt: bigint(),
});

/** The options of a table of notes; its scope `oldestFirst` is the order in which they are listed. */
export const NOTE_OPTIONS = { ...OPTIONS, scopes: { oldestFirst: { order: ['createdAt', 'id'] } } };
