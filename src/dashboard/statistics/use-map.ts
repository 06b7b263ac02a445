import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { useLeaving } from '../parts/leaving.ts';
import type { Shape } from '../world.ts';
import type { Point } from '../world-shapes.ts';
import { codeOf, type Mark } from './map-marks.ts';
import * as views from './map-view.ts';

/** The factor of a step of the zoom. */
const STEP = 2;
/** The part of the picture by which arrows move it. */
const STRIDE = 0.2;
/** Pixels that a pointer may move in a click. */
const STILL = 6;
/** Pixels around the middle of a small mark in which the pointer is on it. */
const REACH = 12;

/** The mark that is chosen, and how; with a mouse, also where the pointer is, in pixels of the picture. */
interface Chosen {
  readonly value: string;
  readonly by: 'mouse' | 'touch' | 'keys';
  readonly pointer: Point | null;
}

/**
 * Returns what the map shows, with the listeners of its frame and of its hidden slider. A click or Enter goes to a mark,
 * with Alt it leaves it out, a tap only chooses it; dragging moves the map once it is zoomed.
 */
export function useMap(props: {
  readonly size: views.Size;
  readonly marks: readonly Mark[];
  /** Returns the radius of a mark in pixels; null for a country, which has a shape. */
  readonly radius: (mark: Mark) => number | null;
  /** What the map shows first, and whenever it changes. */
  readonly home: Shape | null;
  readonly go: (mark: Mark, isExcluded: boolean) => void;
}) {
  const { size, marks, radius, home, go } = props;
  const [view, setView] = useState(views.WHOLE);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  const pressed = useRef<{ readonly x: number; readonly y: number; readonly view: views.MapView } | null>(null);
  const [isDragged, setDragged] = useState(false);
  const index = chosen ? marks.findIndex(({ row }) => row.value === chosen.value) : -1;
  const at = marks[index] ?? null;
  const leave = useCallback(() => setChosen(null), []);
  useLeaving(frame, at !== null && chosen?.by !== 'mouse', leave);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the finer shape of the same country moves nothing.
  useEffect(() => setView(home ? views.showing(home.box, size) : views.WHOLE), [home?.code]);

  const widthNow = () => frame.current?.clientWidth || 1;
  /** Returns the pixels of a place of the window. */
  const pixelsOf = ({ clientX, clientY }: MouseEvent): Point => {
    const { left = 0, top = 0 } = frame.current?.getBoundingClientRect() ?? {};
    return [clientX - left, clientY - top];
  };
  const scaleOf = ({ zoom }: views.MapView) => (widthNow() / size.width) * zoom;
  const placeOf = ([x, y]: Point): Point => [view.x + x / scaleOf(view), view.y + y / scaleOf(view)];

  /** Returns the mark at the pointer: the circle or dot whose middle is nearest, or the country. */
  const markAt = (event: MouseEvent): Mark | null => {
    const [x, y] = placeOf(pixelsOf(event));
    const code = event.target instanceof Element ? event.target.getAttribute('data-code') : null;
    const inside = marks.find(mark => radius(mark) === null && codeOf(mark.row.value) === code);
    if (inside) return inside;
    let [nearest, least]: [Mark | null, number] = [null, Number.POSITIVE_INFINITY];
    for (const mark of marks) {
      const far = Math.hypot(mark.at[0] - x, mark.at[1] - y) * scaleOf(view);
      if (far <= Math.max(REACH, radius(mark) ?? 0) && far < least) [nearest, least] = [mark, far];
    }
    return nearest;
  };
  const zoom = (factor: number, place: Point = views.middleOf(view, size)) =>
    setView(views.zoomed(view, factor, place, size));
  const choose = (mark: Mark | null, by: Chosen['by'], pointer: Point | null = null) =>
    setChosen(mark && { value: mark.row.value, by, pointer });
  const isControl = ({ target }: Event) => target instanceof Element && target.closest('button') !== null;

  const frameListeners = {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0 || isControl(event)) return;
      pressed.current = { x: event.clientX, y: event.clientY, view };
    },
    onPointerMove: (event: PointerEvent) => {
      const { current: from } = pressed;
      const [x, y] = from ? [from.x - event.clientX, from.y - event.clientY] : [0, 0];
      if (from && (isDragged || Math.hypot(x, y) > STILL)) {
        if (!isDragged) frame.current?.setPointerCapture(event.pointerId);
        setDragged(true);
        setChosen(null);
        setView(views.moved(from.view, x / scaleOf(view), y / scaleOf(view), size));
      } else if (event.pointerType === 'mouse')
        choose(isControl(event) ? null : markAt(event), 'mouse', pixelsOf(event));
    },
    onPointerUp: (event: PointerEvent) => {
      const { current: from } = pressed;
      pressed.current = null;
      setDragged(false);
      if (!from || isDragged) return;
      const mark = markAt(event);
      if (event.pointerType !== 'mouse') choose(mark, 'touch');
      else if (mark) go(mark, event.altKey);
    },
    onPointerCancel: () => {
      pressed.current = null;
      setDragged(false);
    },
    onPointerLeave: () => {
      if (chosen?.by === 'mouse') leave();
    },
    onDblClick: (event: MouseEvent) => {
      if (!isControl(event) && !markAt(event)) zoom(STEP, placeOf(pixelsOf(event)));
    },
    onWheel: (event: WheelEvent) => {
      // Without Ctrl, the wheel scrolls the page; two fingers on a touchpad come with it.
      if (!event.ctrlKey) return;
      event.preventDefault();
      zoom(2 ** (-event.deltaY / 100), placeOf(pixelsOf(event)));
    },
  };

  /** Chooses by key, and shows the mark. */
  const reach = (mark: Mark | undefined) => {
    if (!mark) return;
    choose(mark, 'keys');
    setView(views.reaching(view, mark.at, size));
  };
  const sliderListeners = {
    onFocus: () => reach(at ?? marks[0]),
    onInput: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) =>
      reach(marks[currentTarget.valueAsNumber]),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || (event.altKey && event.key !== 'Enter')) return;
      const direction = views.DIRECTIONS[event.key];
      if (direction && at) {
        const next =
          marks[
            views.nextPlace(
              marks.map(mark => mark.at),
              at.at,
              direction,
            )
          ];
        const stride = STRIDE / view.zoom;
        if (next) reach(next);
        else setView(views.moved(view, direction[0] * size.width * stride, direction[1] * size.height * stride, size));
      } else if (direction || event.key === 'Home') reach(marks[0]);
      else if (event.key === 'End') reach(marks.at(-1));
      else if (event.key === '+' || event.key === '=') zoom(STEP, at?.at);
      else if (event.key === '-') zoom(1 / STEP, at?.at);
      else if (event.key === '0') setView(views.WHOLE);
      else if (event.key === 'Enter' && at) go(at, event.altKey);
      else if (event.key === 'Escape') leave();
      else return;
      event.preventDefault();
    },
  };
  /** Returns the pixels of a part of the map. */
  const boxOf = ([left, top, right, bottom]: views.Box): views.Box => {
    const scale = scaleOf(view);
    return [(left - view.x) * scale, (top - view.y) * scale, (right - view.x) * scale, (bottom - view.y) * scale];
  };
  const buttons = {
    closer: () => zoom(STEP),
    farther: () => zoom(1 / STEP),
    whole: () => setView(views.WHOLE),
  };
  return { view, index, at, chosen, isDragged, frame, frameListeners, sliderListeners, buttons, boxOf };
}
