import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, it } from 'vitest';
import { configTable } from '../../src/config.ts';
import { littleMemory } from '../../src/process/little-memory.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(resolve(ROOT, file), 'utf8');
const variables = new Set([...configTable().matchAll(/^\| ([A-Z_]+) \|/gm)].map(([, name = '']) => name));

describe('the files for operators', () => {
  for (const file of [
    'Dockerfile',
    'compose.yaml',
    'deploy/footfall.service',
    'deploy/nginx.conf',
    'docs/install.md',
  ]) {
    it(`set only existing variables: ${file}`, () => {
      const names = [...read(file).matchAll(/(?<![\w:])([A-Z][A-Z_]{3,})(?:=|: )/g)].map(([, name = '']) => name);
      assert.ok(names.length > 0);
      for (const name of names) {
        if (/^(NODE_ENV$|MALLOC_|MARIADB_|PORT-|NAME$)/.test(name)) continue;
        assert.ok(variables.has(name) || variables.has(name.replace(/_FILE$/, '')), name);
      }
    });
  }

  it('build the image from existing files, on the tested version of Node', () => {
    const dockerfile = read('Dockerfile');
    const { devDependencies } = JSON.parse(read('package.json'));
    const images = [...dockerfile.matchAll(/^FROM node:([\d.]+)-/gm)].map(([, version]) => version);
    assert.deepEqual(new Set(images), new Set([devDependencies.node]));
    const sources = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths = '']) =>
      paths.split(' '),
    );
    assert.ok(sources.length > 5);
    const sent = read('.dockerignore').split('\n');
    for (const path of sources) {
      assert.ok(existsSync(resolve(ROOT, path)), path);
      assert.ok(sent.includes(`!${path.replace(/^\.\//, '')}`), path);
    }
  });

  it('start the service with as little memory as the processes that it starts', () => {
    const { execArgv, env } = littleMemory();
    const flag = execArgv.at(-1) ?? '';
    for (const file of ['Dockerfile', 'deploy/footfall.service', 'package.json'])
      assert.ok(read(file).includes(flag), file);
    for (const file of ['Dockerfile', 'deploy/footfall.service'])
      assert.ok(read(file).includes(`MALLOC_ARENA_MAX=${env.MALLOC_ARENA_MAX}`), file);
  });

  it('refer only to existing files', () => {
    for (const file of ['docs/install.md', 'docs/monitoring.md', 'README.md', 'CONTRIBUTING.md', 'SECURITY.md']) {
      const links = [...read(file).matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, path = '']) => path);
      const missing = links.filter(path => !existsSync(resolve(ROOT, file, '..', path)));
      assert.deepEqual(missing, [], file);
    }
  });
});
