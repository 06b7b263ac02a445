import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { test } from 'vitest';
import { bareEnvironment } from '../support/command-line.ts';

const FILES = resolve(import.meta.dirname, '..');

/** Runs a command with a low limit on open files, which leaves out a fault that needs many, and its control. */
function run(line: string, env: Record<string, string> = {}): Promise<{ code: number; said: string }> {
  const command = `ulimit -n 1000 && exec "${process.execPath}" ${line}`;
  return new Promise(answer => {
    const options = { cwd: FILES, env: { ...bareEnvironment(), ...env } };
    const child = execFile('sh', ['-c', command], options, (_, out, err) =>
      answer({ code: child.exitCode ?? -1, said: out + err }),
    );
  });
}

// They spend most of their time waiting for their own child processes.
test.concurrent('a run with an unknown option value lists the known ones and exits with 2', async () => {
  const refused: [string, RegExp][] = [
    ['faults/run.ts --only=bogus', /^--only names "bogus"; there are: ([a-z-]+, )*slowloris, database-away,/],
    ['faults/run.ts --only=', /^--only names ""/],
    ['faults/run.ts --engine=Postgres', /^--engine names "Postgres"; there are: SQLite, MariaDB\.$/m],
    ['faults/run.ts --part=bogus', /^--part names "bogus"; there are: together, alone\.$/m],
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

test.concurrent('a run without any fault fails, and under CI a fault that is left out counts as failed', async () => {
  const [none, leftOut] = await Promise.all([
    run('faults/run.ts --only=flood --engine=MariaDB'),
    run('faults/run.ts --short --only=flood', { CI: '1' }),
  ]);
  assert.equal(none.code, 1);
  assert.match(none.said, /^Nothing ran\.$/m);
  assert.equal(leftOut.code, 1);
  assert.match(leftOut.said, /^FAILED .*more open files are needed/m);
});
