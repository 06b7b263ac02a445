import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { isMigrated } from '../../src/db/migrate.ts';
import { openDatabase } from '../../src/db/open.ts';
import type { Fault, Outcome, Place, Scene } from './fault.ts';
import type { BreakageName } from './support/breakages.ts';
import { launch, until } from './support/gateway.ts';

const MIGRATE = fileURLToPath(new URL('./support/migrate-process.ts', import.meta.url));
const BREAK = new URL('./support/break.ts', import.meta.url).href;

interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  readonly applied: readonly string[];
  readonly error: string;
}

/**
 * Runs a migration in its own process, which is killed after this many statements; 0 lets it finish. It begins when
 * `meet`, called once its process is ready, resolves.
 */
async function migrateApart(
  place: Place,
  statements: number,
  broken?: BreakageName,
  meet = () => Promise.resolve(),
): Promise<Ended> {
  const preload = broken ? ['--import', BREAK] : [];
  const child = spawn(process.execPath, [...preload, MIGRATE, place.url, String(statements)], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...(broken ? { FAULTS_BREAK: broken } : {}) },
  });
  let out = '';
  let error = '';
  child.stdout.on('data', part => {
    out += part;
  });
  child.stderr.on('data', part => {
    error += part;
  });
  const closed = once(child, 'close') as Promise<[number | null, string | null]>;
  child.stdin.on('error', () => undefined);
  void Promise.race([once(child.stderr, 'data'), closed])
    .then(meet)
    .then(() => child.stdin.end());
  const [code, signal] = await closed;
  return { code, signal, applied: out === '' ? [] : (JSON.parse(out) as string[]), error };
}

async function runKilled(scene: Scene, step: number, broken?: BreakageName): Promise<Outcome> {
  const [place, clean] = [await scene.place(), await scene.place()];
  const sentences: string[] = [];
  await migrateApart(clean, 0);
  let kills = 0;
  // Each run gets a little further than the one before.
  for (let statements = 1; ; statements += step) {
    const { code, signal, error } = await migrateApart(place, statements, broken);
    if (signal === 'SIGKILL') kills++;
    else {
      if (code !== 0) sentences.push(`It could not be resumed: ${/^.*Error: .*$/m.exec(error)?.[0] ?? code}`);
      break;
    }
  }
  if (sentences.length === 0) {
    const again = await migrateApart(place, 0);
    if (again.code !== 0 || again.applied.length > 0) sentences.push(`The second run did ${JSON.stringify(again)}.`);
    if (!(await isCurrent(place))) sentences.push('Not all migrations were applied.');
    if ((await schemaOf(place)) !== (await schemaOf(clean)))
      sentences.push('The schema differs from that of a run without kills.');
  }
  return { broken: sentences, figures: { kills } };
}

export const migrationKilled: Fault = {
  name: 'migration-killed',
  promise: 'a migration killed after any of its statements is resumed by the next start, and a second run does nothing',
  engines: ['SQLite', 'MariaDB'],
  run: scene => runKilled(scene, scene.short ? 8 : 1),
  control: {
    with: 'rudeMigration',
    shows: /could not be resumed/,
    run: (scene, broken) => runKilled(scene, 3, broken),
  },
};

async function runTogether(scene: Scene, processes: number, broken?: BreakageName): Promise<Outcome> {
  const place = await scene.place();
  const all = Promise.withResolvers<void>();
  let missing = processes;
  const meet = () => {
    if (--missing === 0) all.resolve();
    return all.promise;
  };
  const ended = await Promise.all(Array.from({ length: processes }, () => migrateApart(place, 0, broken, meet)));
  const sentences: string[] = [];
  for (const { code, error } of ended)
    if (code !== 0) sentences.push(`One of them failed: ${/^.*Error: .*$/m.exec(error)?.[0] ?? code}`);
  const winners = ended.filter(({ applied }) => applied.length > 0).length;
  if (winners !== 1) sentences.push(`${winners} processes applied migrations.`);
  if (!(await isCurrent(place))) sentences.push('Not all migrations were applied.');
  return { broken: sentences, figures: { processes, winners } };
}

/** Without a lock, the processes still have to collide, so this repeats until they do. */
async function meetOnce(scene: Scene, broken: BreakageName): Promise<Outcome> {
  for (let round = 1; ; round++) {
    const outcome = await runTogether(scene, 3, broken);
    if (outcome.broken.length > 0 || round === 8) return { ...outcome, figures: { ...outcome.figures, round } };
  }
}

export const migrationTogether: Fault = {
  name: 'migration-together',
  promise: 'several processes that migrate one database at once: one migrates, the others wait for it',
  engines: ['SQLite', 'MariaDB'],
  run: scene => runTogether(scene, scene.short ? 3 : 6),
  control: {
    with: 'unlockedMigration',
    shows: /failed|processes applied/,
    run: meetOnce,
  },
};

async function runNewer(scene: Scene, broken?: BreakageName): Promise<Outcome> {
  const place = await scene.place();
  await migrateApart(place, 0);
  const database = openDatabase(place.url);
  scene.later(database.close);
  await database.dialect.run(`INSERT INTO migration (name, applied_at) VALUES ('9999-of-tomorrow', 0)`);
  const before = await schemaOf(place);
  const gateway = await launch(scene, place, { broken, mayEnd: true });
  const end: { how?: number | string } = {};
  void gateway.ended.then(how => Object.assign(end, { how }));
  const accounts = () => database.dialect.all('SELECT id FROM account');
  await until(async () => end.how !== undefined || (await accounts()).length > 0, 'it ends, or works');
  const { how: ended = 'not' } = end;
  const sentences: string[] = [];
  if (ended !== 1) sentences.push(`The older release did ${ended === 'not' ? 'not exit' : `exit with ${ended}`}.`);
  if (!/9999-of-tomorrow is unknown here/.test(gateway.output())) sentences.push('It did not report the reason.');
  if ((await schemaOf(place)) !== before) sentences.push('It changed the database.');
  if ((await accounts()).length > 0) sentences.push('It created an account.');
  return { broken: sentences, figures: { 'exit code': ended } };
}

export const newerDatabase: Fault = {
  name: 'newer-database',
  promise: 'an older release on a newer database refuses to run, reports why, and changes nothing',
  engines: ['SQLite', 'MariaDB'],
  run: scene => runNewer(scene),
  control: { with: 'boldRelease', shows: /did not exit/, run: runNewer },
};

async function isCurrent(place: Place): Promise<boolean> {
  const database = openDatabase(place.url);
  try {
    return await isMigrated(database.dialect);
  } finally {
    await database.close();
  }
}

async function schemaOf(place: Place): Promise<string> {
  const database = openDatabase(place.url);
  try {
    const rows = await database.dialect.all(
      place.engine === 'SQLite'
        ? `SELECT name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' ORDER BY name`
        : `SELECT table_name AS t, column_name AS c, column_type AS y, is_nullable AS n, column_key AS k, collation_name AS l
             FROM information_schema.columns WHERE table_schema = DATABASE() ORDER BY t, ordinal_position`,
    );
    return JSON.stringify(rows);
  } finally {
    await database.close();
  }
}
