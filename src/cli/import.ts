import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { LONGEST_HIT } from '../collect/raw-hit.ts';
import { counted } from '../domain/counted.ts';
import { IMPORT_SOURCES } from '../domain/import.ts';
import { AppError, badInput } from '../errors.ts';
import type { Line } from '../imports/readers/lines.ts';
import { accountIdOption } from './account.ts';
import { type Answer, command, type Program, startProgress, stoppable, withServiceSettings } from './command.ts';
import { type FoldCounts, withFolding } from './folding.ts';
import type { HistoryOptions } from './import-history.ts';
import { registerHistory } from './import-list.ts';
import type { Counts, Intake } from './intake.ts';

interface Options {
  readonly account?: string;
  readonly fromLine?: string;
}

const BATCH = 1_000;

/** What makes sense only with a website; others would be ignored, and a dry run would count. */
const HISTORY_OPTIONS = [
  ['source', '--source'],
  ['timezone', '--timezone'],
  ['until', '--until'],
  ['mapping', '--mapping'],
  ['dryRun', '--dry-run'],
] as const;

/** The options that have a meaning only without a website, and why. */
const HITS_OPTIONS = {
  account:
    '--account limits hits to the websites of one account and has no meaning with --website, which names the website; leave it out.',
  fromLine:
    '--from-line continues an import of hits and has no meaning with --website; leave it out, and repeat the command to continue an import that was interrupted.',
} as const;

interface Imported extends Counts, FoldCounts {
  /** The line to continue from with --from-line; null if the end was reached. */
  readonly next: number | null;
}

/** `import`. */
export function register(program: Program): void {
  const group = command(
    program,
    'import [files...]',
    'Import history from files of other tools with --website. Without it, count hits from one file with one JSON hit per line, as in a batch; - reads standard input. They are processed like any other hits. The service can run meanwhile.',
  );
  // Otherwise `import list --website` would give its option to `import`.
  group.enablePositionalOptions();
  registerHistory(group);
  group
    .option(
      '--website <domain>',
      'the website that the history is of: its domain or id; without it, hits of any websites are counted',
    )
    .option('--source <source>', `the tool that the files are from: ${IMPORT_SOURCES.join(', ')} (default: recognised)`)
    .option(
      '--timezone <zone>',
      "the time zone of times without an offset, such as Europe/Paris (default: the website's)",
    )
    .option(
      '--until <date>',
      "the last day to count, such as 2026-01-31 (default: the day before the website's first own hit)",
    )
    .option('--mapping <file>', 'a JSON file with the names that the columns have, such as {"date":"Day"}')
    .option('--dry-run', 'only say what would be counted')
    .option('--follow', 'count the lines of one access log as they are written, until it is stopped')
    .option('--account <account>', 'only hits for websites of this account: e-mail address or id (default: all)')
    .option(
      '--from-line <number>',
      'skip the lines before this one, which a stopped import has already counted (default: 1)',
    )
    .answers(async (options: Options & HistoryOptions, files: string) => {
      // Commander gives all files as one argument.
      const paths = files as unknown as readonly string[];
      if (options.website !== undefined || options.follow === true) refuseHitsOptions(options);
      if (options.follow === true) {
        const { followLog } = await import('./import-follow.ts');
        return followLog(options, paths);
      }
      if (options.website !== undefined) {
        const { importHistory } = await import('./import-history.ts');
        return importHistory(options, paths);
      }
      const ofHistory = HISTORY_OPTIONS.find(([name]) => options[name] !== undefined);
      if (ofHistory)
        throw badInput({
          website: [
            `Name the website with --website; without it, hits are counted at once, and ${ofHistory[1]} has no meaning.`,
          ],
        });
      const [path] = paths;
      if (path === undefined || paths.length > 1)
        throw badInput({ file: ['Name one file with hits, or - ; with --website, several files of history.'] });
      const { account, fromLine: firstLine = '1' } = options;
      const given = { fromLine: firstLine };
      const { importOptions, readOptions } = await import('./options.ts');
      const { fromLine } = readOptions(importOptions, given);
      const input = await openInput(path);
      const started = performance.now();
      const imported = await importFrom(input, fromLine, account);
      if (imported.rejected > 0 || imported.next !== null) process.exitCode = 1;
      return answerOf(imported, (performance.now() - started) / 1000);
    });
}

/** Throws BAD_USER_INPUT: ignored, these options would import other rows than they say. */
function refuseHitsOptions({ account, fromLine }: Options): void {
  const fields = {
    ...(account !== undefined && { account: [HITS_OPTIONS.account] }),
    ...(fromLine !== undefined && { 'from-line': [HITS_OPTIONS.fromLine] }),
  };
  if (Object.keys(fields).length > 0) throw badInput(fields);
}

