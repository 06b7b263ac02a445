import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { recognise } from '../../../src/imports/registry.ts';
import { AGENT } from '../../support/access-log.ts';

describe('The zone of times', () => {
  it('is asked for where a file has none', () => {
    const request = `"GET / HTTP/1.1" 200 5 "-" "${AGENT}"`;
    const json = (time: string) =>
      `{"time":"${time}","request":"GET / HTTP/1.1","status":200,"remote_addr":"203.0.113.7"}`;
    const files: readonly (readonly [text: string, zone: 'asked' | 'in the file' | undefined])[] = [
      [`203.0.113.7 - - [31/Jan/2026:10:00:00 +0100] ${request}\n`, 'in the file'],
      [`203.0.113.7 - - [31/Jan/2026:10:00:00] ${request}\n`, 'asked'],
      [`${json('2026-01-31T10:00:00+01:00')}\n`, 'in the file'],
      [`${json('2026-01-31T10:00:00')}\n`, 'asked'],
      ['page,time\nhttps://example.com/,2026-01-31 10:00:00\n', 'asked'],
      ['page,time\nhttps://example.com/,2026-01-31T10:00:00.5Z\n', 'in the file'],
      ['page,time\nhttps://example.com/,2026-01-31 10:00:00 +0100\n', 'in the file'],
      // Days stay those of the file, whatever the zone is.
      ['date,pageviews\n2026-01-31,5\n', undefined],
    ];
    for (const [text, zone] of files) {
      const found = recognise([{ name: 'file', text }], null);
      assert.ok(found, text);
      assert.equal(found.recognised.zone, zone, text);
    }
  });
});
