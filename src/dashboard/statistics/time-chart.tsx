import { useEffect, useMemo, useState } from 'preact/hooks';
import { page } from '../base.ts';
import { formatDay, formatRange } from '../format.ts';
import { t } from '../messages.ts';
import { IconButton } from '../parts/icon.tsx';
import { Dialog } from '../parts/overlays.tsx';
import { AnnotationForm } from './annotations.tsx';
import { useChoice } from './chart-choice.ts';
import { boundsOf, indexAt, type Plot, xOf, yOf } from './chart-lines.ts';
import { ChartPicture } from './chart-picture.tsx';
import { ChartTip, factsOf, textOf } from './chart-tip.tsx';
import type { Drawn } from './drawn.ts';
import { importedRuns } from './imported-days.ts';
import { dataOf, daysFrom, indexOfDay } from './points.ts';
import { useShown } from './view.ts';

const HEIGHT = 270;
/** Pixels between the lines and the edges of the picture. */
const INSET = { left: 52, top: 30, right: 24, bottom: 34 };

/** Something over time, whose points lead to their days: by pointer, by touch and by the keys of a hidden slider. */
export function TimeChart({ drawn }: { readonly drawn: Drawn }) {
  const { overview, change } = useShown();
  const { annotations, importedDays } = overview;
  const { label, points, question } = drawn;
  const { interval } = question;
  // An empty box of the same size stands there until this is drawn.
  const [width, setWidth] = useState(() => document.querySelector('.chart')?.clientWidth ?? 0);
  const [noted, setNoted] = useState<string | null>(null);
  const lines = useMemo(
    () => dataOf(points, drawn.previous, point => (drawn.isUnknown(point) ? null : drawn.read(point))),
    [drawn, points],
  );
  const marks = useMemo(
    () => annotations.map(({ date }) => indexOfDay(points, date, interval)).filter(index => index >= 0),
    [annotations, points, interval],
  );
  const runs = useMemo(() => importedRuns(points, interval, importedDays), [importedDays, points, interval]);
  const plot: Plot = {
    left: INSET.left,
    top: INSET.top,
    width: Math.max(1, width - INSET.left - INSET.right),
    height: HEIGHT - INSET.top - INSET.bottom,
    count: points.length,
    ...boundsOf(lines.slice(1), drawn.isShare ? 1 : 4),
  };
  const { at, selected, frame, frameListeners, sliderListeners, leave, goTo } = useChoice({
    count: points.length,
    indexAt: clientX => indexAt(plot, clientX - (frame.current?.getBoundingClientRect().left ?? 0)),
    go: run => {
      const days = daysFrom(points, run, question);
      if (days) change({ preset: null, days, interval: null });
    },
  });

  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const resized = new ResizeObserver(() => setWidth(element.clientWidth));
    resized.observe(element);
    return () => resized.disconnect();
  }, [frame]);

  const index = at?.index ?? null;
  const facts = index === null ? null : factsOf(drawn, index, annotations);
  const day = index === null ? null : (daysFrom(points, [index, index], question) ?? question.days).from;
  const canGo = index !== null && daysFrom(points, [index, index], question) !== null;
  const days = selected && daysFrom(points, selected, question);
  const selection = days && t('chart.show', { days: formatRange(days.from, days.to) });
  const value = index === null ? null : (lines.slice(1, 4).find(line => line[index] !== null)?.[index] ?? null);
  return (
    <div class={canGo ? 'chart leads' : 'chart'} ref={frame} {...frameListeners}>
      <input
        type="range"
        class="chart-slider hidden"
        aria-label={t('chart.overTime', { metric: label })}
        aria-description={t('chart.keys')}
        min={0}
        max={Math.max(0, points.length - 1)}
        value={index ?? points.length - 1}
        aria-valuetext={facts ? (selection ?? textOf(facts, drawn)) : undefined}
        {...sliderListeners}
      />
      {width > 0 && (
        <ChartPicture {...{ width, plot, drawn, lines, runs, marks, selected }} height={HEIGHT} at={index} />
      )}
      {index !== null && facts && (
        <ChartTip
          facts={facts}
          drawn={drawn}
          point={{ x: xOf(plot, index), y: value === null ? plot.top : yOf(plot, value) }}
          frame={{ width, height: HEIGHT }}
        >
          {selection && <p class="tip-selection">{selection}</p>}
          {at?.by === 'touch' && canGo && (
            <button type="button" class="button small" onClick={() => goTo([index, index])}>
              {interval === 'DAY' || interval === 'HOUR' ? t('chart.showDay') : t('chart.showDays')}
            </button>
          )}
        </ChartTip>
      )}
      {index !== null && day !== null && page.isOwner && (
        <div class="chart-note" style={{ left: `${xOf(plot, index)}px` }}>
          <IconButton
            icon="flag"
            name={t('annotations.addTo', { day: formatDay(day) })}
            onClick={() => setNoted(day)}
          />
        </div>
      )}
      {noted !== null && (
        <Dialog
          title={t('annotations.new')}
          onClose={() => {
            setNoted(null);
            leave();
          }}
        >
          <AnnotationForm day={noted} onDone={() => setNoted(null)} />
        </Dialog>
      )}
    </div>
  );
}
