import type { Measured } from './ask-questions.ts';
import type { BenchQuestion } from './question-list.ts';
import type { StepResult } from './question-process.ts';
import { verdict } from './statistics.ts';

const HEADER =
  'question, 365 d unless told          first (target)      repeated (target)   shifted       CPU of each   statements  rows     MB    held up   peak';

export function printHeader(comparesBefore: boolean): void {
  console.log(`  ${HEADER}${comparesBefore ? '      before: first, repeated, shifted (times of now); answers' : ''}`);
}

/** Prints a row: milliseconds, processor milliseconds, what the first answer read, and the same question before. */
export function printRow({ title, first, repeated }: BenchQuestion, now: Measured, before?: Measured): void {
  const { cost } = now.first;
  console.log(
    [
      `  ${title.padEnd(34)}`,
      judged(now.first, first),
      judged(now.repeated, repeated),
      msOf(now.shifted).padStart(8),
      [now.first, now.repeated, now.shifted]
        .map(({ cpu }) => cpu.toFixed(0))
        .join(', ')
        .padStart(18),
      String(cost.statements).padStart(12),
      String(cost.rows).padStart(6),
      (cost.bytes / 1e6).toFixed(1).padStart(7),
      `${now.heldUp.toFixed(0)} ms`.padStart(10),
      `${(now.peak / 2 ** 20).toFixed(0)} MiB`.padStart(9),
      before ? `    ${comparison(now, before)}` : '',
    ].join(''),
  );
}

function judged(result: StepResult, target: number | null): string {
  if (target === null) return msOf(result).padStart(20);
  return `${msOf(result)} (${target}: ${verdict(result.refused === null && result.ms <= target)})`.padStart(20);
}

function comparison(now: Measured, before: Measured): string {
  const parts = (['first', 'repeated', 'shifted'] as const).map(name => {
    const times = (of: 'ms' | 'cpu') => (before[name][of] / now[name][of]).toFixed(1);
    return `${msOf(before[name])} (${times('ms')}), CPU ${before[name].cpu.toFixed(0)} (${times('cpu')})`;
  });
  const compared = (['first', 'shifted'] as const).filter(
    name => before[name].refused === null && now[name].refused === null,
  );
  const isSame = compared.every(name => before[name].digest === now[name].digest);
  const answers = compared.length === 0 ? 'not compared' : isSame ? 'the same' : 'NOT THE SAME';
  return `${parts.join('; ')}; ${answers}`;
}

function msOf({ ms, refused }: StepResult): string {
  return refused === null ? ms.toFixed(ms < 10 ? 1 : 0) : 'refused';
}
