import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { until } from './support/until.ts';

const run = promisify(execFile);
const ROOT = resolve(import.meta.dirname, '..');
const KEY = `ff_${'p'.repeat(40)}`;

/** The runtimes to test: the one that runs the tests, and the machine's own, on which a package runs. */
const RUNTIMES = [process.execPath, ...machineNodes()];

describe('The package made by npm pack', () => {
  let folder = '';
  let cli = '';
  let packed: string[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'footfall package-'));
    await run(process.execPath, ['--disable-warning=ExperimentalWarning', 'scripts/build-package.ts'], { cwd: ROOT });
    const { stdout } = await run('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], {
      cwd: ROOT,
    });
    const [{ filename, files }] = JSON.parse(stdout) as [{ filename: string; files: { path: string }[] }];
    packed = files.map(({ path }) => path);
    // Laid out as by npm, but below a hidden folder, and with only the packages that production has.
    const modules = join(folder, '.hidden', 'node_modules');
    await mkdir(join(modules, 'footfall'), { recursive: true });
    await run('tar', ['-xzf', join(folder, filename), '--strip-components=1', '-C', join(modules, 'footfall')]);
    const manifest = JSON.parse(await readFile(join(modules, 'footfall', 'package.json'), 'utf8'));
    for (const name of Object.keys(manifest.dependencies)) {
      await mkdir(dirname(join(modules, name)), { recursive: true });
      await symlink(join(ROOT, 'node_modules', name), join(modules, name));
    }
    cli = join(modules, 'footfall', manifest.bin.footfall);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('contains the program, the files for browsers, the contracts and the licence, and nothing else', () => {
    for (const path of [
      'LICENSE',
      'README.md',
      'schema/schema.graphql',
      'build/src/cli.js',
      'build/src/fold/thread.js',
      'build/src/accounts/hashing-thread.js',
    ]) {
      assert.ok(packed.includes(path), path);
    }
    assert.deepEqual(
      packed.filter(
        path => /(^|\/)(test|bench|data|node_modules|docs)\//.test(path) || /\.(ts|tsx|db|log)$/.test(path),
      ),
      [],
    );
  });

  for (const node of RUNTIMES) {
    it.concurrent(`runs on ${node}`, async () => {
      const dataDir = await mkdtemp(join(folder, 'data-'));
      const env = { PATH: process.env.PATH, DATA_DIR: dataDir, ADMIN_API_KEY: KEY, PORT: '0' };
      const help = await run(node, [cli, '--help'], { env });
      assert.match(help.stdout, /\bserve\b[\s\S]*\bmigrate\b/);
      assert.match((await run(node, [cli, '--version'], { env })).stdout, /^\d+\.\d+\.\d+\n$/);
      assert.match((await run(node, [cli, 'migrate'], { env })).stdout, /^Applied: 0001-first-tables/);

      const service = spawn(node, [cli, 'serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
      try {
        const url = `http://127.0.0.1:${await portOf(service.stdout)}`;
        const isReady = () =>
          fetch(`${url}/readyz`).then(
            ({ ok }) => ok,
            () => false,
          );
        await until(isReady, 'the service is ready');
        const authorized = { Authorization: `Bearer ${KEY}` };
        const website = await fetch(`${url}/api/v1/websites`, {
          method: 'POST',
          headers: authorized,
          body: new URLSearchParams({ domain: 'packed.example', privacy: '0' }),
        });
        assert.equal(website.status, 201);
        const hit = JSON.stringify({ hits: [{ page: 'https://packed.example/', ip: '203.0.113.9' }] });
        const collected = await fetch(`${url}/api/event/batch`, {
          method: 'POST',
          headers: { ...authorized, 'Content-Type': 'application/json' },
          body: hit,
        });
        assert.equal(((await collected.json()) as { accepted: number }).accepted, 1);
        const pages = [
          '/login',
          '/packed.example',
          '/docs',
          '/graphql',
          '/js/script.js',
          '/icon.svg',
          '/graphql/graphiql.js',
        ];
        for (const path of pages) {
          const response = await fetch(url + path, { headers: { Accept: 'text/html' } });
          assert.equal(response.status, 200, path);
          const text = await response.text();
          for (const [, asset = ''] of text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)) {
            assert.equal((await fetch(url + asset)).status, 200, asset);
          }
        }
        await until(async () => {
          const stats = await fetch(`${url}/api/v1/stats/1?name=page&from=1970-01-01&to=2149-12-31`, {
            headers: authorized,
          });
          return ((await stats.json()) as { data?: { value: string }[] }).data?.[0]?.value === '/';
        }, 'the page is counted');
        // The hit can be from before midnight.
        const [from, to] = [1, 0].map(ago => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10));
        const filtered = await fetch(`${url}/graphql`, {
          method: 'POST',
          headers: { ...authorized, 'Content-Type': 'application/json' },
          body: JSON.stringify({
            query: `{ website(domain: "packed.example") { stats(name: PAGE, from: "${from}", to: "${to}", filter: { name: PAGE, operator: IS, values: ["/"] }) { basis rows { value } } } }`,
          }),
        });
        const { data } = (await filtered.json()) as { data: unknown };
        assert.deepEqual(data, { website: { stats: { basis: 'HITS', rows: [{ value: '/' }] } } });
      } finally {
        service.kill('SIGTERM');
        const [code] = await once(service, 'exit');
        assert.equal(code, 0);
      }
      const kept = await readdir(dataDir);
      assert.ok(kept.includes('footfall.db'));
      // Node 20 keeps nothing that it compiled.
      if (node === process.execPath) assert.notEqual((await readdir(join(dataDir, 'compiled'))).length, 0);
    });
  }
});

/** Returns the machine's own Node: npm puts the pinned one first on the PATH, and any other one is the machine's. */
function machineNodes(): string[] {
  const folders = (process.env.PATH ?? '')
    .split(delimiter)
    .filter(path => path !== '' && !path.includes('node_modules'));
  const found = folders.map(path => join(path, 'node')).find(path => existsSync(path));
  return found && found !== process.execPath ? [found] : [];
}

/** Returns the port from the first log line that contains it. */
async function portOf(output: Readable): Promise<number> {
  for await (const line of createInterface(output)) {
    const port = /"port":(\d+)/.exec(line)?.[1];
    if (port === undefined) continue;
    output.resume();
    return Number(port);
  }
  throw new Error('The service ended without listening.');
}
