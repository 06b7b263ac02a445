import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { changeOf } from '../../domain/change.ts';
import { page } from '../base.ts';
import { rich, t } from '../messages.ts';
import { Change } from '../parts/trend.tsx';
import type { MomentFragment } from './__generated__/operations.ts';
import { placeTip } from './chart-lines.ts';
import { todayIn } from './days.ts';
import type { Drawn } from './drawn.ts';
import { importedText } from './imported.tsx';
import { lastDayOf, nameBefore, nameOf, partOf, type Start } from './points.ts';

/** What is known of one point of the chart. */
interface Facts {
  readonly title: string;
  /** Says that the point is partial; empty if it is not. */
  readonly part: string;
  readonly now: number | null;
  /** Why there is no value, if there is none. */
  readonly lacks: 'begun' | 'known' | 'visits';
  readonly change: number | null;
  /** The difference of a share. */
  readonly points: number | null;
  readonly isNoise: boolean;
  /** The point it is compared with; null without one. */
  readonly before: { readonly value: number; readonly title: string } | null;
  /** What is compared of a running point, how much is imported, then the annotations. */
  readonly notes: readonly string[];
}

interface Note {
  readonly date: string;
  readonly text: string;
}

export function factsOf(drawn: Drawn, index: number, annotations: readonly Note[]): Facts | null {
  const { points, previous, question, read, isUnknown } = drawn;
  const { interval, days } = question;
  const point = points[index];
  if (!point) return null;
  const first = point.start.slice(0, 10);
  const last = lastDayOf(first, interval);
  const now = isUnknown(point) ? null : read(point);
  const counts: Partial<MomentFragment> & { readonly imported?: number } = point;
  // A point also has 0 visits where an import does not know them.
  const hasNoVisits = !isUnknown(point) && counts.visits === 0 && !counts.imported;
  const compared = comparedOf(drawn, point);
  const over = compared && now !== null ? read(compared) : null;
  const before = previous?.[index];
  const then = before && !isUnknown(before) ? read(before) : null;
  // A fall by 100 % would belie what has come since.
  const change = over !== null && (over !== 0 || now === 0) ? changeOf(over, then) : null;
  const imported = importedText(counts);
  const texts = annotations.filter(({ date }) => first <= date && date <= last).map(({ text }) => text);
  return {
    title: nameOf(points, index, question),
    part: partOf(points, index, { interval, days, today: todayIn(page.timezone) }),
    now,
    lacks: !point.begun ? 'begun' : hasNoVisits ? 'visits' : 'known',
    change,
    points: drawn.isShare && change !== null && over !== null && then !== null ? over - then : null,
    isNoise: before !== undefined && compared !== null && drawn.isAlike(compared, before),
    before: previous && then !== null ? { value: then, title: nameBefore(previous, points, index, question) } : null,
    notes: [partText(drawn, now, over, then), imported, ...texts].filter(note => note !== ''),
  };
}

/** Returns what is compared of a running point, and up to which hour; empty if all of it is. */
function partText({ until, write }: Drawn, now: number | null, over: number | null, then: number | null): string {
  if (until === null || over === null || then === null || over === now) return '';
  return t('tiles.exactUntil', { hour: until, compared: write(over), previous: write(then) });
}

/** Returns the part of a point that is compared; null for an hour that is not over. */
function comparedOf({ running, question }: Drawn, point: Start): Start | null {
  if (running?.start === point.start) return running;
  return question.interval === 'HOUR' && point.partial ? null : point;
}

/** Returns the facts as one text, for readers who hear the chart. */
export function textOf({ title, part, now, lacks, before, notes }: Facts, { noun, write }: Drawn): string {
  const point = part ? t('chart.partialPoint', { point: title, part }) : title;
  const value =
    now === null ? t(`chart.heardWithout.${lacks}`) : t('chart.heardValue', { value: write(now), metric: noun });
  const fact = before
    ? t('chart.heardCompared', { point, value, before: write(before.value), earlierPoint: before.title })
    : t('chart.heard', { point, value });
  return notes.reduce((facts, note) => t('chart.heardNote', { facts, note }), fact);
}

/** The facts of a point beside it; `children` are buttons, which only a chosen point has. */
export function ChartTip(props: {
  readonly facts: Facts;
  readonly drawn: Drawn;
  readonly point: { readonly x: number; readonly y: number };
  readonly frame: { readonly width: number; readonly height: number };
  readonly children: ComponentChildren;
}) {
  const { facts, drawn, point, frame, children } = props;
  const { title, part, now, lacks, before, notes, ...moved } = facts;
  const { noun, good, write } = drawn;
  const tip = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!tip.current) return;
    const { offsetWidth: width, offsetHeight: height } = tip.current;
    const { left, top } = placeTip(point, { width, height }, frame);
    tip.current.style.translate = `${Math.round(left)}px ${Math.round(top)}px`;
  });
  return (
    <div class="tip" ref={tip}>
      <p>
        {title} {part && <span class="hint">{part}</span>}
      </p>
      {now === null ? (
        <p class="tip-now">{t(`chart.without.${lacks}`)}</p>
      ) : (
        <p class="tip-now">
          {rich('chart.value', { number: text => <strong>{text}</strong> }, { value: write(now), metric: noun })}{' '}
          <Change {...moved} good={good} />
        </p>
      )}
      {before && (
        <p class="tip-before">
          {write(before.value)} · {before.title}
        </p>
      )}
      {notes.map(note => (
        <p class="tip-note" key={note}>
          {note}
        </p>
      ))}
      {children}
    </div>
  );
}
