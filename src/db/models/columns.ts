import {
  DataTypes,
  type Model,
  type ModelAttributeColumnOptions,
  type ModelAttributes,
  type ModelOptions,
  type ModelStatic,
  type Optional,
  type Sequelize,
} from 'sequelize';
import { cut } from '../../domain/text.ts';

/*
 * Column types with the names used in migrations, none of them nullable. They are functions because Sequelize modifies
 * the objects it is given. The test of the tables registry compares every model with the table that the migrations
 * create.
 */

/** A column; `holds` exists only for the compiler, as the type of its values. */
type Column<Value> = ModelAttributeColumnOptions & { readonly holds?: Value };

/** The type of a row with these columns. */
export type RowOf<Columns extends () => Readonly<Record<string, Column<unknown>>>> = {
  readonly [Name in keyof ReturnType<Columns>]: Exclude<ReturnType<Columns>[Name]['holds'], undefined>;
};

/** An instance, and a result with `raw: true`; the database fills in the columns `Filled`. */
export type Instance<Row extends object, Filled extends keyof Row = never> = Model<Row, Optional<Row, Filled>> & Row;

/** The model of a table with such rows. */
export type ModelOf<Row extends object, Filled extends keyof Row = never> = ModelStatic<Instance<Row, Filled>>;

/** The options of every model: attributes in camel case, columns in snake case, no timestamps by Sequelize. */
export const OPTIONS = { timestamps: false, underscored: true, freezeTableName: true } as const;

/** Returns a function that defines the model of a table; the database fills in the columns `Filled`. */
export function model<Row extends object, Filled extends keyof Row = never>(
  table: string,
  columns: () => { readonly [Name in keyof Row]: ModelAttributeColumnOptions },
  options: ModelOptions = OPTIONS,
) {
  return (sequelize: Sequelize) =>
    sequelize.define<Instance<Row, Filled>>(table, columns() as ModelAttributes<Instance<Row, Filled>>, options);
}

/** Returns the same column, made nullable. */
export const orNull = <Value>(column: Column<Value>): Column<Value | null> => ({ ...column, allowNull: true });

/** Returns the same column as the primary key or a part of it. */
export const key = <Value>(column: Column<Value>): Column<Value> => ({ ...column, primaryKey: true });

/** The primary key of a table whose rows the engine numbers. */
export const id = (): Column<number> => ({
  type: DataTypes.INTEGER,
  allowNull: false,
  primaryKey: true,
  autoIncrement: true,
});

/** A whole number of 32 bits. */
export const integer = (): Column<number> => ({ type: DataTypes.INTEGER, allowNull: false });

/** -8388608 to 8388607: days since 1970-01-01. */
export const medium = (): Column<number> => ({ type: DataTypes.MEDIUMINT, allowNull: false });

/** Milliseconds since 1970, UTC, and counts that can exceed 32 bits. */
export const bigint = (): Column<number> => ({ type: DataTypes.BIGINT, allowNull: false });

/** Text of at most `length` code points, on every engine. */
export const text = <Value extends string = string>(length: number): Column<Value> => ({
  type: DataTypes.STRING(length),
  allowNull: false,
  validate: { len: [0, length] },
});

/** Text of up to 16 MB. */
export const longText = (): Column<string> => ({ type: DataTypes.TEXT('medium'), allowNull: false });

/** Exactly `length` bytes. */
export const bytes = (length: number): Column<Buffer> => ({
  type: DataTypes.BLOB,
  allowNull: false,
  validate: {
    size(value: Buffer) {
      if (value.length !== length) throw new Error(`The value has ${value.length} bytes instead of ${length}.`);
    },
  },
});

/** Text that is cut to its first `length` code points. */
export const cutText = (name: string, length: number): Column<string> => ({
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
export function word<Word extends string>(name: string, words: readonly Word[]): Column<Word> {
  return column(name, { numberOf: (given: Word) => words.indexOf(given), wordOf: number => words[number] });
}

/** Any of these words, stored as one bit each, so their order must never change. They are returned in this order. */
export function wordSet<Word extends string>(name: string, words: readonly Word[]): Column<readonly Word[]> {
  return column(name, {
    numberOf: (given: readonly Word[]) => given.reduce((bits, each) => bits | (1 << words.indexOf(each)), 0),
    wordOf: bits => words.filter((_, place) => (bits & (1 << place)) !== 0),
  });
}

/** True or false, stored as 1 or 0. */
export function flag(name: string): Column<boolean> {
  return column(name, { numberOf: (given: boolean) => Number(given), wordOf: number => number === 1 });
}

/** Sequelize calls `_stringify` for each value that it writes or compares. */
function column<Value>(
  name: string,
  { numberOf, wordOf }: { numberOf: (value: Value) => number; wordOf: (number: number) => Value | undefined },
): Column<Value> {
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
export type NoteRow = RowOf<typeof noteColumns>;

export const noteColumns = () => ({
  websiteId: key(integer()),
  /** Random, because consecutive numbers from several processes would imply an order that does not exist. */
  id: key({ ...text(24), unique: true }),
  /** Milliseconds since 1970, UTC; no two notes of a website have the same value. */
  createdAt: bigint(),
});

/** The options of a table of notes; its scope `oldestFirst` is the order in which they are listed. */
export const NOTE_OPTIONS = { ...OPTIONS, scopes: { oldestFirst: { order: ['createdAt', 'id'] } } };
