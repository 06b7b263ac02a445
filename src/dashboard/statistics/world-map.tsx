import { useRef, useState } from 'preact/hooks';
import { base } from '../base.ts';
import { formatCount } from '../format.ts';
import { useAnswer } from '../parts/answer.tsx';
import { useNearness } from '../parts/nearness.ts';
import type { World } from '../world.ts';
import { type ListFragment, OneListDocument } from './__generated__/operations.ts';
import type { Row } from './list-table.tsx';
import { askHere, type Question } from './question.ts';
import { useShown } from './view.ts';

declare const __WORLD__: string;

/** The countries of the visitors, darker where there are more; the list beside the map has the same numbers. */
export function WorldMap() {
  const { question, choose } = useShown();
  const [hovered, setHovered] = useState<Row | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  const isNear = useNearness(frame);
  const { answer: world } = useAnswer(signal => (isNear ? readWorld(signal) : null), [isNear]);
  const { answer } = useAnswer(signal => (isNear ? readCountries(question, signal) : null), [isNear, question]);
  const rows = answer ?? [];
  const most = Math.max(1, ...rows.map(({ count }) => count));
  const byCode = new Map(rows.map(row => [row.value.slice(0, 2), row]));
  const shapeOf = (code: string) => {
    const row = byCode.get(code);
    if (!row) return { class: 'land' };
    return {
      class: 'land visited',
      // With the square root, one large country does not leave all others pale.
      style: { '--heat-part': 0.12 + 0.88 * Math.sqrt(row.count / most) },
      onMouseEnter: () => setHovered(row),
      onMouseLeave: () => setHovered(null),
      onClick: () => choose('COUNTRY', row),
    };
  };
  return (
    <div class="map" ref={frame}>
      <svg
        viewBox={`0 0 ${world?.width ?? 960} ${world?.height ?? 462}`}
        role="img"
        aria-label="World map of visitors by country; the list of countries has the numbers."
      >
        {world?.countries.map(([code, path]) => (
          <path key={path} d={path} {...shapeOf(code)} />
        ))}
        {world?.dots.map(
          ([code, x, y]) => byCode.has(code) && <circle key={code} cx={x} cy={y} r={4} {...shapeOf(code)} />,
        )}
      </svg>
      <p class="map-tip" aria-hidden="true">
        {hovered ? (
          <>
            <strong>{hovered.label}</strong> {formatCount(hovered.count)} visitors
          </>
        ) : rows.length > 0 ? (
          byCode.size === 1 ? (
            'One country'
          ) : (
            `${formatCount(byCode.size)} countries`
          )
        ) : (
          ''
        )}
      </p>
    </div>
  );
}

async function readWorld(signal: AbortSignal): Promise<World> {
  return (await fetch(`${base}/assets/${__WORLD__}`, { signal })).json();
}

/** Returns the rows of all countries; three pages hold more than exist. */
async function readCountries({ days, filter }: Question, signal: AbortSignal): Promise<ListFragment['rows']> {
  const rows: ListFragment['rows'][number][] = [];
  for (let number = 1, last = 1; number <= last && number <= 3; number++) {
    const variables = { name: 'COUNTRY' as const, ...days, filter, page: number, perPage: 100 };
    const list = (await askHere(OneListDocument, variables, signal))?.stats;
    rows.push(...(list?.rows ?? []));
    last = list?.lastPage ?? 1;
  }
  return rows.filter(({ value }) => /^[A-Z]{2}:/.test(value));
}
