import { useMemo } from 'preact/hooks';
import { t } from '../messages.ts';
import type { World } from '../world.ts';
import { codeOf, type Mark } from './map-marks.ts';
import { type CircleScale, type MapView, radiusOf, shadeOf } from './map-view.ts';

/** The diameter of the dot of a small country, in pixels. */
const DOT = 8;

/** The land, and the circles on it. Widths of lines are in pixels however far it is zoomed, so circles are wide lines. */
export function MapPicture(props: {
  readonly world: World;
  readonly view: MapView;
  readonly marks: readonly Mark[];
  readonly scale: CircleScale;
  readonly isCircles: boolean;
  /** The country that is filtered by. */
  readonly code: string | null;
  readonly at: Mark | null;
}) {
  const { world, view, marks, scale, isCircles, code, at } = props;
  const { most, largest } = scale;
  const { zoom, x, y } = view;
  // The same nodes again are not compared, so that the map follows the pointer without delay.
  const drawn = useMemo(() => {
    const counts = new Map(isCircles ? [] : marks.map(({ row }) => [codeOf(row.value), row.count]));
    return (
      <>
        {world.shapes.map(shape => {
          const count = counts.get(shape.code);
          const part = count !== undefined ? ' visited' : isCircles && shape.code === code ? ' within' : '';
          const style = count !== undefined ? { '--heat-part': shadeOf(count, most) } : undefined;
          if (shape.path) return <path class={`land${part}`} d={shape.path} data-code={shape.code} style={style} />;
          const [left, top] = shape.at;
          return part && <path class={`land dot${part}`} d={`M${left} ${top}h0`} style={style} stroke-width={DOT} />;
        })}
        {isCircles &&
          marks.map(({ row, at: [left, top] }) => {
            const width = 2 * radiusOf(row.count, { most, largest });
            const d = `M${left} ${top}h0`;
            return (
              <g key={row.value}>
                <path class="circle-edge" d={d} stroke-width={width + 2} />
                <path class="circle" d={d} stroke-width={width} />
              </g>
            );
          })}
      </>
    );
  }, [world, marks, most, largest, isCircles, code]);
  const shape = at && !isCircles ? world.shapes.find(one => one.code === codeOf(at.row.value)) : null;
  const [left, top] = at?.at ?? [0, 0];
  const width = at ? (isCircles ? 2 * radiusOf(at.row.count, scale) : DOT) : 0;
  return (
    <svg viewBox={`0 0 ${world.width} ${world.height}`} role="img" aria-label={t('map.picture')}>
      <g class="map-land" style={{ transform: `translate(${-x * zoom}px, ${-y * zoom}px) scale(${zoom})` }}>
        {drawn}
        {shape?.path && <path class="map-chosen" d={shape.path} />}
        {at && !shape?.path && (
          <g class="map-chosen">
            <path class="circle-ring" d={`M${left} ${top}h0`} stroke-width={width + 4} />
            <path class="circle" d={`M${left} ${top}h0`} stroke-width={width} />
          </g>
        )}
      </g>
    </svg>
  );
}
