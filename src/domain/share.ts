import { lazy } from './lazy.ts';

/** Returns what writes a share in a locale: whole percents, with one decimal below 10%, and `<0.1%`, not a rounded zero. */
export function shareWriter(locale?: string): (share: number) => string {
  const whole = lazy(() => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }));
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  const fine = lazy(() => new Intl.NumberFormat(locale, { style: 'percent', ...digits }));
  return share => {
    if (share === 0 || share >= 0.0995) return whole().format(share);
    return share < 0.001 ? `<${fine().format(0.001)}` : fine().format(share);
  };
}
