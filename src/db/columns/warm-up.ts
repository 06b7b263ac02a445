import { ALL_COLUMNS, COLUMNS } from '../../counting/columns.ts';
import { addVisits } from './add-visits.ts';
import { PartBuilder } from './part-builder.ts';
import { Rows } from './rows.ts';

const ROUNDS = 10;
/** So many that lists grow and visitors are as large as numbers of 4 bytes can be, as with real rows. */
const VISITS = 600;
const VISITORS_APART = 7_000_000;
const VALUES = 3_000;
const HITS_PER_VISIT = 3;
/** Fields of a row of visits, and of one of hits, when all of them are read. */
const VISIT_FIELDS = 9 + COLUMNS.visit.ids.length;
const HIT_FIELDS = 12;
const DAY = 20_000;
const TIME = DAY * 86_400_000;

/**
 * Adds made-up rows, so that V8 has compiled how rows of visits become columns before a question needs it: the first
 * open day would otherwise take several times as long. Yields after each few milliseconds of work.
 */
export function* warmUpRows(): Generator<void> {
  for (let round = 0; round < ROUNDS; round++) {
    const builder = new PartBuilder(DAY, 1, ALL_COLUMNS, true);
    addVisits(madeRows(round), { of: () => builder, columns: ALL_COLUMNS });
    builder.build();
    yield;
  }
}

function madeRows(round: number): { visits: Rows; hits: Rows } {
  const visits: string[] = [];
  const hits: string[] = [];
  for (let visit = 0; visit < VISITS; visit++) {
    const half = (visit * VISITORS_APART).toString(16).padStart(8, '0').toUpperCase();
    const begin = [DAY, half + half, 1];
    const start = TIME + visit * 60_000;
    const others = (fields: number) => Array.from({ length: fields - 4 }, (_, at) => (visit * (at + round)) % VALUES);
    visits.push([...begin, start, ...others(VISIT_FIELDS)].join(' '));
    for (let hit = 0; hit < HITS_PER_VISIT; hit++) {
      const [hour = 0, page = 0, , unit = 0, ...more] = others(HIT_FIELDS - 1);
      const isEvent = hit === 2 && visit % 8 === 0;
      hits.push([...begin, start + hit * 1_500, hour, page, isEvent ? 7 : 0, unit, ...more, ''].join(' '));
    }
  }
  const textOf = (rows: readonly string[]) => rows.map(row => `${row},`).join(',');
  const all = (fields: number) => Array.from({ length: fields }, (_, at) => at);
  return {
    visits: new Rows([textOf(visits)], all(VISIT_FIELDS)),
    hits: new Rows([textOf(hits)], all(HIT_FIELDS)),
  };
}