function importFrom(input: Input, fromLine: number, account: string | undefined): Promise<Imported> {
  const progress = startProgress();
  const warn = (message: string) => {
    progress.clear();
    console.error(message);
  };
  const folded = { stored: 0, repeats: 0, bad: 0 };
  /** The line to continue from; undefined before any line was taken, null once all were. */
  let next: number | null | undefined;
  return withServiceSettings(async (database, config) => {
    const { createIntake } = await import('./intake.ts');
    const only = await accountIdOption(database, account);
    return withFolding(database, config, { counts: folded, warn }, async ({ spool, fold }) => {
      // Hits that a dead process left are counted too, but are not part of this file's result.
      await fold.drain();
      Object.assign(folded, { stored: 0, repeats: 0, bad: 0 });
      const intake = await createIntake(database, config, { spool, account: only, warn });
      try {
        next = fromLine;
        const tell = () => progress.tell(input.done(intake.counts));
        next = await feed(input, fromLine, intake, fold, tell).catch(error => {
          next = nextOf(fromLine, intake);
          throw error;
        });
        progress.tell('Waiting for the fold.');
        await fold.drain();
        return { ...intake.counts, next, ...folded };
      } finally {
        await intake.close();
      }
    });
  })
    .catch(cause => {
      throw next === undefined ? cause : stoppedAt(next, cause);
    })
    .finally(progress.clear);
}

function nextOf(fromLine: number, { counts }: Intake): number {
  return Math.max(fromLine, counts.line + 1);
}

/** The error of a failed import. It names the next line, because hits imported again would count twice. */
function stoppedAt(next: number | null, cause: Error): AppError {
  const message =
    next === null
      ? `Stopped after the last line: ${cause.message} All lines were read; do not import them again. The service or the next command counts them.`
      : `Stopped at line ${next}, which was not imported: ${cause.message} Continue with --from-line ${next}; the service or the next command counts the lines before it.`;
  return Object.assign(new AppError('UNAVAILABLE', message, { cause }), { next });
}

interface Input {
  readonly stream: Readable;
  done(counts: Counts): string;
}

async function openInput(path: string): Promise<Input> {
  const lines = ({ line, accepted, rejected }: Counts) => `line ${line}, ${accepted} accepted, ${rejected} refused`;
  if (path === '-') return { stream: process.stdin, done: lines };
  try {
    const file = await stat(path);
    if (file.isDirectory()) throw Object.assign(new Error('it is a directory'), { code: 'EISDIR' });
    const stream = createReadStream(path, { highWaterMark: 256 * 1024 });
    const percent = () => Math.floor((stream.bytesRead * 100) / Math.max(1, file.size));
    return { stream, done: counts => `${percent()} %, ${lines(counts)}` };
  } catch (cause) {
    throw badInput({
      file: [
        `${path} cannot be read (${(cause as NodeJS.ErrnoException).code}); name a readable file, or - for standard input.`,
      ],
    });
  }
}

/** Feeds the lines in batches, no faster than they are folded; returns null or, after a signal, the next line. */
async function feed(
  { stream }: Input,
  fromLine: number,
  intake: Intake,
  fold: { drain(): Promise<void> },
  tell: () => void,
): Promise<number | null> {
  const { readLines } = await import('../imports/readers/lines.ts');
  let stopping = false;
  const stop = () => {
    stopping = true;
    stream.destroy();
  };
  return stoppable(stop, async () => {
    try {
      let batch: Line[] = [];
      for await (const line of readLines(stream, LONGEST_HIT)) {
        if (line.number < fromLine) continue;
        batch.push(line);
        if (batch.length < BATCH) continue;
        await intake.take(batch);
        batch = [];
        tell();
        if (intake.isFull()) await fold.drain();
      }
      await intake.take(batch);
      return null;
    } catch (error) {
      // Destroying the stream wakes the reader, which then reports the missing input as a failure.
      if (!stopping || error instanceof AppError) throw error;
      return nextOf(fromLine, intake);
    }
  });
}

function answerOf(imported: Imported, seconds: number): Answer {
  const { accepted, dropped, rejected, stored, repeats, bad, next } = imported;
  const drops = Object.entries(dropped).map(([reason, hits]) => `${hits} ${reason}`);
  const lines = [`${counted(accepted, 'hit')} accepted, ${stored} of them counted, in ${seconds.toFixed(1)} s.`];
  if (drops.length > 0) lines.push(`Dropped, as by the service: ${drops.join(', ')}.`);
  if (dropped.unknown_website) lines.push('Hits for unregistered websites are not counted; see "website create".');
  if (repeats > 0) lines.push(`Skipped because their id was seen before: ${repeats}.`);
  if (bad > 0) lines.push(`Set aside in bad_hit because the database did not accept them: ${bad}.`);
  if (rejected > 0) lines.push(`Refused: ${counted(rejected, 'line')}.`);
  if (rejected > 0 && accepted === 0)
    lines.push('None of them is a hit; to import history from another tool, name the website with --website.');
  if (next !== null) lines.push(`Stopped; continue with --from-line ${next}.`);
  return { json: { ...imported, seconds }, text: lines.join('\n') };
}
