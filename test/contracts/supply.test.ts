import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, it } from 'vitest';
import { type Lock, type Locked, type Manifest, supplyFaults } from '../../scripts/supply-faults.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const read = (file: string) => JSON.parse(readFileSync(resolve(ROOT, file), 'utf8'));
const manifest: Manifest = read('package.json');
const lock: Lock = read('package-lock.json');

/** The faults when one package is other than it is. */
function faultsWith(path: string, changes: Locked, more: Partial<Manifest> = {}): string[] {
  const packages = { ...lock.packages, [path]: { ...lock.packages[path], ...changes } };
  return supplyFaults({ ...manifest, ...more }, { ...lock, packages });
}

describe('what npm brings here', () => {
  it('is exact, checked by its hash, permissively licensed, settled in its scripts, and runs on the Node we promise', () => {
    assert.deepEqual(supplyFaults(manifest, lock), []);
  });

  it('is what the manifest asks for, and installed as it is locked', () => {
    const root = lock.packages[''] as { dependencies?: object; devDependencies?: object };
    assert.deepEqual(root.dependencies, manifest.dependencies);
    assert.deepEqual(root.devDependencies, manifest.devDependencies);
    for (const [path, { version, license }] of Object.entries(lock.packages)) {
      const file = resolve(ROOT, path, 'package.json');
      if (path === '' || !existsSync(file)) continue;
      const installed = JSON.parse(readFileSync(file, 'utf8'));
      assert.equal(installed.version, version, path);
      // Old packages tell their licence as an object, which npm puts into words.
      if (typeof installed.license === 'string') assert.equal(installed.license, license, path);
    }
  });

  const wrong: [sentence: string, path: string, changes: Locked, fault: RegExp][] = [
    [
      'is refused under a licence that spreads',
      'node_modules/zod',
      { license: 'AGPL-3.0' },
      /zod has the licence "AGPL-3\.0"/,
    ],
    ['is refused without a licence', 'node_modules/zod', { license: '' }, /zod has the licence ""/],
    [
      'is refused when one licence of a sum spreads',
      'node_modules/zod',
      { license: 'MIT AND GPL-3.0' },
      /which is not allowed/,
    ],
    [
      'is refused in production under a licence for tools',
      'node_modules/zod',
      { license: 'MPL-2.0' },
      /which is not allowed/,
    ],
    ['is refused without a hash', 'node_modules/zod', { integrity: '' }, /no SHA-512/],
    ['is refused with a weak hash', 'node_modules/zod', { integrity: 'sha1-abc' }, /no SHA-512/],
    [
      'is refused from elsewhere',
      'node_modules/zod',
      { resolved: 'git+ssh://git@example.com/zod' },
      /not the registry/,
    ],
    [
      'is refused with a script that nobody settled',
      'node_modules/zod',
      { hasInstallScript: true },
      /zod runs a script/,
    ],
    ['is refused when it needs a newer Node', 'node_modules/zod', { engines: { node: '>=22' } }, /needs Node >=22/],
    ['is refused when it skips our Node', 'node_modules/zod', { engines: { node: '^18.1 || ^22.2' } }, /needs Node/],
  ];
  for (const [sentence, path, changes, fault] of wrong)
    it(sentence, () => {
      const faults = faultsWith(path, changes);
      assert.equal(faults.length, 1);
      assert.match(faults[0] ?? '', fault);
    });

  it('is taken with a choice of licences, and for any Node from one below ours on', () => {
    for (const changes of [
      { license: '(GPL-2.0 OR MIT)' },
      { license: 'MIT AND ISC' },
      { engines: { node: '>=18.0.0 <25' } },
      { engines: { node: '18 || 20.x || >=22' } },
      { engines: { node: '*' } },
    ])
      assert.deepEqual(faultsWith('node_modules/zod', changes), []);
  });

  it('is asked for exactly, and no script is allowed that is not there', () => {
    const { dependencies, allowScripts } = manifest;
    assert.match(
      faultsWith('node_modules/zod', {}, { dependencies: { ...dependencies, zod: '^4.6.7' } })[0] ?? '',
      /exactly/,
    );
    assert.match(
      faultsWith('node_modules/zod', {}, { allowScripts: { ...allowScripts, zod: true } })[0] ?? '',
      /runs no script/,
    );
  });
});
