import { readAsset } from '../assets.ts';
import type { World } from '../world.ts';
import type { Point } from '../world-shapes.ts';
import { OneListDocument } from './__generated__/operations.ts';
import { codeOf, type PlaceName, type Places } from './map-marks.ts';
import { askHere, type Question } from './question.ts';

declare const __WORLDS__: readonly [coarse: string, fine: string];

const PER_PAGE = 100;
/** The most pages of rows that are read: three hold more countries than exist, and more circles would hide each other. */
const PAGES: Readonly<Record<PlaceName, number>> = { COUNTRY: 3, REGION: 2, CITY: 2 };
/** The most places of a request for positions. */
const MOST_PLACES = 50;

export async function readWorld(isFine: boolean, signal: AbortSignal): Promise<World> {
  return readAsset(__WORLDS__[isFine ? 1 : 0], signal);
}

/** Reads the places with the most visitors, and where they are. */
export async function readPlaces(
  statistic: PlaceName,
  { days, filter }: Question,
  signal: AbortSignal,
): Promise<Places> {
  const all: Places['rows'][number][] = [];
  let total = 0;
  for (let number = 1, last = 1; number <= last && number <= PAGES[statistic]; number++) {
    const variables = { name: statistic, ...days, filter, page: number, perPage: PER_PAGE };
    const list = (await askHere(OneListDocument, variables, signal))?.stats;
    all.push(...(list?.rows ?? []));
    last = list?.lastPage ?? 1;
    total = list?.total ?? 0;
  }
  const rows = all.filter(({ value }) => codeOf(value) !== '');
  const positions = statistic === 'COUNTRY' ? null : await readPositions(rows, signal);
  return { statistic, rows, positions, total: total - (all.length - rows.length) };
}

async function readPositions(rows: Places['rows'], signal: AbortSignal): Promise<(Point | null)[]> {
  const parts = Array.from({ length: Math.ceil(rows.length / MOST_PLACES) }, (_, index) =>
    rows.slice(index * MOST_PLACES, (index + 1) * MOST_PLACES).map(({ value }) => ['of', value]),
  );
  const answers = parts.map(part =>
    readAsset<{ data: (Point | null)[] }>(`positions?${new URLSearchParams(part)}`, signal),
  );
  return (await Promise.all(answers)).flatMap(({ data }) => data);
}
