import * as z from 'zod';
import { STATISTICS, type StatName } from '../statistics.ts';
import { quote } from '../text.ts';

const NAMES = STATISTICS.map(({ name }): StatName => name);
const SEND = `send one of ${NAMES.join(', ')}.`;

/** The name of a statistic, exactly as REST and operators write it. */
export const statName = z.enum(NAMES, {
  error: ({ input }) =>
    (input ?? null) === null
      ? `The name is missing; ${SEND}`
      : `The name ${quote(String(input))} is not a statistic; ${SEND}`,
});
