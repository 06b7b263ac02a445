import assert from 'node:assert/strict';
import { it } from 'vitest';
import { footfall } from '../support/command-line.ts';

/** Fails if a command opens a database, because there is none. */
const NO_DATABASE = { DATABASE_URL: 'mysql://127.0.0.1:1/x' };

it('refuses options of hits with a website, and of history without one', async () => {
  const account =
    '--account limits hits to the websites of one account and has no meaning with --website, which names the website; leave it out.';
  const fromLine =
    '--from-line continues an import of hits and has no meaning with --website; leave it out, and repeat the command to continue an import that was interrupted.';
  const without = (option: string) =>
    `Name the website with --website; without it, hits are counted at once, and ${option} has no meaning.`;
  const followed = (option: string) =>
    `A log that is followed takes only --website and --timezone; leave out ${option}, or --follow.`;
  for (const [options, fields] of Object.entries({
    '--website one.example --account 1': { account: [account] },
    '--website one.example --from-line 1': { 'from-line': [fromLine] },
    '--website one.example --dry-run --account 1 --from-line 7': { account: [account], 'from-line': [fromLine] },
    '--website one.example --follow --from-line 7': { 'from-line': [fromLine] },
    '--website one.example --follow --until 2026-01-31': { follow: [followed('--until')] },
    '--website one.example --follow --source umami': { follow: [followed('--source')] },
    '--website one.example --follow --mapping x.json': { follow: [followed('--mapping')] },
    '--website one.example --follow --dry-run': { follow: [followed('--dry-run')] },
    '--follow': { website: ['Name the website with --website.'] },
    '--source umami': { website: [without('--source')] },
    '--timezone Europe/Paris': { website: [without('--timezone')] },
    '--until 2026-01-31': { website: [without('--until')] },
    '--mapping x.json': { website: [without('--mapping')] },
    '--dry-run': { website: [without('--dry-run')] },
  })) {
    const { code, out, err } = await footfall(`import ${options} package.json --json`, NO_DATABASE);
    assert.deepEqual([code, out, JSON.parse(err).error.fields], [1, '', fields], options);
  }
});

it('refuses options of import before the name of one of its commands', async () => {
  for (const [line, option, name] of [
    ['import --dry-run undo 3', '--dry-run', 'undo'],
    ['import --account 1 undo 3', '--account', 'undo'],
    ['import --from-line 1 list --website one.example', '--from-line', 'list'],
    ['import --website one.example list --website two.example', '--website', 'list'],
    ['import --json list --website one.example', '--json', 'list'],
  ] as const) {
    const { code, out, err } = await footfall(line, NO_DATABASE);
    const text = `${option} is an option of import itself; write the options of import ${name} after its name.`;
    assert.deepEqual([code, out], [1, '']);
    if (option === '--json') assert.equal(JSON.parse(err).error.message, text);
    else assert.ok(err.startsWith(`error: ${text}\n`), err);
  }
  for (const line of ['import list --website one.example --account 1', 'import undo 3 --from-line 1'])
    assert.match((await footfall(line, NO_DATABASE)).err, /^error: unknown option '--(account|from-line)'/);
});
