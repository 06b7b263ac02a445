import { type StatName as Name, STATISTICS } from '../domain/statistics.ts';
import { builder } from './builder.ts';

/** One value per registry entry; internally, a statistic keeps its REST name. */
export const StatName = builder.enumType('StatName', {
  description: 'A statistic: what is counted, and by which value.',
  values: Object.fromEntries(
    STATISTICS.map(({ name, description, value, example }) => [
      name.toUpperCase(),
      { value: name, description: `${description} Value: ${value}, such as \`${example}\`.` },
    ]),
  ) as Record<Uppercase<Name>, { value: Name; description: string }>,
});
