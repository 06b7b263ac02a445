import { base, page } from '../base.ts';
import { formatCount, formatDay, formatRange } from '../format.ts';
import { toolLabel } from '../labels.ts';
import { rich, t } from '../messages.ts';
import { importedWithin, onlyImported } from './imported-days.ts';
import type { Question } from './question.ts';
import { useShown } from './view.ts';

/** What the hatched days of the chart are, and what is not drawn of them; nothing without imports in the range. */
export function ImportedLegend() {
  const { overview, question } = useShown();
  const { imported, pageviews } = overview.summary;
  const all = pageviews.value ?? 0;
  const { withoutHours } = overview.timeseries;
  const within = importedWithin(overview.importedDays, question.days);
  if (within.length === 0) return null;
  return (
    <div class="imported-legend">
      <ul aria-label={t('imported.days')}>
        {within.map(({ source, label, from, to }) => (
          <li key={`${source}${from}${to}`}>
            <span class="imported-mark" aria-hidden="true" />
            {t('imported.from', { tool: toolLabel({ source, label }), range: formatRange(from, to) })}
          </li>
        ))}
      </ul>
      {imported > 0 && imported < all && <p>{t('imported.part', { count: imported, all: formatCount(all) })}</p>}
      {question.interval === 'HOUR' && withoutHours > 0 && <p>{withoutHoursText(withoutHours)}</p>}
    </div>
  );
}

/** Says how much of a point is imported; empty if nothing is. */
export function importedText({
  imported = 0,
  pageviews = 0,
}: {
  readonly imported?: number;
  readonly pageviews?: number;
}) {
  if (imported === 0) return '';
  return imported === pageviews
    ? t('imported.point')
    : t('imported.partOfPoint', { imported: formatCount(imported), all: formatCount(pageviews) });
}

/** Says what is missing where hours are counted. */
export function withoutHoursText(pageviews: number): string {
  return t('imported.withoutHours', { count: pageviews });
}

/** Returns true if no day of the range has the single visits that counting needs: then nothing is known, not even 0. */
export function isOnlySums({ days }: Question, countsFrom: string | null | undefined): boolean {
  return typeof countsFrom === 'string' && countsFrom > days.to;
}

/** Says from which day on a filter, or anything else that needs single visits, can count. */
export function CountsFrom({ day }: { readonly day: string | null | undefined }) {
  const { question } = useShown();
  if (!day) return null;
  return (
    <p class="counts-from">
      {isOnlySums(question, day) ? t('imported.onlySums') : t('imported.countsFrom', { day: formatDay(day) })}
    </p>
  );
}

/** Says how much of a list is imported; nothing where no imports are in the range, or a filter leaves them out. */
export function ImportedNote({ imported, sum }: { readonly imported: number; readonly sum: number }) {
  const isLacking = useLacksImported(imported);
  if (sum === 0 || (imported === 0 && !isLacking)) return null;
  return (
    <p class="imported-note">
      {isLacking
        ? t('imported.notInList')
        : imported === sum
          ? t('imported.allOfList')
          : t('imported.partOfList', { count: imported })}
    </p>
  );
}

/** Returns true for a list with nothing of the days that are imported as sums. */
export function useLacksImported(imported: number): boolean {
  const { overview, question } = useShown();
  return imported === 0 && question.filter === null && overview.summary.imported > 0;
}

/** The owner's notice on a website that has only imported days: which these are, and that it needs the snippet. */
export function NoHitsYet() {
  const { overview, change } = useShown();
  const days = onlyImported(overview);
  if (!page.isOwner || !days) return null;
  return (
    <p class="counts-from">
      {rich(
        'imported.noHits',
        {
          days: text => (
            <button type="button" class="as-link" onClick={() => change({ preset: null, days, interval: null })}>
              {text}
            </button>
          ),
          snippet: text => <a href={`${base}/websites/${page.website}/settings#snippet`}>{text}</a>,
        },
        { range: formatRange(days.from, days.to) },
      )}
    </p>
  );
}
