/** A small line chart, hidden from screen readers; its numbers must be next to it as text. */
export function Sparkline({ values }: { readonly values: readonly number[] }) {
  const top = Math.max(1, ...values);
  const step = 120 / Math.max(1, values.length - 1);
  const points = values.map((value, index) => `${(index * step).toFixed(1)},${(30 - (value / top) * 27).toFixed(1)}`);
  return (
    <svg class="sparkline" viewBox="0 0 120 32" preserveAspectRatio="none" aria-hidden="true">
      <path class="area" d={`M0,32 L${points.join(' L')} L120,32 Z`} />
      <path class="line" d={`M${points.join(' L')}`} />
    </svg>
  );
}
