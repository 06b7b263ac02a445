import type { IdFilter } from '../counting/id-filter.ts';
import { type Answers, type Asked, mergeAnswers, type QuestionName } from '../counting/questions.ts';
import type { Visits } from '../db/columns/read.ts';
import type { Meter } from './budget.ts';
import type { CountingThreads } from './counting-threads.ts';

/** Answers a question for the visits of completed days, or for those of the open one. */
export type VisitAnswer = <Name extends QuestionName>(
  of: 'closed' | 'open',
  name: Name,
  asked: Asked[Name],
) => Promise<Answers[Name]>;

/** Returns how questions about these visits are answered: what is packed, while the rows of other days are read. */
export function answerFrom(
  { packed, unpacked, rows, openDay }: Visits,
  counting: CountingThreads,
  filter: IdFilter,
  meter: Meter,
): VisitAnswer {
  const isClosed = (day: number) => day < openDay;
  return async (of, name, asked) => {
    const question = { name, asked };
    const ofRows = async () => {
      const portions = (await rows).filter(({ part }) => isClosed(part.firstDay) === (of === 'closed'));
      return counting.answer(portions, filter, question, meter);
    };
    if (of === 'open') return ofRows();
    const ofSegments = await counting.answer(packed, filter, question, meter);
    return unpacked.some(isClosed) ? mergeAnswers([ofSegments, await ofRows()], question) : ofSegments;
  };
}
