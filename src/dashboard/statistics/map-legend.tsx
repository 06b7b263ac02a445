import { formatCount } from '../format.ts';
import { t } from '../messages.ts';
import { type CircleScale, radiusOf, shadeOf } from './map-view.ts';

/** The parts of the largest count that the legend of colours shows. */
const PARTS = [0, 0.04, 0.16, 0.36, 0.64, 1];
const SWATCH = { width: 18, height: 12 };
/** The height of the legend of circles: the largest circle with its edge. */
const HEIGHT = 32;

/** What the colours or the sizes of the circles mean. */
export function MapLegend({ scale, isCircles }: { readonly scale: CircleScale; readonly isCircles: boolean }) {
  const { most } = scale;
  const counts = most < 4 ? [most] : [Math.round(most / 10) || 1, most];
  return (
    <p class="map-legend">
      {isCircles ? (
        counts.map(count => {
          const radius = radiusOf(count, scale);
          return (
            <span key={count}>
              <svg width={2 * radius + 2} height={HEIGHT} aria-hidden="true">
                <circle class="swatch" cx={radius + 1} cy={HEIGHT / 2} r={radius} />
              </svg>
              {count === most ? t('map.visitors', { count, number: formatCount(count) }) : formatCount(count)}
            </span>
          );
        })
      ) : (
        <>
          {most > 1 && formatCount(1)}
          <svg width={PARTS.length * SWATCH.width} height={SWATCH.height} aria-hidden="true">
            {PARTS.map((part, index) => (
              <rect
                key={part}
                class="land visited"
                x={index * SWATCH.width}
                {...SWATCH}
                style={{ '--heat-part': shadeOf(part, 1) }}
              />
            ))}
          </svg>
          {t('map.visitors', { count: most, number: formatCount(most) })}
        </>
      )}
    </p>
  );
}
