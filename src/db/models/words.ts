import { DataTypes, type Model, type ModelAttributeColumnOptions } from 'sequelize';

type Column = ModelAttributeColumnOptions;

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
