import type { Translate } from './translator.ts';

/** Returns a difference of shares in percentage points, with one decimal below ten: `1 point`, `0.4 points`. */
export function pointsText(t: Translate, difference: number): string {
  const points = difference * 100;
  return t('format.points', { points: points < 9.95 ? Math.round(points * 10) / 10 : Math.round(points) });
}
