import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import type { Metric } from '../../src/domain/metric.ts';
import { countingOf, METRICS, metricsIn, STORED_METRICS } from '../../src/domain/metrics.ts';

const ALL: readonly Metric[] = METRICS;

describe('the registry of metrics', () => {
  it('numbers stored metrics without gaps and never renumbers them, because packed blocks use the numbers', () => {
    const numbers = ALL.flatMap(metric => ('stored' in metric ? metric.stored : [])).sort((a, b) => a - b);
    assert.deepEqual(numbers, [...numbers.keys()]);
    const released = ['pageviews', 'visitors', 'visits', 'bounces', 'seconds', 'events'];
    assert.deepEqual(STORED_METRICS.slice(0, released.length), released);
  });

  it('has unique names and derives metrics only from stored ones', () => {
    const names = ALL.map(({ name }) => name);
    assert.deepEqual(names, [...new Set(names)]);
    for (const metric of ALL)
      if ('ratio' in metric)
        for (const name of metric.ratio) assert.ok((STORED_METRICS as readonly string[]).includes(name), metric.name);
  });

  it('has one metric for each kind of hit and one for visitors, as the fold and filters need', () => {
    const kinds = STORED_METRICS.map(countingOf).flatMap(counting =>
      counting.by === 'hit' ? counting.kind : counting.by === 'visitor' ? 'visitor' : [],
    );
    assert.deepEqual(kinds.sort(), ['event', 'pageview', 'visitor']);
  });

  it('lets the chart draw every figure of the summary', () => {
    const points = metricsIn('points').map(({ name }): string => name);
    for (const metric of metricsIn('summary')) {
      const needed = points.includes(metric.name) || !('ratio' in metric) ? [metric.name] : metric.ratio;
      for (const name of needed) assert.ok(points.includes(name), `${metric.name} needs ${name} in every point`);
    }
  });
});
