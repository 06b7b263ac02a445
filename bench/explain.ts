import '../src/process/production.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createStatsLoader, openReading } from '../src/stats/loader.ts';
import { databaseWithWebsites } from '../test/support/hits.ts';
import { FIRST_DAY, foldStory, STORY_KINDS, type Story, type StoryKind, tell } from '../test/support/stories.ts';
import { verdict } from './support/statistics.ts';

/*
 * `npm run bench:explain`: how often what was planted in generated stories of two weeks is the first cause that is told,
 * and how many causes are told about quiet weeks.
 *   --stories=102    --quiet=52    --seed=0
 */

const option = (name: string, preset: number) =>
  Number(process.argv.find(argument => argument.startsWith(`--${name}=`))?.slice(name.length + 3) ?? preset);
const stories = option('stories', 102);
const quiet = option('quiet', 52);
const seed = option('seed', 0);

const folder = mkdtempSync(join(tmpdir(), 'footfall-bench-'));
const database = await databaseWithWebsites(
  { url: `sqlite:${join(folder, 'footfall.db')}`, dataDir: folder },
  stories + quiet,
);
try {
  const reading = openReading(database);
  const right = new Map<StoryKind, number>();
  let further = 0;
  let falseCauses = 0;
  for (let at = 0; at < stories + quiet; at++) {
    const kind = at < stories ? (STORY_KINDS[at % STORY_KINDS.length] as StoryKind) : 'quiet';
    const story = tell(kind, seed + at);
    const { causes } = await explain(at + 1, story);
    if (kind === 'quiet') falseCauses += causes.length;
    else {
      const isFirst = causes[0] !== undefined && story.isPlanted(causes[0].conditions);
      right.set(kind, (right.get(kind) ?? 0) + Number(isFirst));
      further += causes.length - Number(isFirst);
    }
  }
  const first = [...right.values()].reduce((sum, count) => sum + count, 0);
  console.log(
    `what happened is the first cause in ${first} of ${stories} stories (target 95 of 100: ${verdict(first >= 0.95 * stories)})`,
  );
  console.log(`  ${[...right].map(([kind, count]) => `${kind} ${count}`).join(', ')}; other causes: ${further}`);
  console.log(`causes told about ${quiet} quiet weeks: ${falseCauses} (target 0: ${verdict(falseCauses === 0)})`);

  async function explain(website: number, story: Story) {
    await foldStory(database, website, story);
    return createStatsLoader(reading).explain({
      website,
      timezone: 'UTC',
      from: FIRST_DAY + 7,
      to: FIRST_DAY + 13,
      compare: 'PREVIOUS_PERIOD',
      metric: 'visits',
      filter: null,
      now: (FIRST_DAY + 14) * 86_400_000,
      registeredAt: 0,
    });
  }
} finally {
  await database.close();
  rmSync(folder, { recursive: true, force: true });
}
