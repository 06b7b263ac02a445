import { days } from '../../domain/inputs/days.ts';

/** The parameters of a range of days. */
export const rangeDays = {
  from: days.from.meta({ description: "The first day of the range, in the website's time zone." }),
  to: days.to.meta({ description: 'The last day of the range, inclusive; not before `from`.' }),
};
