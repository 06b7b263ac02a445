import assert from 'node:assert/strict';
import { describe, it, onTestFinished } from 'vitest';
import { fuzz } from './fuzz.ts';
import { openGateways } from './gateways.ts';

describe('Random requests to every surface', () => {
  it('never cause a server error, harm no neighbour, and get the same responses and counts on both databases', async () => {
    const { gateways, close } = await openGateways();
    onTestFinished(close);
    const { statuses, neighbours } = await fuzz(gateways, { seed: 20261121, runs: 300 });
    for (const status of ['200', '202', '400', '404', '422'])
      assert.ok((statuses[status] ?? 0) > 5, `too few responses with ${status}: ${JSON.stringify(statuses)}`);
    assert.ok(neighbours > 20, `too few neighbours: ${neighbours}`);
  });
});
