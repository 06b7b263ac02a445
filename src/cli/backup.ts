import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { BackupMade } from '../backup/backup.ts';
import type { Revoked } from '../db/revocations.ts';
import { counted } from '../domain/counted.ts';
import { AppError } from '../errors.ts';
import type { Unfolded } from '../fold/unfolded.ts';
import { command, type Program, startProgress, stoppable, upgradeDatabase, withOpenDatabase } from './command.ts';
import { withFolding } from './folding.ts';
import { obstacleOf } from './obstacle.ts';

/** Reading one page of a table takes far less, except on an overloaded machine. */
const BACKUP_TIMEOUT = 60_000;
/** Emptying a table, or migrating once it has rows, can take long. */
const RESTORE_TIMEOUT = 600_000;

/** `backup`, `restore` and `migrate`. */
export function register(program: Program): void {
  command(
    program,
    'backup',
    'Write a consistent backup of everything except salts and sessions to one file, while the service runs. It can be restored on either database engine.',
  )
    .option('--to <path>', 'a new file, or a directory for a file named after the time (default: DATA_DIR/backups)')
    .option('--keep <number>', 'afterwards keep only this many backups in that directory, the latest ones')
    .answers(async ({ to, ...given }: { to?: string; keep?: string }) => {
      const { backupOptions, readOptions } = await import('./options.ts');
      const { keep = null } = readOptions(backupOptions, given);
      const [{ makeBackup }, { isMigrated }, { differingSettings }] = await Promise.all([
        import('../jobs/backup.ts'),
        import('../db/migrate.ts'),
        import('../service/settings.ts'),
      ]);
      const stopping = new AbortController();
      const stop = () => stopping.abort(new Error('The backup was stopped and its unfinished file removed.'));
      const progress = startProgress();
      const started = performance.now();
      const { unfolded, ...made } = await withOpenDatabase(
        async (database, config) => {
          // While the service is not running, nothing else folds the hits that a killed one left in its spool.
          const isCurrent = await isMigrated(database.dialect).catch(() => false);
          const differing = isCurrent ? await differingSettings(database, config) : [];
          if (differing.length > 0) console.error(`${differing.join(' ')} Hits in the spool are not folded first.`);
          else if (isCurrent)
            await withFolding(database, config, { warn: text => console.error(text) }, ({ fold }) => fold.drain());
          const order = { to: to ?? null, keep, progress: progress.tell, signal: stopping.signal };
          return stoppable(stop, () => makeBackup(database, config, order)).catch(error => {
            throw unwritable(error, to ?? join(config.dataDir, 'backups')) ?? error;
          });
        },
        { timeout: BACKUP_TIMEOUT, existing: true },
      ).finally(progress.clear);
      const seconds = (performance.now() - started) / 1000;
      const { hits, closed } = unfolded;
      return {
        json: { ...made, seconds, unfolded: closed.length > 0 ? null : hits, closed },
        text: backupText(made, seconds, unfolded),
      };
    });

  command(
    program,
    'restore <file>',
    'Restore a backup into an empty database of either engine. The whole file is checked first.',
  )
    .option('--check', 'only check that the file is complete and that this release can restore it')
    .option('--copy', 'the original goes on: the restored database never counts hits from its spools')
    .option(
      '--revoke-keys',
      'revoke every API key and delete every share link of the backup, not only those that DATA_DIR lists',
    )
    .answers(
      async (
        { check, copy = false, revokeKeys }: { check?: true; copy?: boolean; revokeKeys?: true },
        path: string,
      ) => {
        const { checkBackup } = await import('../backup/check.ts');
        const { restore } = await import('../backup/restore.ts');
        const progress = startProgress();
        const percent = (verb: string) => (done: number, table: string) =>
          progress.tell(`${verb}: ${Math.floor(done * 100)} %${table && `, ${table}`}`);
        const started = performance.now();
        const backup = await checkBackup(path, percent('Checking')).finally(progress.clear);
        const { at, engine } = backup.head;
        const of = `${path}, made at ${at}`;
        const known = { path, at, engine, rows: backup.end.rows, tables: backup.end.tables };
        if (check) return { json: known, text: `${of}, with ${backup.end.rows} rows, is complete.` };
        const { revokeAgain, revokeAll } = await import('../db/revocations.ts');
        let revoked: Revoked | null = null;
        const { rows, unknown } = await withOpenDatabase(
          database =>
            restore(database.dialect, backup, {
              copy,
              progress: percent('Restoring'),
              async finish() {
                revoked = await revokeAgain(database, Date.parse(at));
                if (!revokeKeys) return;
                const { keys, shares, recipients } = revoked ?? { keys: 0, shares: 0, recipients: 0 };
                const others = await revokeAll(database, Date.now());
                revoked = { keys: keys + others.keys, shares: shares + others.shares, recipients };
              },
            }),
          { timeout: RESTORE_TIMEOUT },
        ).finally(progress.clear);
        const seconds = (performance.now() - started) / 1000;
        const lines = [`Restored ${rows} rows from ${of}, in ${seconds.toFixed(1)} s. Everyone has to sign in again.`];
        lines.push(revokedText(revoked, at));
        if (unknown.length > 0) lines.push(`Skipped because they do not belong to Footfall: ${unknown.join(', ')}.`);
        return { json: { ...known, restored: rows, revoked, unknown, seconds }, text: lines.join('\n') };
      },
    );

  command(
    program,
    'migrate',
    'Upgrade the database to this release, as the service does when it starts: first check that this is possible, and copy an SQLite database.',
  )
    .option('--no-copy', 'do not copy an SQLite database first')
    .option(
      '--backup <path>',
      'first write a backup to this new file; if there is something to migrate, nothing is folded meanwhile, and whatever the backup lacks stays in the spools',
    )
    .answers(async (options: { copy: boolean; backup?: string }) => {
      const { backup } = options;
      const applied = await withOpenDatabase((database, config) =>
        upgradeDatabase(database, config, options).catch(error => {
          throw (backup === undefined ? null : unwritable(error, backup)) ?? error;
        }),
      );
      const text = applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}`;
      if (backup === undefined) return { json: { applied }, text };
      const { migrations } = await import('../db/migrations/all.ts');
      const wasEmpty = applied.length === migrations.length;
      const isMade = !wasEmpty && existsSync(backup);
      const why = wasEmpty ? 'the database was empty' : 'the upgrade had already begun';
      const lines = isMade ? [text] : [text, `No backup was written, because ${why}.`];
      return { json: { applied, backup: isMade ? backup : null }, text: lines.join('\n') };
    });
}

/** Returns UNAVAILABLE if the place of a backup refuses it, which the database's own errors are not about. */
function unwritable(cause: NodeJS.ErrnoException, place: string): AppError | null {
  const obstacle = cause.code?.startsWith('E') ? obstacleOf(cause, place) : null;
  if (!obstacle) return null;
  const more = 'A backup can also be written to another disk, with --to.';
  return new AppError('UNAVAILABLE', `${obstacle.text} ${obstacle.fix} ${more}`, { cause });
}

function revokedText(revoked: Revoked | null, at: string): string {
  return revoked
    ? `Ended again: ${counted(revoked.keys, 'revoked API key')}, ${counted(revoked.shares, 'deleted share link')} and ${counted(revoked.recipients, 'subscription')} to reports.`
    : `DATA_DIR has no list of revocations: API keys that were revoked since ${at} and share links that were deleted since then work again, and recipients who unsubscribed since then get reports. Look through "key list" and the share links of each website, or restore with --revoke-keys.`;
}

function backupText({ path, bytes, rows }: BackupMade, seconds: number, { hits, closed }: Unfolded): string {
  const lines = [`${path}: ${rows} rows, ${(bytes / 1e6).toFixed(1)} MB, in ${seconds.toFixed(1)} s.`];
  if (hits > 0)
    lines.push(
      `${hits} acknowledged hits are not in the backup because the fold is behind. They are safe in the spool.`,
    );
  if (closed.length > 0)
    lines.push(
      `Acknowledged hits may be missing from the backup: this user cannot read ${closed.join(', ')}. Give the files in that folder to the user of the service, which counts their hits.`,
    );
  return lines.join('\n');
}
