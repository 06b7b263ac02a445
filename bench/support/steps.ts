import { Session } from 'node:inspector/promises';

/* Where the processor time of this thread goes while it folds, by the files of the steps. */

/** A sample belongs to the innermost function that is in one of these files. */
const STEPS: readonly (readonly [step: string, files: RegExp])[] = [
  ['parse the hits', /domain\/stored-hit|fold\/work/],
  ['intern the texts', /fold\/(intern|text-table|new-values|known-values)/],
  ['load and save visits', /(fold|db\/visits)\/visits/],
  ['attribute', /src\/counting\//],
  ['save sums', /fold\/sums/],
  ['text of statements', /db\/(sql|written-rows)|fold\/store|db\/rollups/],
  ['driver', /node_modules|db\/dialects/],
  ['the rest of the fold', /src\//],
];
const GARBAGE = 'collect garbage';
const REST = 'Node';

/** Runs `work`, and returns the share of each step in the time that this thread did not wait. */
export async function sharesOfSteps(work: () => Promise<void>): Promise<Map<string, number>> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.start');
  await work();
  const { profile } = await session.post('Profiler.stop');
  session.disconnect();

  const nodes = new Map(profile.nodes.map(node => [node.id, node]));
  const parents = new Map(
    profile.nodes.flatMap(({ id, children = [] }) => children.map(child => [child, id] as const)),
  );
  const stepOf = (id: number): string | null => {
    const name = nodes.get(id)?.callFrame.functionName;
    if (name === '(idle)') return null;
    if (name === '(garbage collector)') return GARBAGE;
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
      const url = nodes.get(at)?.callFrame.url ?? '';
      const step = STEPS.find(([, files]) => files.test(url));
      if (step) return step[0];
    }
    return REST;
  };
  const times = new Map<string, number>();
  let total = 0;
  profile.samples?.forEach((id, index) => {
    const step = stepOf(id);
    if (step === null) return;
    const time = profile.timeDeltas?.[index] ?? 0;
    times.set(step, (times.get(step) ?? 0) + time);
    total += time;
  });
  return new Map(
    [...STEPS.map(([step]) => step), GARBAGE, REST].map(step => [step, (times.get(step) ?? 0) / Math.max(1, total)]),
  );
}
