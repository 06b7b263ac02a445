import { useMemo, useRef, useState } from 'preact/hooks';
import { formatCount, formatShare } from '../format.ts';
import { t } from '../messages.ts';
import { useAnswer } from '../parts/answer.tsx';
import { Icon, type IconName } from '../parts/icon.tsx';
import { useNearness } from '../parts/nearness.ts';
import type { World } from '../world.ts';
import { readPlaces, readWorld } from './map-data.ts';
import { MapLegend } from './map-legend.tsx';
import { codeOf, countryIn, type Mark, marksOf, type PlaceName } from './map-marks.ts';
import { MapPicture } from './map-picture.tsx';
import { MapTip } from './map-tip.tsx';
import { type Box, MOST_ZOOM, radiusOf } from './map-view.ts';
import { tabOf } from './url-state.ts';
import { useMap } from './use-map.ts';
import { useChoosing, useShown } from './view.ts';

/** On a telephone, circles are smaller. */
const NARROW = '(max-width: 600px)';
const EMPTY: World = { width: 3840, height: 1848, shapes: [] };

/**
 * Where the visitors are: countries, darker where there are more, or circles for the regions or cities of the list beside
 * the map, which has the same numbers. A country that is filtered by fills the map and has its cities.
 */
export function WorldMap() {
  const { question, state } = useShown();
  const { choose } = useChoosing();
  const frame = useRef<HTMLDivElement>(null);
  const isNear = useNearness(frame);
  const [isFine, setFine] = useState(false);
  const code = countryIn(state.conditions);
  const tab = tabOf(state, 'places');
  const statistic: PlaceName = tab === 'REGION' || tab === 'CITY' ? tab : code ? 'CITY' : 'COUNTRY';
  const { answer, error: noWorld } = useAnswer(signal => (isNear ? readWorld(isFine, signal) : null), [isNear, isFine]);
  const { answer: places, error: noPlaces } = useAnswer(
    signal => (isNear ? readPlaces(statistic, question, signal) : null),
    [isNear, question, statistic],
  );
  const world = answer ?? EMPTY;
  const shapes = useMemo(() => new Map([...world.shapes].reverse().map(shape => [shape.code, shape])), [world]);
  const marks = useMemo(() => (places ? marksOf(places, shapes) : []), [places, shapes]);
  const largest = matchMedia(NARROW).matches ? 10 : 15;
  const scale = { most: Math.max(1, ...marks.map(({ row }) => row.count)), largest };
  const isCircles = places !== null && places.positions !== null;
  const radius = ({ row }: Mark) => {
    if (isCircles) return radiusOf(row.count, scale);
    return shapes.get(codeOf(row.value))?.path ? null : 0;
  };
  const map = useMap({
    size: world,
    marks,
    radius,
    home: (code && shapes.get(code)) || null,
    go: ({ row }, isExcluded) => places && choose(places.statistic, row, isExcluded),
  });
  const { view, index, at, buttons } = map;
  if (view.zoom > 1 && !isFine) setFine(true);
  const summary =
    noWorld || noPlaces ? t('map.failed') : places ? summaryOf(places.statistic, marks.length, places.total) : '';
  return (
    <div class="map" ref={frame}>
      <div
        class={`map-frame${view.zoom > 1 ? ' zoomed' : ''}${map.isDragged ? ' dragged' : ''}`}
        ref={map.frame}
        {...map.frameListeners}
      >
        <input
          type="range"
          class="map-slider hidden"
          aria-label={t('map.name')}
          aria-description={t('map.keys')}
          min={0}
          max={Math.max(0, marks.length - 1)}
          value={Math.max(0, index)}
          aria-valuetext={
            at ? t('map.place', { name: at.name, count: at.row.count, share: formatShare(at.row.share) }) : summary
          }
          {...map.sliderListeners}
        />
        <MapPicture {...{ world, view, marks, scale, isCircles, code, at }} />
        <div class="map-zoom">
          <ZoomButton icon="plus" name={t('map.closer')} isOff={view.zoom === MOST_ZOOM} onClick={buttons.closer} />
          <ZoomButton icon="minus" name={t('map.farther')} isOff={view.zoom === 1} onClick={buttons.farther} />
          <ZoomButton icon="globe" name={t('map.whole')} isOff={view.zoom === 1} onClick={buttons.whole} />
        </div>
        {at && places && (
          <MapTip
            mark={at}
            box={boxNow(at)}
            frame={map.frame}
            onChoose={map.chosen?.by === 'touch' ? () => choose(places.statistic, at.row) : null}
          />
        )}
      </div>
      <div class={statistic === 'COUNTRY' ? 'map-foot' : 'map-foot circles'}>
        <p>{summary}</p>
        {marks.length > 0 && <MapLegend scale={scale} isCircles={isCircles} />}
      </div>
    </div>
  );

  /** Returns what the tip must not cover, in pixels: the circle, the country or, inside of one, the pointer. */
  function boxNow(mark: Mark): Box {
    const around = radius(mark);
    const shape = shapes.get(codeOf(mark.row.value));
    const pointer = map.chosen?.pointer;
    if (around === null && shape) return pointer ? [...pointer, ...pointer] : map.boxOf(shape.box);
    const [left, top, right, bottom] = map.boxOf([...mark.at, ...mark.at]);
    const far = around ?? 0;
    return [left - far, top - far, right + far, bottom + far];
  }
}

/** A button that keeps the focus while it can do nothing. */
function ZoomButton(props: {
  readonly icon: IconName;
  readonly name: string;
  readonly isOff: boolean;
  readonly onClick: () => void;
}) {
  const { icon, name, isOff, onClick } = props;
  return (
    <button type="button" class="quiet" aria-label={name} aria-disabled={isOff} onClick={onClick}>
      <Icon name={icon} />
    </button>
  );
}

function summaryOf(statistic: PlaceName, drawn: number, total: number): string {
  if (total === 0) return '';
  if (drawn === total) return t(`map.all.${statistic}`, { count: total });
  return t(`map.some.${statistic}`, { drawn: formatCount(drawn), count: total });
}
