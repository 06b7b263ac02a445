import { changeOf, isNoise } from '../../domain/change.ts';
import { hostLabel } from '../../domain/host-label.ts';
import { compareNames } from '../format.ts';
import type { WebsiteListQuery } from './__generated__/operations.ts';

export type Website = WebsiteListQuery['websites']['rows'][number];

const DAYS = 30;
/** As on the statistics page, what is compared with lies whole weeks back. */
const BACK = 35;

/** The order of the websites, below the favourites. */
export const ORDERS = ['DOMAIN', 'VISITORS', 'CHANGE'] as const;
export type Order = (typeof ORDERS)[number];

/** What the list says of a website: sums of its last 30 days, which end yesterday, and of today. */
export interface Listed {
  readonly website: Website;
  readonly id: string;
  /** The domain as its owner writes it. */
  readonly name: string;
  readonly visitors: number;
  readonly pageviews: number;
  readonly today: number;
  /** Against the 30 days that were 35 days before; null if these had no visitors or began before the first hit. */
  readonly change: number | null;
  readonly isNoise: boolean;
  readonly days: readonly number[];
}

/** Returns the figures of a website from its days; `today` is the date in its time zone. */
export function listed(website: Website, today: string): Listed {
  const { points } = website.timeseries;
  const end = points.findIndex(({ start }) => start === today);
  const days = points.slice(end - DAYS, end);
  const visitors = sumOf(days, 'visitors');
  const before = points.slice(end - BACK - DAYS, end - BACK);
  const usual = sumOf(before, 'visitors');
  const isCounted = website.firstDay !== null && website.firstDay <= (before[0]?.start ?? '');
  return {
    website,
    id: website.id,
    name: hostLabel(website.domain),
    visitors,
    pageviews: sumOf(days, 'pageviews'),
    today: points[end]?.visitors ?? 0,
    change: isCounted ? changeOf(visitors, usual) : null,
    isNoise: isNoise(visitors, usual),
    days: days.map(point => point.visitors),
  };
}

/** Returns the websites in the order; those without a change come last, and those without a hit behind all with visitors. */
export function inOrder(websites: readonly Listed[], order: Order): readonly Listed[] {
  const isWaiting = ({ website }: Listed) => Number(website.firstDay === null);
  if (order === 'VISITORS')
    return websites.toSorted(
      (one, other) => other.visitors - one.visitors || isWaiting(one) - isWaiting(other) || other.today - one.today,
    );
  if (order === 'CHANGE') return websites.toSorted((one, other) => (other.change ?? -2) - (one.change ?? -2));
  return websites.toSorted((one, other) => compareNames(one.name, other.name));
}

export function sumOf<Name extends string>(rows: readonly { readonly [name in Name]: number }[], name: Name): number {
  return rows.reduce((sum, row) => sum + row[name], 0);
}
