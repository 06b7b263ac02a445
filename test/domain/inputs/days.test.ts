import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import * as z from 'zod';
import { beginsEarlier, date, days, inOrder } from '../../../src/domain/inputs/days.ts';
import { inputError } from '../../../src/errors.ts';

describe('An input range', () => {
  const faults = (from: unknown, to: unknown) => {
    const { error } = z.object(days).check(inOrder).safeParse({ from, to });
    return error ? (inputError(error).fields ?? {}) : null;
  };

  it('can be one day or a thousand years', () => {
    assert.equal(faults('2026-01-31', '2026-01-31'), null);
    assert.equal(faults('1970-01-01', '9999-12-31'), null);
  });

  it('reports an invalid or missing date under its own name, and from after to under both', () => {
    assert.deepEqual(Object.keys(faults('2026-02-30', 'x') ?? {}), ['from', 'to']);
    assert.deepEqual(Object.keys(faults('2026-02-01', '2026-02-30') ?? {}), ['to']);
    assert.match(
      faults('2026-02-30', '2026-03-01')?.from?.[0] ?? '',
      /^The from date "2026-02-30" is not a date .*\.$/,
    );
    assert.match(faults(undefined, null)?.to?.[0] ?? '', /^The to date is missing; .*\.$/);
    assert.deepEqual(faults('2026-02-02', '2026-02-01'), {
      from: ['The from date 2026-02-02 is after the to date 2026-02-01; use a from date on the same day or earlier.'],
      to: ['The to date 2026-02-01 is before the from date 2026-02-02; use a to date on the same day or later.'],
    });
  });

  it('is compared only with days that begin earlier', () => {
    const faultsOf = (compareFrom: string | null) => {
      const { error } = z
        .object({ from: date, compareFrom: date.nullable() })
        .check(beginsEarlier)
        .safeParse({ from: '2026-02-02', compareFrom });
      return error ? inputError(error).fields : null;
    };
    assert.equal(faultsOf(null), null);
    assert.equal(faultsOf('2026-02-01'), null);
    assert.deepEqual(faultsOf('2026-02-02'), {
      compareFrom: [
        'The earlier range cannot begin on 2026-02-02, because the range begins on 2026-02-02; use an earlier day.',
      ],
    });
  });
});
