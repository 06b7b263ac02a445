import type { Command } from 'commander';
import type { Config } from '../config.ts';
import type { Answer } from './command.ts';
import { command } from './command.ts';
import type { Finding } from './doctor/finding.ts';

/** `doctor`. */
export function register(program: Command): void {
  command(
    program,
    'doctor',
    'Check this installation and say how to fix what is wrong. Changes nothing; the exit code is 1 if a check fails.',
    declared => declared,
    async () => {
      const found = await examine();
      const isWell = found.every(({ state }) => state !== 'fail');
      if (!isWell) process.exitCode = 1;
      return answerOf(found);
    },
  );
}

async function examine(): Promise<Finding[]> {
  const [{ ConfigError, readConfig }, { findings, reasonOf }, checks] = await Promise.all([
    import('../config.ts'),
    import('./doctor/finding.ts'),
    import('./doctor/installation.ts'),
  ]);
  const found: Finding[] = [checks.checkNode(), checks.tellVersion(), checks.checkBuilt()];
  const { ok, fail } = findings('configuration');
  let config: Config;
  try {
    config = readConfig();
  } catch (error) {
    const faults = error instanceof ConfigError ? error.faults : [reasonOf(error)];
    return [
      ...found,
      ...faults.map(fault =>
        fail(fault, 'Correct it; until then the service does not start, and nothing else is checked.'),
      ),
    ];
  }
  found.push(ok('All variables are valid.'), checks.checkProxy(config), checks.checkDataDir(config));
  found.push(checks.checkDisk(config), ...checks.checkDamage(config));
  found.push(...(await examineDatabase(config)));
  found.push(await checks.checkPlaces(config, Date.now()), await checks.checkMail(config));
  found.push(checks.checkBackups(config, Date.now()));
  return found;
}

async function examineDatabase(config: Config): Promise<Finding[]> {
  const [{ existsSync }, { openDatabase }, checks, { findings, reasonOf }] = await Promise.all([
    import('node:fs'),
    import('../db/open.ts'),
    import('./doctor/database.ts'),
    import('./doctor/finding.ts'),
  ]);
  const { warn, fail } = findings('database');
  const file = /^sqlite:(.*)$/.exec(config.databaseUrl)?.[1];
  if (file !== undefined && !existsSync(file))
    return [
      warn(`The file ${file} does not exist yet.`, 'Start the service, which creates it, or correct DATABASE_URL.'),
    ];
  const database = openDatabase(config.databaseUrl);
  try {
    const found = await checks.checkEngine(database);
    if (found[0]?.state === 'fail') return found;
    const schema = await checks.checkSchema(database);
    found.push(schema.found);
    if (!schema.usable) return found;
    const now = Date.now();
    found.push(await checks.checkSpools(database, config), await checks.checkBadHits(database));
    found.push(...(await checks.checkJobs(database, now)), ...(await checks.checkWebsites(database, now)));
    return found;
  } catch (error) {
    return [fail(`It could not be examined (${reasonOf(error)}).`, 'Check the database, then run doctor again.')];
  } finally {
    await database.close().catch(() => undefined);
  }
}

function answerOf(found: readonly Finding[]): Answer {
  const width = Math.max(...found.map(({ check }) => check.length));
  const lines = found.flatMap(({ state, check, text, fix }) => [
    `${state.padEnd(4)}  ${check.padEnd(width)}  ${text}`,
    ...(fix === null ? [] : [`${' '.repeat(width + 8)}${fix}`]),
  ]);
  const count = (state: Finding['state']) => found.filter(each => each.state === state).length;
  lines.push('', `Failed: ${count('fail')}, warnings: ${count('warn')}, ok: ${count('ok')}.`);
  return { json: { ok: count('fail') === 0, findings: found }, text: lines.join('\n') };
}
