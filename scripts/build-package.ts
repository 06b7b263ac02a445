import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';

/*
 * Writes build/, which a package contains instead of the sources, because Node does not strip types below node_modules.
 * The tree is the same as in the checkout, so that relative paths stay valid; types become spaces, so that line numbers
 * stay the same.
 */

const ROOT = join(import.meta.dirname, '..');
const BUILD = join(ROOT, 'build');

/** Files that run in browsers, or build such files: browsers get dist/. */
const FOR_BROWSERS = /^src\/(dashboard|tracker)\/|\/build\.ts$|^src\/graphql\/graphiql\/main\.ts$|run-screenshot\.ts$/;
/** Files that the server reads at run time. */
const READ_AS_THEY_ARE =
  /^src\/pages\/[^/]+\.css$|^src\/dashboard\/icon\.svg$|^src\/imports\/places\/geonames\.txt$|^src\/messages\/[^/]+\/[^/]+\.json$/;
/** Entry points of processes and threads. */
const BEGINNINGS =
  /^src\/(cli|main|(fold|stats)\/thread|stats\/counting-thread|accounts\/hashing-thread|service\/column-process)\.ts$/;
const OLDER_NODE = 'src/older-node.js';

await rm(BUILD, { recursive: true, force: true });
let files = 0;
for (const folder of ['src', 'seeds']) {
  for (const entry of await readdir(join(ROOT, folder), { recursive: true })) {
    const path = join(folder, entry);
    if (READ_AS_THEY_ARE.test(path)) await write(path, await readFile(join(ROOT, path), 'utf8'));
    if (!path.endsWith('.ts') || FOR_BROWSERS.test(path)) continue;
    await write(path.replace(/\.ts$/, '.js'), toJavaScript(path, await readFile(join(ROOT, path), 'utf8')));
    files += 1;
  }
}
await cp(join(ROOT, 'scripts/older-node.js'), join(BUILD, OLDER_NODE));
for (const built of ['dashboard', 'graphiql', 'tracker']) {
  await cp(join(ROOT, 'dist', built), join(BUILD, 'dist', built), { recursive: true });
}
console.log(`The package is built: ${files} files.`);

function toJavaScript(path: string, source: string): string {
  const text = stripTypeScriptTypes(source).replace(/(['"])(\.{1,2}\/[^'"\n]+)\.ts\1/g, '$1$2.js$1');
  if (!BEGINNINGS.test(path)) return text;
  const way = dirname(path) === 'src' ? './' : '../';
  // Inserted after the line that names the interpreter, without adding a line.
  const [, first = '', rest = ''] = /^(#![^\n]*\n)?([\s\S]*)$/.exec(text) ?? [];
  return `${first}import '${way}older-node.js'; ${rest}`;
}

async function write(path: string, text: string): Promise<void> {
  const file = join(BUILD, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text, { mode: path === 'src/cli.js' ? 0o755 : 0o644 });
}
