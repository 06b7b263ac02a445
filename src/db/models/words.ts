import { DataTypes, type Model, type ModelAttributeColumnOptions } from 'sequelize';

type Column = ModelAttributeColumnOptions;

/*
 * Columns that keep words as a number. They are written and compared as words; they are read as words by `get` of an
 * instance, and as the number with `raw: true`, which calls no getters.
 */

/** One of these words, kept as its place among them; so their order never changes. */
export function word(name: string, words: readonly string[]): Column {
  return column(name, { numberOf: (given: string) => words.indexOf(given), wordOf: number => words[number] });
}

/** Any of these words, kept as one bit each; so their order never changes. They are read in this order. */
export function wordSet(name: string, words: readonly string[]): Column {
  return column(name, {
    numberOf: (given: readonly string[]) => given.reduce((bits, each) => bits | (1 << words.indexOf(each)), 0),
    wordOf: bits => words.filter((_, place) => (bits & (1 << place)) !== 0),
  });
}

/** True or false, kept as 1 or 0. */
export function flag(name: string): Column {
  return column(name, { numberOf: (given: boolean) => Number(given), wordOf: number => number === 1 });
}

/** `_stringify` is what Sequelize calls for each value that it writes or compares. */
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
