import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { ENVIRONMENT } from '../../src/config/variables.ts';
import { configTable, readConfig } from '../../src/config.ts';

describe('The shared port', () => {
  it('is not the own port', () => {
    assert.throws(
      () => readConfig({ SHARED_PORT: '4000' }),
      /PORT and SHARED_PORT are the same; give each gateway a PORT/,
    );
  });

  it('takes the place of WORKERS', () => {
    assert.throws(() => readConfig({ WORKERS: '2' }), /WORKERS is no longer supported; .* SHARED_PORT/);
    assert.throws(() => readConfig({ WORKERS_FILE: '/run/workers' }), /WORKERS is no longer supported/);
    assert.equal(readConfig({ WORKERS: '1' }).sharedPort, null);
  });

  it('is where browsers find the service unless BASE_URL says otherwise', () => {
    assert.equal(readConfig({ SHARED_PORT: '4100' }).baseUrl, 'http://localhost:4100');
    assert.equal(readConfig({ SHARED_PORT: '4100', BASE_URL: 'https://a.example' }).baseUrl, 'https://a.example');
  });
});

describe('A place on disk', () => {
  it('is refused where something else is, which names the variable and the fix', () => {
    assert.throws(
      () => readConfig({ DATA_DIR: '/etc/passwd', DATABASE_URL: 'sqlite:/tmp' }),
      /2 errors:\n- DATABASE_URL must name a file, .* not a folder .*\n- DATA_DIR is "\/etc\/passwd" but must be a folder/,
    );
  });

  it('need not exist, nor be visible', () => {
    const { dataDir, databaseUrl } = readConfig({ DATA_DIR: '/etc/passwd/x', DATABASE_URL: 'sqlite:/nowhere/x.db' });
    assert.deepEqual([dataDir, databaseUrl], ['/etc/passwd/x', 'sqlite:/nowhere/x.db']);
  });
});

describe('the table of variables', () => {
  it('has a row with default, meaning and a working example for each', () => {
    const rows = configTable().split('\n').slice(2);
    assert.equal(rows.length, Object.keys(ENVIRONMENT.shape).length);
    for (const row of rows) {
      const [, name = '', standard, meaning, example = ''] = row.split(/ ?\| ?/);
      assert.ok(standard && meaning?.endsWith('.'), row);
      // Most machines lack the file in the example of GEO_DB, and the key's example is shortened so that it is never
      // used.
      if (!['GEO_DB', 'ADMIN_API_KEY'].includes(name))
        assert.doesNotThrow(() => readConfig({ [name]: example.slice(1, -1) }), row);
    }
  });
});
