import { type Chunk, chunksOf } from '../../counting/chunks.ts';
import { OTHER } from '../../domain/other.ts';
import type { Statistic } from '../../domain/statistic.ts';
import { cut, LONGEST_VALUE } from '../../domain/text.ts';
import { readSizes } from '../columns/days.ts';
import { touchDays } from '../columns/late-days.ts';
import type { Dialect, Executor } from '../dialect.ts';
import { advanceFold, lockFold } from '../rollups/fold-state.ts';
import { findValueIds, readTexts, valueHash } from '../rollups/values.ts';
import { blob, chunks, insertRows, int, Text } from '../sql.ts';
import { retriedTransaction } from '../transaction.ts';

/** Visits, or combinations of values, that one statement changes. */
const MANY = 100;

interface Filling {
  readonly dialect: Dialect;
  readonly website: number;
  readonly day: number;
}

/** Gives the visits of one day the values of statistics that can be worked out; each transaction is small. */
export async function fillVisits(on: Filling, statistics: readonly Statistic[]): Promise<void> {
  const { dialect, website, day } = on;
  for (const chunk of chunksOf({ from: day, to: day }, await readSizes(dialect, website, [day])))
    for (const { column, latest, derive } of statistics) {
      if (latest !== undefined) await correctLatest(on, chunk);
      else if (derive && column !== undefined) await deriveValues(on, chunk, column, derive);
    }
}

/** Corrects the exit pages that an earlier release took from a pageview that was late. */
async function correctLatest(on: Filling, chunk: Chunk): Promise<void> {
  const { dialect } = on;
  if ((await wrongExits(dialect, on, chunk)).length === 0) return;
  await changeVisits(on, async tx => {
    // Later pageviews may have been folded meanwhile.
    for (const { visitor, no, page } of await wrongExits(tx, on, chunk))
      await tx.run(
        `UPDATE visit SET exit_page = ${int(page)} WHERE ${whereOf(on, chunk)} AND visitor = ${blob(visitor.toString('hex'))} AND no = ${int(no)}`,
      );
  });
}

interface WrongExit {
  readonly visitor: Buffer;
  readonly no: number;
  readonly page: number;
}

async function wrongExits(executor: Executor, on: Filling, chunk: Chunk): Promise<WrongExit[]> {
  const page =
    'SELECT h.page FROM hit h WHERE h.website_id = v.website_id AND h.day = v.day AND h.visitor = v.visitor AND h.visit_no = v.no AND h.event IS NULL ORDER BY h.at DESC, h.id DESC LIMIT 1';
  return executor.all<WrongExit>(
    `SELECT visitor, no, page FROM (SELECT v.visitor, v.no, v.exit_page, (${page}) AS page FROM visit v WHERE ${whereOf(on, chunk, 'v.')} AND v.pageviews > 1) latest WHERE page <> exit_page`,
  );
}

/** Only visits without a value can have been stored before the statistic was added. */
async function deriveValues(
  on: Filling,
  chunk: Chunk,
  column: string,
  derive: NonNullable<Statistic['derive']>,
): Promise<void> {
  const { dialect, website } = on;
  const where = `${whereOf(on, chunk)} AND ${column} = 0`;
  const known = await dialect.all<{ referrer: number; campaign: number }>(
    `SELECT DISTINCT referrer, campaign FROM visit WHERE ${where}`,
  );
  const ids = new Set(known.flatMap(({ referrer, campaign }) => [referrer, campaign]));
  const texts = (await readTexts(dialect, new Map([[website, ids]]))).get(website);
  const textOf = (id: number) => texts?.get(id) ?? '';
  const derived = known
    .map(({ referrer, campaign }) => {
      const isOther = textOf(referrer) === OTHER;
      const value = isOther ? OTHER : derive({ referrer: textOf(referrer), campaign: textOf(campaign) });
      return { referrer, campaign, text: cut(value, LONGEST_VALUE) };
    })
    .filter(({ text }) => text !== '');
  for (const some of chunks(derived, MANY))
    await changeVisits(on, async (tx, idOf) => {
      const cases: string[] = [];
      for (const { referrer, campaign, text } of some)
        cases.push(`WHEN referrer = ${int(referrer)} AND campaign = ${int(campaign)} THEN ${int(await idOf(text))}`);
      await tx.run(`UPDATE visit SET ${column} = CASE ${cases.join(' ')} ELSE ${column} END WHERE ${where}`);
    });
}

/** Changes visits under the lock of the fold; `idOf` returns the value id of a text. */
async function changeVisits(
  { dialect, website, day }: Filling,
  work: (tx: Executor, idOf: (text: string) => Promise<number>) => Promise<void>,
): Promise<void> {
  await retriedTransaction(dialect, async tx => {
    const state = await lockFold(tx, dialect, website);
    let { nextValue } = state;
    const known = new Map<string, number>();
    await work(tx, async text => {
      const hash = valueHash(text);
      let id = known.get(text) ?? (await findValueIds(tx, dialect, website, [hash])).get(hash);
      if (id === undefined) {
        id = nextValue++;
        await insertRows(tx, {
          table: 'stat_value',
          columns: ['website_id', 'id', 'hash', 'value'],
          rows: [[website, id, blob(hash), new Text(text)]],
        });
      }
      known.set(text, id);
      return id;
    });
    const isClosed = day < state.openDay;
    if (isClosed) await touchDays(tx, dialect, website, [day]);
    const change = isClosed ? { visitors: [], at: Date.now() } : null;
    await advanceFold(tx, dialect, website, state, { ...state, nextValue, touchesClosed: true, change });
  });
}

function whereOf({ website, day }: Filling, { visitors }: Chunk, of = ''): string {
  const byte = (number: number) => number.toString(16).padStart(2, '0');
  const part = visitors
    ? ` AND ${of}visitor >= ${blob(byte(visitors[0]).padEnd(16, '0'))} AND ${of}visitor <= ${blob(byte(visitors[1]).padEnd(16, 'f'))}`
    : '';
  return `${of}website_id = ${int(website)} AND ${of}day = ${int(day)}${part}`;
}
