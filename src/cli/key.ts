import { join } from 'node:path';
import { Option } from 'commander';
import type { ApiKey } from '../accounts/api-keys.ts';
import { SCOPE_NAMES, type Scope } from '../domain/key-scope.ts';
import { AppError, badInput } from '../errors.ts';
import { accountIdOption, accountOption } from './account.ts';
import { command, type Program, table, timeJson, timeText, withDatabase } from './command.ts';
import { obstacleOf } from './obstacle.ts';

/** `key create`, `list` and `revoke`. */
export function register(program: Program): void {
  const group = program.command('key').description('Manage API keys.');

  command(group, 'create', 'Create an API key and print it; it is not shown again.')
    .requiredOption('--account <account>', 'the account of the key: e-mail address or id')
    .requiredOption('--name <name>', 'a name that says what the key is for')
    .addOption(
      new Option('--scope <scope>', 'what the key may do: only send hits in batches, read, or also change')
        .choices(SCOPE_NAMES)
        .makeOptionMandatory(),
    )
    .option('--expires <date>', 'the last day it is valid (UTC), such as 2026-12-31; without it, the key never expires')
    .answers(
      async ({ account, name, scope, ...given }: { account: string; name: string; scope: Scope; expires?: string }) => {
        const [{ createApiKey }, { keyOptions, readOptions }] = await Promise.all([
          import('../accounts/api-keys.ts'),
          import('./options.ts'),
        ]);
        const { expires: expiresAt = null } = readOptions(keyOptions, given);
        const made = await withDatabase(async database => {
          const { id } = await accountOption(database, account);
          return createApiKey(database, { accountId: id, name, scope, expiresAt }).catch(namedAsOptions);
        });
        const { apiKey } = made;
        return {
          json: { key: made.key, ...keyJson(apiKey) },
          text: `${made.key}\nThis is key ${apiKey.id}, ${apiKey.scope}. Store it now: it is not shown again.`,
        };
      },
    );

  command(group, 'list', 'List API keys; only the beginning of each key is known.')
    .option('--account <account>', 'only the keys of this account: e-mail address or id')
    .answers(async ({ account }: { account?: string }) => {
      const { listApiKeys } = await import('../accounts/api-keys.ts');
      const keys = await withDatabase(async database =>
        listApiKeys(database, await accountIdOption(database, account)),
      );
      return {
        json: keys.map(keyJson),
        text: table(keys.map(keyRow), account ? `No API keys belong to ${account}.` : 'No API keys exist.'),
      };
    });

  command(group, 'revoke', 'Revoke an API key; a running service refuses it within a second.')
    .requiredOption('--id <id>', 'the id of the key')
    .answers(async ({ id }: { id: string }) => {
      const { revokeApiKey } = await import('../accounts/api-keys.ts');
      const { rowIdOf } = await import('../domain/inputs/scalars.ts');
      const { copyRevocations } = await import('../db/revocations.ts');
      const { key, unlisted } = await withDatabase(async (database, { dataDir }) => {
        const number = rowIdOf(id);
        if (number === null) throw noKey(id);
        const key = await revokeApiKey(database, null, number).catch(error => {
          throw error instanceof AppError && error.code === 'NOT_FOUND' ? noKey(id) : error;
        });
        // It may be listed already, and others missing.
        const unlisted = await copyRevocations(database).then(
          () => null,
          error => unlistedText(error, dataDir),
        );
        return { key, unlisted };
      });
      if (unlisted !== null) {
        console.error(unlisted);
        process.exitCode = 1;
      }
      return {
        json: { ...keyJson(key), listed: unlisted === null },
        text: `Key ${key.id}, ${key.name}, was revoked.`,
      };
    });
}

function unlistedText(error: NodeJS.ErrnoException, dataDir: string): string {
  const path = join(dataDir, 'revocations');
  const { text, fix } = obstacleOf(error, path) ?? {
    text: `${path} cannot be read and written (${error.code ?? error.message}).`,
    fix: 'Make it a file that the user of the service can read and write.',
  };
  return `${text} The key is revoked, but restoring an earlier backup would revive it. ${fix} Then run the command again.`;
}

function namedAsOptions(error: unknown): never {
  if (!(error instanceof AppError) || !error.fields?.expiresAt) throw error;
  const { expiresAt, ...others } = error.fields;
  throw badInput({ ...others, expires: expiresAt });
}

function noKey(id: string): AppError {
  return new AppError('NOT_FOUND', `There is no API key ${JSON.stringify(id)}; "key list" shows all keys.`);
}

function keyJson(key: ApiKey): Record<string, unknown> {
  return {
    ...key,
    createdAt: timeJson(key.createdAt),
    expiresAt: timeJson(key.expiresAt),
    lastUsedAt: timeJson(key.lastUsedAt),
    revokedAt: timeJson(key.revokedAt),
  };
}

function keyRow(key: ApiKey) {
  return {
    id: key.id,
    account: key.accountId,
    name: key.name,
    scope: key.scope,
    key: `${key.prefix}…`,
    created: timeText(key.createdAt),
    used: timeText(key.lastUsedAt, 'never'),
    expires: timeText(key.expiresAt, 'never'),
    revoked: timeText(key.revokedAt, 'no'),
  };
}
