import assert from 'node:assert/strict';
import { it } from 'vitest';
import { AppError } from '../../src/errors.ts';
import { Seats, type Watcher } from '../../src/stats/seats.ts';

const stranger = (number: number): Watcher => ({ kind: 'stranger', of: `10.0.${number}.0/24` });
const member = (number: number): Watcher => ({ kind: 'member', of: String(number) });

/** Takes seats until there are none; returns how many there were and the refusal. */
function fill(seats: Seats, of: (number: number) => readonly [Watcher, website: number]): [number, string] {
  for (let number = 0; ; number++) {
    try {
      seats.take(...of(number));
    } catch (error) {
      assert.ok(error instanceof AppError && error.code === 'UNAVAILABLE');
      return [number, error.message];
    }
  }
}

it('shares live subscriptions out by network, account and website, and keeps some for members', () => {
  const seats = new Seats();
  const leave = seats.take(stranger(0), 1);
  assert.deepEqual(
    fill(seats, () => [stranger(0), 1]),
    [49, 'Too many live subscriptions are open from your network. Close one, or query `live` instead.'],
  );
  leave();
  seats.take(stranger(0), 2);
  assert.deepEqual(
    fill(seats, number => [stranger(1 + number), 1]),
    [451, 'Too many live subscriptions are open of this website. Query `live` instead.'],
  );
  assert.deepEqual(
    fill(seats, number => [stranger(1_000 + number), 2 + (number % 5)]),
    [999, 'Too many live subscriptions are open at the moment. Query `live` instead.'],
  );
  assert.deepEqual(
    fill(seats, () => [member(0), 1]),
    [200, 'Too many live subscriptions are open from your account. Close one, or query `live` instead.'],
  );
  assert.deepEqual(
    fill(seats, number => [member(1 + number), 1]),
    [300, 'Too many live subscriptions are open at the moment. Query `live` instead.'],
  );
});
