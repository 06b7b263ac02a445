import '../src/process/production.ts';
import { resolve } from 'node:path';
import { localDay } from '../src/domain/time-zone.ts';
import { Questioner } from './support/ask-questions.ts';
import { type BigDatabase, type Engine, openBigDatabase } from './support/big-database.ts';
import { forgetFiles, segmentsIn } from './support/column-files.ts';
import { measureLarge } from './support/large.ts';
import { measurePacking, packMissing } from './support/packing.ts';
import { QUESTIONS } from './support/question-list.ts';
import { printHeader, printRow } from './support/questions-table.ts';
import { verdict } from './support/statistics.ts';

/*
 * `npm run bench:questions`: the cost of questions that look at single visits of a website with a year of hits,
 * compared with their targets. Each question is first asked in fresh processes that have answered it about another
 * website.
 *   --engines=mariadb,sqlite    --hits=1000000,10000000    --rounds=5
 *   --dir=DIR    keeps the loaded data in DIR, and reuses the data of an earlier run
 *   --only=packing,questions,cold,memory,large
 *   --question=TEXT    asks those whose titles contain this
 *   --beside=CHECKOUT    asks the sources of another checkout the same, in turns
 */

const option = (name: string) =>
  process.argv.find(argument => argument.startsWith(`--${name}=`))?.slice(name.length + 3);
const sizes = (option('hits') ?? '1000000,10000000').split(',').map(Number);
const engines = (option('engines') ?? 'mariadb,sqlite').split(',') as Engine[];
const parts = (option('only') ?? 'packing,questions,cold,memory,large').split(',');
const rounds = Number(option('rounds') ?? 5);
const beside = option('beside');
const asked = QUESTIONS.filter(({ title }) => title.includes(option('question') ?? ''));
const folder = option('dir') ?? null;
const COLD_ROUNDS = 3;
const PASSES = 3;
const MOST_MEMORY = 450;

if (parts.some(part => part !== 'large'))
  for (const engine of engines) for (const hits of sizes) await measure(engine, hits);
if (parts.includes('large')) await measureLarge(folder, rounds);

async function measure(engine: Engine, hits: number): Promise<void> {
  const big = await openBigDatabase(engine, hits, folder);
  try {
    console.log(`\n${engine}, ${hits.toLocaleString('en-US')} hits over 365 days`);
    if (parts.includes('packing')) await measurePacking(big);
    await packMissing(big);
    const questioner = await Questioner.open(big, localDay(Date.now(), big.website.timezone).day);
    if (parts.includes('questions')) await measureQuestions(questioner);
    if (parts.includes('cold')) await measureCold(questioner, big);
    if (parts.includes('memory')) await measureMemory(questioner);
  } finally {
    await big.close();
  }
}

async function measureQuestions(questioner: Questioner): Promise<void> {
  console.log(`  medians of ${rounds} processes, in ms`);
  printHeader(beside !== undefined);
  const checkouts = [resolve('.'), ...(beside === undefined ? [] : [resolve(beside)])];
  for (const question of asked) {
    const [now, before] = await questioner.ask(question, rounds, { checkouts });
    if (now) printRow(question, now, before);
  }
}

/** Prints first answers when the operating system has to read the columns from the disk. */
async function measureCold(questioner: Questioner, { directory, website }: BigDatabase): Promise<void> {
  let areForgotten = true;
  const before = () => {
    areForgotten &&= forgetFiles(segmentsIn(directory, website.id));
  };
  const cells: string[] = [];
  for (const question of asked.filter(({ days }) => days === 365)) {
    const [cold] = await questioner.ask(question, COLD_ROUNDS, { before });
    cells.push(`${question.title} ${cold?.first.ms.toFixed(0)}`);
    if (!areForgotten) break;
  }
  console.log(
    areForgotten
      ? `  first answers with the columns on the disk alone, medians of ${COLD_ROUNDS}: ${cells.join('; ')}`
      : '  not measured with the columns on the disk alone: the operating system keeps the files in memory',
  );
}

/** Prints the memory of one process that is asked everything again and again. */
async function measureMemory(questioner: Questioner): Promise<void> {
  const { after, peak } = await questioner.memory(QUESTIONS, PASSES);
  const mib = (bytes: number) => (bytes / 2 ** 20).toFixed(0);
  console.log(
    `  memory of a process that answers all of them ${PASSES} times: ${after.map(mib).join(', ')} MiB after each, at most ${mib(peak)} (target ${MOST_MEMORY}: ${verdict(peak / 2 ** 20 <= MOST_MEMORY)})`,
  );
}
