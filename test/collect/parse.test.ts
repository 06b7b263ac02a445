import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { parseBatchHit } from '../../src/collect/parse.ts';

/** Returns the time of a hit that is sent with this text; undefined if it is refused. */
function timeOf(time: string): number | undefined {
  const hit = parseBatchHit({ page: 'https://x.example/', time }, 0);
  return 'time' in hit ? hit.time : undefined;
}

describe('The time of a hit of a batch', () => {
  it('is the instant that its text names, in any form and with any offset', () => {
    const instant = fc.date({ min: new Date('0001-01-02'), max: new Date('9999-12-30'), noInvalidDate: true });
    fc.assert(
      fc.property(instant, date => {
        const text = date.toISOString();
        const second = Math.floor(date.getTime() / 1_000) * 1_000;
        assert.equal(timeOf(text), date.getTime());
        assert.equal(timeOf(text.replace('T', ' ')), date.getTime());
        assert.equal(timeOf(text.replace('Z', '+00:00')), date.getTime());
        assert.equal(timeOf(text.replace(/\.\d+Z/, 'Z')), second);
        assert.equal(timeOf(text.replace(/\.\d+Z/, '+01:00')), second - 3_600_000);
      }),
      { endOnFailure: true },
    );
  });

  it('is refused if there is no such day, hour or minute, and with any other character', () => {
    const right = '2026-02-28T23:59:59.999Z';
    assert.equal(timeOf(right), Date.parse(right));
    const wrong = ['2026-02-29', '2026-04-31', '2026-13-01', '2026-00-10', '2026-01-00', '2026-1-010'];
    for (const day of wrong)
      for (const rest of ['T10:00:00Z', 'T10:00:00.000Z', 'T10:00:00.000+00:00'])
        assert.equal(timeOf(`${day}${rest}`), undefined, `${day}${rest}`);
    assert.equal(timeOf('2028-02-29T10:00:00Z'), Date.UTC(2028, 1, 29, 10));
    for (const time of ['25:00:00', '10:60:00', '10:00:61', '10-00-00', '10:00:0x', '1 :00:00'])
      assert.equal(timeOf(`2026-02-28T${time}Z`), undefined, time);
    // Any character, even one that the same digit could be taken for.
    for (let at = 0; at < right.length; at++)
      for (const character of ['x', '/', ':', '٣', '-'])
        if (right[at] !== character)
          assert.equal(timeOf(right.slice(0, at) + character + right.slice(at + 1)), undefined, `${at} ${character}`);
  });
});
