import { type StatName as Name, STATISTICS } from '../domain/statistics.ts';
import { builder } from './builder.ts';

/** One value for each entry of the registry; inside, a statistic keeps the name REST gives it. */
export const StatName = builder.enumType('StatName', {
  description: 'The statistics: what is counted, and by what.',
  values: Object.fromEntries(
    STATISTICS.map(({ name, description, value, example }) => [
      name.toUpperCase(),
      { value: name, description: `${description} Value: ${value}, such as \`${example}\`.` },
    ]),
  ) as Record<Uppercase<Name>, { value: Name; description: string }>,
});
