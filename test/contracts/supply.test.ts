import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, it } from 'vitest';
import { type Lock, type Locked, type Manifest, supplyFaults } from '../../scripts/supply-faults.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const read = (file: string) => JSON.parse(readFileSync(resolve(ROOT, file), 'utf8'));
const manifest: Manifest = read('package.json');
const lock: Lock = read('package-lock.json');

/** Returns the faults after changing one package. */
function faultsWith(path: string, changes: Locked, more: Partial<Manifest> = {}): string[] {
  const packages = { ...lock.packages, [path]: { ...lock.packages[path], ...changes } };
  return supplyFaults({ ...manifest, ...more }, { ...lock, packages });
}

describe('every npm package', () => {
  it('has an exact version, a hash, a permissive licence, reviewed scripts, and runs on every supported Node', () => {
    assert.deepEqual(supplyFaults(manifest, lock), []);
  });

  it('matches the manifest and is installed as locked', () => {
    const root = lock.packages[''] as { dependencies?: object; devDependencies?: object };
    assert.deepEqual(root.dependencies, manifest.dependencies);
    assert.deepEqual(root.devDependencies, manifest.devDependencies);
    for (const [path, { version, license }] of Object.entries(lock.packages)) {
      const file = resolve(ROOT, path, 'package.json');
      if (path === '' || !existsSync(file)) continue;
      const installed = JSON.parse(readFileSync(file, 'utf8'));
      assert.equal(installed.version, version, path);
      // Old packages declare their licence as an object, which npm converts to text.
      if (typeof installed.license === 'string') assert.equal(installed.license, license, path);
    }
  });

  it('is overridden where a package asks for a version with a known fault', () => {
    // GHSA-w5hq-g745-h8pq, below sequelize, which asks for 8: the methods that it calls are the same in 11.
    const versions = Object.entries(lock.packages).flatMap(([path, { version }]) =>
      path.endsWith('node_modules/uuid') ? [version] : [],
    );
    assert.deepEqual(versions, ['11.1.1']);
  });

  const wrong: [sentence: string, path: string, changes: Locked, fault: RegExp][] = [
    [
      'is rejected with a copyleft licence',
      'node_modules/zod',
      { license: 'AGPL-3.0' },
      /zod has the licence "AGPL-3\.0"/,
    ],
    ['is rejected without a licence', 'node_modules/zod', { license: '' }, /zod has the licence ""/],
    [
      'is rejected if one of its combined licences is copyleft',
      'node_modules/zod',
      { license: 'MIT AND GPL-3.0' },
      /which is not allowed/,
    ],
    [
      'is rejected in production with a licence for tools',
      'node_modules/zod',
      { license: 'MPL-2.0' },
      /which is not allowed/,
    ],
    ['is rejected without a hash', 'node_modules/zod', { integrity: '' }, /no SHA-512/],
    ['is rejected with a weak hash', 'node_modules/zod', { integrity: 'sha1-abc' }, /no SHA-512/],
    [
      'is rejected from another source',
      'node_modules/zod',
      { resolved: 'git+ssh://git@example.com/zod' },
      /not the registry/,
    ],
    ['is rejected with an unreviewed script', 'node_modules/zod', { hasInstallScript: true }, /zod runs a script/],
    ['is rejected if it needs a newer Node', 'node_modules/zod', { engines: { node: '>=22' } }, /needs Node >=22/],
    [
      'is rejected if it does not support our Node',
      'node_modules/zod',
      { engines: { node: '^18.1 || ^22.2' } },
      /needs Node/,
    ],
  ];
  for (const [sentence, path, changes, fault] of wrong)
    it(sentence, () => {
      const faults = faultsWith(path, changes);
      assert.equal(faults.length, 1);
      assert.match(faults[0] ?? '', fault);
    });

  it('is accepted with a choice of licences, and with any range of Node that includes ours', () => {
    for (const changes of [
      { license: '(GPL-2.0 OR MIT)' },
      { license: 'MIT AND ISC' },
      { engines: { node: '>=18.0.0 <25' } },
      { engines: { node: '18 || 20.x || >=22' } },
      { engines: { node: '*' } },
    ])
      assert.deepEqual(faultsWith('node_modules/zod', changes), []);
  });

  it('must be pinned exactly, and only existing scripts can be allowed', () => {
    const { dependencies, allowScripts } = manifest;
    assert.match(
      faultsWith('node_modules/zod', {}, { dependencies: { ...dependencies, zod: '^4.6.7' } })[0] ?? '',
      /one exact version/,
    );
    assert.match(
      faultsWith('node_modules/zod', {}, { allowScripts: { ...allowScripts, zod: true } })[0] ?? '',
      /runs no script/,
    );
  });
});
