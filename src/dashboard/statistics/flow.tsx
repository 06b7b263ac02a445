import { formatCount } from '../format.ts';
import { t } from '../messages.ts';
import { Scroll } from '../parts/table.tsx';
import { Value } from '../parts/value.tsx';
import type { FlowFragment } from './__generated__/operations.ts';
import { layOut } from './flow-layout.ts';
import { FilterIcon, leadsOn, nodeLabel } from './path-filter.tsx';
import { conditionOf } from './path-parts.ts';

export type FlowNode = FlowFragment['journeys']['levels'][number]['nodes'][number];

/** Levels of nodes with links between them; a click on a node goes on from there. */
export function FlowPicture(props: {
  readonly levels: FlowFragment['journeys']['levels'];
  readonly onGo: (node: FlowNode) => void;
}) {
  const { levels, onGo } = props;
  const { height, nodes, links } = layOut(
    levels.map(level => ({
      nodes: level.nodes.map(node => ({ ...node, key: keyOf(node.kind, node.value) })),
      links: level.links.map(({ from, fromKind, to, toKind, visits }) => ({
        from: keyOf(fromKind, from),
        to: keyOf(toKind, to),
        visits,
      })),
    })),
  );
  const columns = levels.length;
  const gaps = Array.from({ length: Math.max(0, columns - 1) }, (_, at) => at);
  return (
    <Scroll name={t('journeys.picture')}>
      <div class="flow" style={{ height: `${height}px`, '--columns': columns }}>
        {gaps.map(at => (
          <svg
            key={at}
            class="flow-links"
            style={{ '--level': at }}
            viewBox={`0 0 100 ${height}`}
            preserveAspectRatio="none"
            aria-hidden="true"
          >
            {links
              .filter(({ level }) => level === at + 1)
              .map(({ link, path }) => (
                <path key={`${link.from}>${link.to}`} d={path} class={link.to === END ? 'ends' : undefined}>
                  <title>{formatCount(link.visits)}</title>
                </path>
              ))}
          </svg>
        ))}
        {nodes.map(({ node, level, top, height: own }) => {
          const condition = conditionOf(node.kind, node.value);
          const label = nodeLabel(node.kind, node.label);
          const count = formatCount(node.visits);
          const text = (
            <>
              <span class="cut">
                <Value text={label} />
              </span>{' '}
              <span class="flow-count">{count}</span>
            </>
          );
          return (
            <div
              key={`${level} ${node.key}`}
              class={`flow-node ${node.kind.toLowerCase()}`}
              style={{ '--level': level, top: `${top}px`, height: `${own}px` }}
            >
              {leadsOn(node.kind) ? (
                <>
                  <button
                    type="button"
                    class="flow-go"
                    title={label}
                    aria-label={t('journeys.goOnHere', { node: label, count, step: level + 1 })}
                    onClick={() => onGo(node)}
                  >
                    {text}
                  </button>
                  {condition && <FilterIcon label={label} condition={condition} />}
                </>
              ) : (
                <span class="flow-go">{text}</span>
              )}
            </div>
          );
        })}
      </div>
    </Scroll>
  );
}

const END = 'END (end)';

function keyOf(kind: string, value: string): string {
  return `${kind} ${value}`;
}
