import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { AppError } from '../../src/errors.ts';
import { createLog } from '../../src/log.ts';
import { fromPlainError, toPlainError } from '../../src/stats/answers.ts';

/** Sends an error as threads do. */
function sent(error: unknown): Error {
  return fromPlainError(structuredClone(toPlainError(error)));
}

/** An error as mysql2 throws it, with a property that no thread can send. */
function driverError(): Error {
  const error = new Error("You have an error near 'ada@example.com' at line 1");
  return Object.assign(error, { code: 'ER_PARSE_ERROR', errno: 1064, sqlState: '42000', connection: () => undefined });
}

describe('An error from a thread', () => {
  it('has the code, the fields and the cause of the original', () => {
    const fields = { search: ['The search is too long.'] };
    const error = new AppError('UNAVAILABLE', 'Try again.', { retryAfter: 5, fields, cause: driverError() });
    const copy = sent(error) as AppError;
    assert.ok(copy instanceof AppError);
    assert.deepEqual([copy.code, copy.message, copy.retryAfter, copy.fields], ['UNAVAILABLE', 'Try again.', 5, fields]);
    assert.equal((copy.cause as NodeJS.ErrnoException).code, 'ER_PARSE_ERROR');
    assert.equal(sent(new AppError('NOT_FOUND', 'None.')).cause, undefined);
  });

  it('is logged like the original: without the values that a database quotes', () => {
    const lines: string[] = [];
    const log = createLog('error', { write: line => void lines.push(line) });
    for (const error of [driverError(), new AppError('UNAVAILABLE', 'Try again.', { cause: driverError() })]) {
      log.error({ err: error }, 'It failed.');
      log.error({ err: sent(error) }, 'It failed.');
    }
    const withoutTime = lines.map(line => ({ ...JSON.parse(line), time: 0 }));
    assert.deepEqual(withoutTime[1], withoutTime[0]);
    assert.deepEqual(withoutTime[3], withoutTime[2]);
    assert.ok(!lines.join('').includes('ada@example.com'));
    assert.ok(lines.every(line => line.includes('ER_PARSE_ERROR')));
  });

  it('that is none of the class Error keeps its text', () => {
    assert.equal(sent('a text').message, 'a text');
  });
});
