import type { Config } from '../config.ts';
import { type Answer, command, type Program } from './command.ts';
import { type Finding, findings, findingsOfAll, reasonOf } from './doctor/finding.ts';
import { obstacleOf } from './obstacle.ts';

/** `doctor`. */
export function register(program: Program): void {
  command(
    program,
    'doctor',
    'Check this installation and say how to fix what is wrong. Changes nothing; the exit code is 1 if a check fails.',
  ).answers(async () => {
    const found = await examine();
    const isWell = found.every(({ state }) => state !== 'fail');
    if (!isWell) process.exitCode = 1;
    return answerOf(found);
  });
}

async function examine(): Promise<Finding[]> {
  const [{ ConfigError, readConfig }, { LANGUAGE_CODES }, checks, { checkDatabase }, { checkDataDir }] =
    await Promise.all([
      import('../config.ts'),
      import('../config/rules.ts'),
      import('./doctor/installation.ts'),
      import('./doctor/database.ts'),
      import('./doctor/writable.ts'),
    ]);
  const found: Finding[] = [checks.checkNode(), checks.tellVersion(), checks.checkBuilt()];
  const { ok, warn, fail } = findings('configuration');
  let config: Config;
  try {
    config = readConfig();
  } catch (error) {
    const faults = error instanceof ConfigError ? error.faults : [reasonOf(error)];
    const fix = 'Correct it; until then the service does not start, and nothing else is checked.';
    return [...found, ...faults.map(fault => fail(fault, fix))];
  }
  found.push(
    config.knowsLanguage
      ? ok('All variables are valid.')
      : warn(
          'LANGUAGE names no language that pages and e-mails are written in, so they are in English.',
          `Set it to one of ${LANGUAGE_CODES.join(', ')}, unless it is meant for other programs.`,
        ),
  );
  const now = Date.now();
  const others = {
    addresses: () => checks.checkProxy(config),
    DATA_DIR: () => checkDataDir(config),
    disk: () => checks.checkDisk(config),
    'spool damage': () => checks.checkDamage(config),
    database: () => checkDatabase(config),
    'geo database': () => checks.checkPlaces(config, now),
    mail: () => checks.checkMail(config),
    backups: () => checks.checkBackups(config, now),
  };
  found.push(...(await findingsOfAll(others, fixOf)));
  return found;
}

function fixOf(error: unknown): string {
  const { path } = error as NodeJS.ErrnoException;
  const obstacle = path === undefined ? null : obstacleOf(error, path);
  return obstacle?.fix ?? 'Correct that, then run doctor again.';
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
