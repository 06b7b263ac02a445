import assert from 'node:assert/strict';
import { it } from 'vitest';
import { traffic } from '../../seeds/traffic.ts';
import { localDay } from '../../src/domain/time-zone.ts';

it('Generated hits, events included, have the day and hour of their time', () => {
  const shape = {
    website: 1,
    host: 'demo.example',
    timezone: 'Asia/Kolkata',
    from: 20_000,
    to: 20_006,
    hitsPerDay: 20_000,
    pages: 50,
    referrers: 10,
    places: 1,
    seed: 1,
    until: Number.POSITIVE_INFINITY,
  };
  const hits = [...traffic(shape)].flat();
  assert.ok(hits.some(({ kind }) => kind === 'event'));
  const wrong = hits.filter(({ time, day, hour }) => {
    const at = localDay(time, shape.timezone);
    return at.day !== day || at.hour !== hour;
  });
  assert.deepEqual(wrong, []);
});
