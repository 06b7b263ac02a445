import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { test } from 'vitest';
import { bareEnvironment } from '../support/command-line.ts';

const FILES = resolve(import.meta.dirname, '..');

/** Runs a command with few open files, which leaves out a fault that needs many. */
function run(line: string, env: Record<string, string> = {}): Promise<{ code: number; said: string }> {
  const command = `ulimit -n 1000 && exec "${process.execPath}" ${line}`;
  return new Promise(answer => {
    const options = { cwd: FILES, env: { ...bareEnvironment(), ...env }, timeout: 60_000 };
    const child = execFile('sh', ['-c', command], options, (_, out, err) =>
      answer({ code: child.exitCode ?? -1, said: out + err }),
    );
  });
}

// Most of the time they wait for processes of their own.
test.concurrent('runs that are given what there is not say what there is, and end with 2', async () => {
  const refused: [string, RegExp][] = [
    ['faults/run.ts --only=bogus', /^--only names "bogus"; there are: ([a-z-]+, )*slowloris, database-away,/],
    ['faults/run.ts --only=', /^--only names ""/],
    ['faults/run.ts --engine=Postgres', /^--engine names "Postgres"; there are: SQLite, MariaDB\.$/m],
    ['faults/run.ts --at-once=0', /^--at-once is "0"; give a number from 1 on\.$/m],
    ['cluster/run.ts --only=bogus', /^--only names "bogus"; there are: galera, spider-suites,/],
    ['fuzz/run.ts --minutes=abc', /^--minutes is "abc"; give a number from 0 on\.$/m],
    ['fuzz/run.ts --seed=', /^--seed is ""/],
  ];
  await Promise.all(
    refused.map(async ([line, reason]) => {
      const { code, said } = await run(line);
      assert.equal(code, 2, `${line}: ${said}`);
      assert.match(said, reason);
    }),
  );
});

test.concurrent('faults of which none ran have not held, and under CI one that is left out has failed', async () => {
  const [none, leftOut] = await Promise.all([
    run('faults/run.ts --only=many-sockets --engine=MariaDB'),
    run('faults/run.ts --short --only=many-sockets', { CI: '1' }),
  ]);
  assert.equal(none.code, 1);
  assert.match(none.said, /^Nothing ran\.$/m);
  assert.equal(leftOut.code, 1);
  assert.match(leftOut.said, /^FAILED .*it takes more open files/m);
});
