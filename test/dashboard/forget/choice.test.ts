import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { inputOf, readChoice, writeChoice } from '../../../src/dashboard/forget/choice.ts';

const TODAY = '2026-01-31';
const read = (query: string) => readChoice(new URLSearchParams(query), ['PAGE', 'REFERRER'], TODAY);

describe('what the page of forgetting has in its URL', () => {
  it('reads every part that it writes', () => {
    const choice = {
      from: '2026-01-01',
      to: '2026-01-02',
      fromTime: '09:30',
      toTime: '10:00',
      visitorAt: '2026-01-01T08:30:00.123Z',
      page: '/a&b/*',
      segment: 'abc',
      conditions: [{ name: 'REFERRER', operator: 'CONTAINS', values: ['spam|1', '\\'] }],
    } as const;
    assert.deepEqual(read(writeChoice(choice)), { choice, isWhole: true });
  });

  it('is about today without days, and asks for nothing else', () => {
    const { choice, isWhole } = read('');
    assert.equal(isWhole, true);
    assert.deepEqual(inputOf(choice, null), {
      ...{ from: TODAY, to: TODAY, fromTime: null, toTime: null, visitorAt: null, page: null, filter: null },
    });
  });

  it('notices conditions that it cannot read, because without them more would go', () => {
    assert.equal(read('filter=page:is:/a&filter=nonsense:is:1').isWhole, false);
    assert.equal(read('filter=page:is:/a').isWhole, true);
  });

  it('joins the conditions and the segment', () => {
    const segment = { name: 'PAGE', operator: 'IS', values: ['/'] } as const;
    const { choice } = read('filter=referrer:starts:evil.');
    assert.deepEqual(inputOf({ ...choice, page: ' /x ' }, segment), {
      ...{ from: TODAY, to: TODAY, fromTime: null, toTime: null, visitorAt: null, page: '/x' },
      filter: { and: [{ name: 'REFERRER', operator: 'STARTS_WITH', values: ['evil.'] }, segment] },
    });
  });
});
