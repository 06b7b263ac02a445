import type uPlotType from 'uplot';

/** Points beside each other: the index of the first and of the last. */
export type Run = readonly [first: number, last: number];

/** Pixels between the lines of the hatching. */
const GAP = 7;

/** Hatches the ground behind some points, each up to the middle between it and the next one. */
export function hatch({ ctx, bbox, data, valToPos }: uPlotType, runs: readonly Run[], colour: string): void {
  const most = data[0].length - 1;
  for (const [first, last] of runs) {
    const from = first === 0 ? bbox.left : valToPos(first - 0.5, 'x', true);
    const to = last === most ? bbox.left + bbox.width : valToPos(last + 0.5, 'x', true);
    ctx.save();
    ctx.beginPath();
    ctx.rect(from, bbox.top, to - from, bbox.height);
    ctx.clip();
    ctx.beginPath();
    // The lines begin at fixed places, so that they do not move with the range.
    const step = GAP * devicePixelRatio;
    for (let x = bbox.left - bbox.height; x < bbox.left + bbox.width; x += step) {
      ctx.moveTo(x, bbox.top + bbox.height);
      ctx.lineTo(x + bbox.height, bbox.top);
    }
    ctx.strokeStyle = colour;
    ctx.lineWidth = devicePixelRatio;
    ctx.stroke();
    ctx.restore();
  }
}
