import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { mailAddress } from '../../../src/domain/inputs/reports.ts';

describe('A mail address', () => {
  it('is stored as typed, with its host normalised', () => {
    const wanted = {
      'ada@example.com': 'ada@example.com',
      '  Ada.Lovelace+stats@Example.COM ': 'Ada.Lovelace+stats@example.com',
      'ada@müller.example': 'ada@xn--mller-kva.example',
      'root@localhost': 'root@localhost',
      "o'brien@example.com": "o'brien@example.com",
    };
    for (const [typed, address] of Object.entries(wanted)) assert.equal(mailAddress.parse(typed), address);
  });

  it('cannot contain anything that could become a second address, a name or a header', () => {
    const refused = [
      '',
      'ada',
      '@example.com',
      'ada@',
      'ada@example.com\r\nBcc: eve@example.com',
      'ada@example.com, eve@example.com',
      'ada,eve@example.com',
      'Ada <ada@example.com>',
      '"ada"@example.com',
      'ada@exam ple.com',
      'a da@example.com',
      'ada@example.com>',
      'ada\0@example.com',
      'ädä@example.com',
      'ada@-example.com',
      'ada@example.com/x',
      'ada@user@example.com',
      '.ada@example.com',
      `${'a'.repeat(65)}@example.com`,
      `ada@${'a.'.repeat(125)}example`,
    ];
    for (const typed of refused) assert.ok(!mailAddress.safeParse(typed).success, JSON.stringify(typed));
  });
});
