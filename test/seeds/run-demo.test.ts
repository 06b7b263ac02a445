import assert from 'node:assert/strict';
import { it } from 'vitest';
import type { Demo } from '../../seeds/demo.ts';
import { whatToCall } from '../../seeds/run-demo.ts';

it('The demo says that visitors arrive only if they do', () => {
  const demo = { email: 'a@demo.example', password: 'x', key: 'k', website: { id: 1, timezone: 'UTC' } } as Demo;
  const told = (live: boolean) => whatToCall('http://localhost:4000', demo, live);
  assert.match(told(true), /\n\nWhile it runs, a few visitors arrive; `npm run demo -- --no-live` .*\nStop it with/);
  assert.doesNotMatch(told(false), /visitors arrive|no-live/);
  assert.match(told(false), /\n\nStop it with Ctrl\+C/);
});
