import { DataTypes, type Model, type ModelAttributeColumnOptions, type Optional } from 'sequelize';
import { cut } from '../../domain/text.ts';

/*
 * Columns in the words of a migration, none of them nullable. They are functions since Sequelize writes into what it is given.
 * The test of the tables registry compares every model with the table that the migrations make.
 */

type Column = ModelAttributeColumnOptions;

/** An instance of a model whose columns are `Row`, which is also what `raw: true` reads; the database fills in `Filled`. */
export type Instance<Row extends object, Filled extends keyof Row = never> = Model<Row, Optional<Row, Filled>> & Row;

/** The options of every model: an attribute `createdAt` is the column `created_at`, and Sequelize fills in none by itself. */
export const OPTIONS = { timestamps: false, underscored: true, freezeTableName: true } as const;

/** The same column, which may be null. */
export const orNull = (column: Column): Column => ({ ...column, allowNull: true });

/** The same column as the primary key or a part of it. */
export const key = (column: Column): Column => ({ ...column, primaryKey: true });

/** The primary key of a table whose rows the engine numbers. */
export const id = (): Column => ({ type: DataTypes.INTEGER, allowNull: false, primaryKey: true, autoIncrement: true });

/** A whole number of 32 bits. */
export const integer = (): Column => ({ type: DataTypes.INTEGER, allowNull: false });

/** -8388608 to 8388607: days since 1970-01-01. */
export const medium = (): Column => ({ type: DataTypes.MEDIUMINT, allowNull: false });

/** Milliseconds since 1970, UTC, and counts that may grow past 32 bits. */
export const bigint = (): Column => ({ type: DataTypes.BIGINT, allowNull: false });

/** Text of so many code points at most, on every engine. */
export const text = (length: number): Column => ({
  type: DataTypes.STRING(length),
  allowNull: false,
  validate: { len: [0, length] },
});

/** Text of up to 16 MB. */
export const longText = (): Column => ({ type: DataTypes.TEXT('medium'), allowNull: false });

/** Exactly so many bytes. */
export const bytes = (length: number): Column => ({
  type: DataTypes.BLOB,
  allowNull: false,
  validate: {
    size(value: Buffer) {
      if (value.length !== length) throw new Error(`There are ${value.length} bytes instead of ${length}.`);
    },
  },
});

/** Text of which the first `length` code points are kept. */
export const cutText = (name: string, length: number): Column => ({
  ...text(length),
  set(this: Model, given: string) {
    this.setDataValue(name, cut(given, length));
  },
});
