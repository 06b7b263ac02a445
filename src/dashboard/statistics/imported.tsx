import { base, page } from '../base.ts';
import { formatCount, formatDay, formatRange } from '../format.ts';
import { importedWithin } from './imported-days.ts';
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
      <ul aria-label="Imported days">
        {within.map(({ label, from, to }) => (
          <li key={`${label}${from}${to}`}>
            <span class="imported-mark" aria-hidden="true" />
            Imported from {label}: {formatRange(from, to)}
          </li>
        ))}
      </ul>
      {imported > 0 && imported < all && (
        <p>
          {formatCount(imported)} of the {formatCount(all)} pageviews are imported.
        </p>
      )}
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
    ? 'imported'
    : `${formatCount(imported)} of ${formatCount(pageviews)} pageviews imported`;
}

/** Says what is missing where hours are counted. */
export function withoutHoursText(pageviews: number): string {
  return `${pageviews === 1 ? '1 imported pageview has' : `${formatCount(pageviews)} imported pageviews have`} a day, but no hour.`;
}

/** Says from which day on a filter, or anything else that needs single visits, can count. */
export function CountsFrom({ day }: { readonly day: string | null | undefined }) {
  const { days } = useShown().question;
  if (!day) return null;
  return (
    <p class="counts-from">
      {day > days.to
        ? 'Single visits are needed here, and these days have only sums.'
        : `Counted from ${formatDay(day)} on: earlier days have only sums, and no single visits.`}
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
        ? 'The imported days are not in this list: their files have nothing for it.'
        : imported === sum
          ? 'All of these are imported.'
          : `${formatCount(imported)} of these are imported.`}
    </p>
  );
}

/** Why a list is empty. */
export const NOT_IMPORTED =
  'The imported files have nothing for this list, and nothing else was counted in this range.';

/** Returns true for a list with nothing of the days that are imported as sums. */
export function useLacksImported(imported: number): boolean {
  const { overview, question } = useShown();
  return imported === 0 && question.filter === null && overview.summary.imported > 0;
}

/** Reminds the owner of a website that has only imported days that it needs the snippet. */
export function NoHitsYet() {
  const { overview } = useShown();
  if (!page.isOwner || overview.firstHitAt !== null) return null;
  return (
    <p class="counts-from">
      These days are imported; Footfall has counted no hit of its own yet. The{' '}
      <a href={`${base}/websites/${page.website}/settings#snippet`}>snippet</a> is in the settings.
    </p>
  );
}
