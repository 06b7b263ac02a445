import type { Point } from '../world-shapes.ts';

/** The edges of a part of the map. */
export type Box = readonly [left: number, top: number, right: number, bottom: number];

/** The part of the map that is shown: how far it is zoomed, and the left and top edge of the part. */
export interface MapView {
  readonly zoom: number;
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export const WHOLE: MapView = { zoom: 1, x: 0, y: 0 };
export const MOST_ZOOM = 16;
/** The part of the picture that a country may fill. */
const FILLED = 0.75;
/** The part at each edge in which a place counts as out of sight. */
const EDGE = 0.1;
/** The radius of the smallest circle, in pixels. */
const SMALLEST = 3;
/** Pixels between the tip and what it is about. */
const CLEAR = 12;

/** Returns the view zoomed by a factor; `at` stays where it is in the picture. */
export function zoomed(view: MapView, factor: number, [x, y]: Point, size: Size): MapView {
  const zoom = Math.min(MOST_ZOOM, Math.max(1, view.zoom * factor));
  const part = view.zoom / zoom;
  return within({ zoom, x: x - (x - view.x) * part, y: y - (y - view.y) * part }, size);
}

/** Returns the view moved by units of the map. */
export function moved(view: MapView, x: number, y: number, size: Size): MapView {
  return within({ ...view, x: view.x + x, y: view.y + y }, size);
}

/** Returns the view with a part of the map in its middle, as large as it fits. */
export function showing([left, top, right, bottom]: Box, size: Size): MapView {
  const fitting = Math.min(size.width / (right - left), size.height / (bottom - top)) * FILLED;
  const zoom = Math.min(MOST_ZOOM, Math.max(1, fitting));
  return centred(zoom, [(left + right) / 2, (top + bottom) / 2], size);
}

/** Returns the view itself if the place is in it, otherwise the view with the place in its middle. */
export function reaching(view: MapView, [x, y]: Point, size: Size): MapView {
  const [width, height] = [size.width / view.zoom, size.height / view.zoom];
  const isIn = (part: number) => part >= EDGE && part <= 1 - EDGE;
  if (view.zoom === 1 || (isIn((x - view.x) / width) && isIn((y - view.y) / height))) return view;
  return centred(view.zoom, [x, y], size);
}

export function middleOf(view: MapView, size: Size): Point {
  return [view.x + size.width / view.zoom / 2, view.y + size.height / view.zoom / 2];
}

function centred(zoom: number, [x, y]: Point, size: Size): MapView {
  return within({ zoom, x: x - size.width / zoom / 2, y: y - size.height / zoom / 2 }, size);
}

/** Keeps the edges of the map at the edges of the picture or beyond. */
function within({ zoom, x, y }: MapView, { width, height }: Size): MapView {
  const inside = (at: number, length: number) => Math.min(Math.max(0, at), length - length / zoom);
  return { zoom, x: inside(x, width), y: inside(y, height) };
}

/** The arrow keys and the directions in which they lead. */
export const DIRECTIONS: Readonly<Record<string, Point>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Returns the index of the nearest place in a direction; -1 if there is none. What is far aside counts as farther. */
export function nextPlace(places: readonly Point[], from: Point, [dx, dy]: Point): number {
  let [best, least] = [-1, Number.POSITIVE_INFINITY];
  places.forEach(([x, y], index) => {
    const ahead = (x - from[0]) * dx + (y - from[1]) * dy;
    const aside = Math.abs((x - from[0]) * dy) + Math.abs((y - from[1]) * dx);
    if (ahead <= 0 || aside > 2 * ahead) return;
    const far = ahead + 2 * aside;
    if (far < least) [best, least] = [index, far];
  });
  return best;
}

/** The largest count, and the radius of its circle in pixels. */
export interface CircleScale {
  readonly most: number;
  readonly largest: number;
}

/** Returns the radius of a circle, in pixels: its area is in proportion to the count, unless it would be too small to see. */
export function radiusOf(count: number, { most, largest }: CircleScale): number {
  return Math.max(SMALLEST, largest * Math.sqrt(count / most));
}

/** Returns how dark a country is: with the square root, one large country does not leave all others pale. */
export function shadeOf(count: number, most: number): number {
  return 0.12 + 0.88 * Math.sqrt(count / most);
}

/**
 * Returns the left and top edge of a tip that covers nothing of what it is about: to its right if there is room, or to
 * its left, otherwise below or above, which can be outside the frame. What fills the frame is covered in a corner.
 */
export function besideBox([left, top, right, bottom]: Box, tip: Size, frame: Size): Point {
  const middle = (from: number, to: number, length: number, most: number) =>
    Math.max(0, Math.min(most - length, (from + to) / 2 - length / 2));
  const y = middle(top, bottom, tip.height, frame.height);
  if (right + CLEAR + tip.width <= frame.width) return [right + CLEAR, y];
  if (left - CLEAR - tip.width >= 0) return [left - CLEAR - tip.width, y];
  const x = middle(left, right, tip.width, frame.width);
  if (bottom + CLEAR + tip.height <= frame.height) return [x, bottom + CLEAR];
  return [x, Math.max(top, 0) - CLEAR - tip.height];
}
