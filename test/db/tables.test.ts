import assert from 'node:assert/strict';
import type { Model, ModelStatic } from 'sequelize';
import { beforeAll, it } from 'vitest';
import type { TableShape } from '../../src/db/dialect.ts';
import type { Database } from '../../src/db/open.ts';
import { TABLES, WEBSITE_TABLES } from '../../src/db/tables.ts';
import { databasesOf } from '../support/accounts.ts';
import { eachDatabase } from '../support/databases.ts';

/** The kinds of the catalog by the types of the models. */
const KINDS = {
  INTEGER: 'number',
  MEDIUMINT: 'number',
  BIGINT: 'number',
  STRING: 'text',
  TEXT: 'text',
  BLOB: 'bytes',
  WORD: 'number',
};

eachDatabase('The registry of tables', (open, engine) => {
  const { fresh } = databasesOf(open);
  let database: Database;
  let shapes: TableShape[];
  let models: ModelStatic<Model>[];
  beforeAll(async () => {
    ({ database } = await fresh());
    shapes = await database.dialect.catalog.tables(database.dialect);
    models = Object.values(database.dialect.sequelize.models) as ModelStatic<Model>[];
  });
  const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1);

  it('has every table that the migrations create, with its key', () => {
    assert.deepEqual(
      TABLES.map(({ name, key }) => ({ name, key })).sort(byName),
      shapes.map(({ name, key }) => ({ name, key })).sort(byName),
    );
  });

  it('knows which rows are deleted with their website', () => {
    const holding = shapes.filter(({ columns }) => columns.some(({ name }) => name === 'website_id'));
    // This table remembers deleted websites.
    const expected = holding.map(({ name }) => name).filter(name => name !== 'website_trash');
    assert.deepEqual(WEBSITE_TABLES.map(({ name }) => name).sort(), expected.sort());
  });

  it('removes rows by columns that exist in their tables', () => {
    for (const { name, kept } of TABLES)
      if (typeof kept === 'object')
        assert.ok(
          shapes.find(shape => shape.name === name)?.columns.some(column => column.name === kept.column),
          name,
        );
  });

  it('has a model for every table that is not read and written in SQL', () => {
    const expected = TABLES.filter(({ by }) => by === 'model').map(({ name }) => name);
    assert.deepEqual(models.map(model => model.getTableName()).sort(), expected.sort());
  });

  it('matches the columns of the models', () => {
    for (const model of models) {
      const shape = shapes.find(({ name }) => name === model.getTableName());
      const attributes = Object.values(model.getAttributes());
      const columns = attributes.map(({ field, type, allowNull }) => ({
        name: field,
        kind: KINDS[(type as unknown as { key: keyof typeof KINDS }).key],
        isNullable: allowNull,
      }));
      const { columns: found = [], key = [], numbered } = shape ?? {};
      // SQLite reports a column that it numbers itself as nullable.
      const expected = found.map(column => ({
        ...column,
        isNullable: column.isNullable && !key.includes(column.name),
      }));
      assert.deepEqual(columns.sort(byName as never), expected.sort(byName), model.name);
      const keys = attributes.filter(({ primaryKey }) => primaryKey).map(({ field }) => field);
      assert.deepEqual(keys, key, model.name);
      assert.equal(
        attributes.some(({ autoIncrement }) => autoIncrement),
        numbered,
        model.name,
      );
    }
  });

  it.skipIf(engine === 'SQLite')('matches the limits of the columns in the models', async () => {
    const columns = await database.dialect.all<{ name: string; type: string }>(
      "SELECT CONCAT(table_name, '.', column_name) AS name, column_type AS type FROM information_schema.columns WHERE table_schema = DATABASE()",
    );
    const types = new Map(columns.map(({ name, type }) => [name, type.replace(/^(\w*int)\(\d+\)$/, '$1')]));
    for (const model of models)
      for (const { field, type } of Object.values(model.getAttributes())) {
        const said = (type as unknown as { toSql(): string }).toSql().toLowerCase().replace('integer', 'int');
        const found = types.get(`${model.getTableName()}.${field}`);
        if (said !== 'blob') assert.equal(said, found, `${model.name}.${field}`);
      }
  });

  it('has unique columns where the models have them', async () => {
    for (const model of models) {
      const { uniqueKeys } = model as unknown as { uniqueKeys: Record<string, { fields: string[] }> };
      const indexes = (await database.dialect.sequelize.getQueryInterface().showIndex(model.getTableName())) as {
        unique: boolean;
        fields: { attribute: string }[];
      }[];
      const found = indexes
        .filter(({ unique }) => unique)
        .map(({ fields }) => fields.map(each => each.attribute).join());
      for (const { fields } of Object.values(uniqueKeys))
        assert.ok(found.includes(fields.join()), `${model.name}: ${fields.join()}`);
    }
  });
});
