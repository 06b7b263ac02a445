import { locale, t } from '../messages.ts';
import type { ForgetShownFragment as Forget, ForgetPageQuery } from './__generated__/operations.ts';

export type { Forget };
/** The website that the page is about. */
export type Site = NonNullable<ForgetPageQuery['website']>;

const lists = new Intl.ListFormat(locale);

/** Returns what goes, such as `12 visits, 40 pageviews and 1 event`; counts of zero are left out. */
export function amountOf({ visits, pageviews, events }: Pick<Forget, 'visits' | 'pageviews' | 'events'>): string {
  const counts = [
    ['count.visits', visits],
    ['count.pageviews', pageviews],
    ['count.events', events],
  ] as const;
  const words = counts.flatMap(([key, count]) => (count > 0 ? [t(key, { count })] : []));
  return words.length === 0 ? t('forget.noVisits') : lists.format(words);
}
