import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { useLeaving } from '../parts/leaving.ts';
import type { Run } from './chart-lines.ts';

/** Pixels that a pointer may move in a click. */
const STILL = 6;

/** The point that is chosen, and how: with a mouse, it follows the pointer. */
interface Chosen {
  readonly index: number;
  readonly by: 'mouse' | 'touch' | 'keys';
}

/**
 * Returns the chosen point and the selected points of a chart, with the listeners of its frame and of its hidden slider.
 * A click or Enter goes to the point, a drag, or arrows with Shift and Enter, to the selection; a tap only chooses.
 */
export function useChoice(props: {
  readonly count: number;
  /** Returns the index of the point at a place of the window. */
  readonly indexAt: (clientX: number) => number;
  readonly go: (run: Run) => void;
}) {
  const { count, indexAt, go } = props;
  const [chosen, setChosen] = useState<Chosen | null>(null);
  /** The point where a selection began. */
  const [anchor, setAnchor] = useState<number | null>(null);
  const pressed = useRef<{ readonly x: number; readonly index: number } | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  /** Where the mouse was last: browsers report moves of a mouse that rests, when the page changes below it. */
  const mouse = useRef({ x: -1, y: -1 });
  // The points can become fewer.
  const at = chosen && chosen.index < count ? chosen : null;
  const selected: Run | null =
    at && anchor !== null && anchor < count ? [Math.min(anchor, at.index), Math.max(anchor, at.index)] : null;

  const leave = useCallback(() => {
    setChosen(null);
    setAnchor(null);
  }, []);
  const goTo = (run: Run) => {
    leave();
    go(run);
  };

  useEffect(() => {
    const cancel = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape' || !pressed.current) return;
      pressed.current = null;
      leave();
    };
    addEventListener('keydown', cancel);
    return () => removeEventListener('keydown', cancel);
  }, [leave]);
  useLeaving(frame, at !== null && at.by !== 'mouse', leave);

  const pointer = (listen: (event: PointerEvent, by: 'mouse' | 'touch') => void) => (event: PointerEvent) => {
    if (!isControl(event) || pressed.current) listen(event, event.pointerType === 'mouse' ? 'mouse' : 'touch');
  };
  const frameListeners = {
    onPointerDown: pointer((event, by) => {
      if (event.button !== 0) return;
      pressed.current = { x: event.clientX, index: indexAt(event.clientX) };
      setAnchor(null);
      setChosen({ index: pressed.current.index, by });
      frame.current?.setPointerCapture(event.pointerId);
    }),
    onPointerMove: pointer((event, by) => {
      const { current: from } = pressed;
      if (!from && by === 'touch') return;
      const rests = by === 'mouse' && event.clientX === mouse.current.x && event.clientY === mouse.current.y;
      if (by === 'mouse') mouse.current = { x: event.clientX, y: event.clientY };
      if (rests && at && at.by !== 'mouse') return;
      if (from && Math.abs(event.clientX - from.x) > STILL) setAnchor(from.index);
      setChosen({ index: indexAt(event.clientX), by });
    }),
    onPointerUp: pointer((event, by) => {
      const { current: from } = pressed;
      pressed.current = null;
      if (!from) return;
      const index = indexAt(event.clientX);
      if (anchor !== null) goTo([Math.min(from.index, index), Math.max(from.index, index)]);
      else if (by === 'mouse') goTo([index, index]);
    }),
    onPointerCancel: () => {
      pressed.current = null;
      leave();
    },
    onTouchEnd: (event: TouchEvent) => {
      // The click that follows a tap would be one on the button of the tip that the tap has just shown.
      if (!isControl(event) && event.cancelable) event.preventDefault();
    },
    onPointerLeave: () => {
      if (at?.by === 'mouse' && !pressed.current) leave();
    },
  };

  const sliderListeners = {
    onFocus: () => setChosen({ index: at?.index ?? count - 1, by: 'keys' }),
    onInput: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) => {
      setAnchor(null);
      setChosen({ index: currentTarget.valueAsNumber, by: 'keys' });
    },
    onKeyDown: (event: KeyboardEvent) => {
      const step = event.shiftKey ? { ArrowLeft: -1, ArrowRight: 1 }[event.key] : undefined;
      if (event.key === 'Escape') leave();
      else if (event.key === 'Enter' && at) goTo(selected ?? [at.index, at.index]);
      else if (step && at) {
        event.preventDefault();
        setAnchor(anchor ?? at.index);
        setChosen({ index: Math.max(0, Math.min(count - 1, at.index + step)), by: 'keys' });
      }
    },
  };
  return { at, selected, frame, frameListeners, sliderListeners, leave, goTo };
}

/** Returns whether an event is one of a button, or of the tip, and not of the chart. */
function isControl({ target }: Event): boolean {
  return target instanceof Element && target.closest('button, .tip') !== null;
}
