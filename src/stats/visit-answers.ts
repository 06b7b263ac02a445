import DataLoader from 'dataloader';
import type { IdFilter } from '../counting/id-filter.ts';
import { type Answers, type Asked, mergeEach, type Question, type QuestionName } from '../counting/questions.ts';
import type { Visits } from '../db/columns/read.ts';
import type { Meter } from './budget.ts';
import type { CountingThreads } from './counting-threads.ts';
import { inOneTurn } from './in-one-turn.ts';

/**
 * Answers a question for the visits of completed days, or for those of the open one. Questions of one turn are answered in
 * one pass.
 */
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
  const ofRows = async (of: 'closed' | 'open', questions: readonly Question[]) => {
    const portions = (await rows).filter(({ part }) => isClosed(part.firstDay) === (of === 'closed'));
    return counting.answerEach(portions, filter, questions, meter);
  };
  const closed = new DataLoader<Question, Answers[QuestionName]>(async questions => {
    const ofSegments = await counting.answerEach(packed, filter, questions, meter);
    return unpacked.some(isClosed) ? mergeEach([ofSegments, await ofRows('closed', questions)], questions) : ofSegments;
  }, inOneTurn);
  const open = new DataLoader<Question, Answers[QuestionName]>(questions => ofRows('open', questions), inOneTurn);
  const loaders = { closed, open };
  return <Name extends QuestionName>(of: 'closed' | 'open', name: Name, asked: Asked[Name]) =>
    loaders[of].load({ name, asked }) as Promise<Answers[Name]>;
}
