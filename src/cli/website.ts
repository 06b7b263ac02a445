import type { Database } from '../db/open.ts';
import { isLoopback, snippetOf } from '../domain/snippet.ts';
import { AppError } from '../errors.ts';
import type { Website } from '../websites/website.ts';
import { accountIdOption, accountOption } from './account.ts';
import { command, type Program, table, timeJson, timeText, withDatabase } from './command.ts';

/** `website create` and `list`. */
export function register(program: Program): void {
  const group = program.command('website').description('Manage websites.');

  command(group, 'create', 'Register a website with the default settings.')
    .requiredOption('--domain <domain>', 'its host name, such as example.com')
    .requiredOption('--account <account>', 'the account that owns it: e-mail address or id')
    .answers(async ({ domain, account }: { domain: string; account: string }) => {
      const { inLanguage, registerWebsite } = await import('../websites/websites.ts');
      return withDatabase(async (database, { baseUrl, trackerPath, collectPath, language }) => {
        const { id } = await accountOption(database, account);
        const website = await registerWebsite(database, id, inLanguage(language, { domain }));
        const snippet = snippetOf({ publicUrl: baseUrl, tracker: trackerPath, collector: collectPath });
        if (isLoopback(baseUrl)) console.error(unreachable(baseUrl));
        return {
          json: { ...websiteJson(website), snippet },
          text: `Website ${website.id}, ${website.domain}, was registered. Add this to each of its pages:\n${snippet}`,
        };
      });
    });

  command(group, 'list', 'List websites.')
    .option('--account <account>', 'only the websites of this account: e-mail address or id')
    .answers(async ({ account }: { account?: string }) => {
      const rows = await withDatabase(async database =>
        allWebsites(database, await accountIdOption(database, account)),
      );
      const lines = rows.map(({ id, accountId, domain, privacy, timezone, createdAt }) => ({
        id,
        account: accountId,
        domain,
        privacy,
        timezone,
        created: timeText(createdAt),
      }));
      return {
        json: rows.map(websiteJson),
        text: table(lines, account ? `No websites belong to ${account}.` : 'No websites exist.'),
      };
    });
}

/** Says the same as the page of a website without hits. */
function unreachable(url: string): string {
  return `Only this machine can reach Footfall at ${url}, so visitors cannot send hits there. Set BASE_URL to the URL under which they can, and write it into the snippet in place of ${url}.`;
}

function websiteJson(website: Website): Record<string, unknown> {
  return { ...website, createdAt: timeJson(website.createdAt), updatedAt: timeJson(website.updatedAt) };
}

/** Returns the websites of an account, or of all accounts for null, ordered by domain. */
export async function allWebsites(database: Database, account: number | null): Promise<readonly Website[]> {
  const { listWebsitesOf } = await import('../websites/websites.ts');
  const all = { search: null, sortBy: 'DOMAIN', sort: 'ASC', perPage: Number.MAX_SAFE_INTEGER, page: 1 } as const;
  return (await listWebsitesOf(database, account, all)).rows;
}

/** Returns the website that a `--website` option names by domain or id. Throws NOT_FOUND. */
export async function websiteOption(database: Database, given: string): Promise<Website> {
  const { findWebsite } = await import('../websites/access.ts');
  const website = (await findWebsite(database, { domain: given })) ?? (await findWebsite(database, { id: given }));
  if (website) return website;
  throw new AppError('NOT_FOUND', `There is no website ${JSON.stringify(given)}; "website list" shows all websites.`);
}
