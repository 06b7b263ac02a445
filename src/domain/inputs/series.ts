import * as z from 'zod';
import { countSlots, type Interval } from '../intervals.ts';
import { dayRange } from '../presets.ts';
import { faultless } from './issue.ts';

/** Ten years of days, or nearly half a year of hours. */
export const MAX_POINTS = 4_000;

/** Rejects a time series with too many points, under the name `interval`. */
export const fewPoints = z.superRefine<{ readonly from: string; readonly to: string; readonly interval: Interval }>(
  ({ from, to, interval }, { addIssue }) => {
    const points = countSlots(dayRange(from, to), interval);
    if (points <= MAX_POINTS) return;
    const message = `The range has ${points} points at the interval ${interval}; at most ${MAX_POINTS} are allowed. Send a longer interval or a shorter range.`;
    addIssue({ code: 'custom', path: ['interval'], message });
  },
  faultless('from', 'to', 'interval'),
);
