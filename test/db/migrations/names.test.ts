import assert from 'node:assert/strict';
import { it } from 'vitest';
import { migrations } from '../../../src/db/migrations/all.ts';
import { MIGRATIONS } from '../../../src/db/migrations/names.ts';

it('The names of migrations that a start compares are those of all migrations, in the same order', () => {
  assert.deepEqual(
    MIGRATIONS,
    migrations.map(({ name }) => name),
  );
});
