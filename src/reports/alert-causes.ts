import type { Database } from '../db/open.ts';
import { usualHours } from '../domain/alert.ts';
import type { Log } from '../log.ts';
import type { AnswerLoader } from '../stats/answers.ts';
import type { Cause } from '../stats/explain.ts';
import { ownHitsOf } from '../stats/own-hits.ts';
import type { Website } from '../websites/website.ts';
import { completeHours, firstWholeHour } from './alert-hours.ts';
import type { AlertNews } from './alert-mail.ts';
import { causesOf, sentenceOf } from './causes.ts';
import type { Words } from './words.ts';

/**
 * Returns one sentence, in the language of `words`, for each cause of the change that an alert reports, the clearest first. There are none for other
 * alerts, none if the visits cannot be read, and none if late hits have changed the numbers since.
 */
export async function causesOfAlert(
  database: Database,
  stats: AnswerLoader,
  website: Website,
  {
    words,
    news,
    log,
  }: { readonly words: Words; readonly news: AlertNews & { readonly at: number }; readonly log: Log },
): Promise<readonly string[]> {
  if (news.kind !== 'SPIKE' && news.kind !== 'DROP') return [];
  const causes = await causesOf(explained(database, stats, website, news), website, log);
  return (causes ?? []).map(cause => sentenceOf(words, cause));
}

async function explained(
  database: Database,
  stats: AnswerLoader,
  website: Website,
  { slot, count, usual, at }: AlertNews & { readonly at: number },
): Promise<{ readonly causes: readonly Cause[] }> {
  const [own, hours] = await Promise.all([ownHitsOf(database, website), completeHours(stats, website, at)]);
  if (own === null) return { causes: [] };
  const before = usualHours(hours, slot, firstWholeHour(own.aloneFrom, website));
  const found = await stats.explainHour({
    website: website.id,
    filter: null,
    day: Math.floor(slot / 24),
    hour: slot % 24,
    usual: before.map(({ hour }) => Math.floor(hour / 24)),
  });
  const isTold = found.after === count && found.before === usual;
  return isTold ? found : { causes: [] };
}
