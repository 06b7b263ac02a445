import { days } from '../../domain/inputs/days.ts';

/** The range of days of whatever was counted. */
export const rangeDays = {
  from: days.from.meta({ description: "The first day, inclusive, in the website's time zone." }),
  to: days.to.meta({ description: 'The last day, inclusive; not before `from`.' }),
};
