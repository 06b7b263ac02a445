import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { readConfig } from '../../src/config.ts';

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
