/** Returns what writes a share in a locale: whole percents, with one decimal below 10%, and `<0.1%`, not a rounded zero. */
export function shareWriter(locale?: string): (share: number) => string {
  const whole = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  const fine = new Intl.NumberFormat(locale, { style: 'percent', ...digits });
  return share => {
    if (share === 0 || share >= 0.0995) return whole.format(share);
    return share < 0.001 ? `<${fine.format(0.001)}` : fine.format(share);
  };
}

/** Returns what writes a difference of shares in percentage points: `1 point`, `0.4 points`, `12 points`. */
export function pointsWriter(locale?: string): (difference: number) => string {
  const whole = new Intl.NumberFormat(locale);
  const fine = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  return difference => {
    const points = difference * 100;
    const text = (points < 9.95 ? fine : whole).format(points);
    return `${text} ${text === '1' ? 'point' : 'points'}`;
  };
}
