import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { formatShare } from '../format.ts';
import { rich, t } from '../messages.ts';
import type { Mark } from './map-marks.ts';
import { type Box, besideBox } from './map-view.ts';

/** The numbers of a place beside it; the button is for fingers, which choose a place before they filter by it. */
export function MapTip(props: {
  readonly mark: Mark;
  /** What the tip must not cover, in pixels of the frame. */
  readonly box: Box;
  readonly frame: RefObject<HTMLElement | null>;
  readonly onChoose: (() => void) | null;
}) {
  const { mark, box, frame, onChoose } = props;
  const { name, row } = mark;
  const tip = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!tip.current || !frame.current) return;
    const { offsetWidth: width, offsetHeight: height } = tip.current;
    const { clientWidth, clientHeight } = frame.current;
    const [left, top] = besideBox(box, { width, height }, { width: clientWidth, height: clientHeight });
    tip.current.style.translate = `${Math.round(left)}px ${Math.round(top)}px`;
  });
  return (
    <div class="tip" ref={tip}>
      <p>
        <bdi>{name}</bdi>
      </p>
      <p class="tip-now">
        {rich(
          'map.tip',
          { strong: text => <strong>{text}</strong> },
          { count: row.count, share: formatShare(row.share) },
        )}
      </p>
      {onChoose && (
        <button type="button" class="button small" onClick={onChoose}>
          {t('map.filter')}
        </button>
      )}
    </div>
  );
}
