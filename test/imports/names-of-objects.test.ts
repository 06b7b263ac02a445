import assert from 'node:assert/strict';
import { test } from 'vitest';
import { agentNamed } from '../../src/imports/agent-named.ts';
import { FileDays } from '../../src/imports/file-days.ts';
import { MATOMO } from '../../src/imports/sources/matomo.ts';
import { PLAUSIBLE } from '../../src/imports/sources/plausible.ts';
import { UMAMI } from '../../src/imports/sources/umami.ts';
import { SumsJudge } from '../../src/imports/sums-judge.ts';
import { rowsOf } from '../support/import-rows.ts';

const NAMES = ['constructor', '__proto__', 'toString', 'valueOf'];

test('Values that are called like members of every object are values like others', async () => {
  const visits = 'visitors,visits,visit_duration,bounces,pageviews';
  for (const name of NAMES) {
    const { rows } = await rowsOf(PLAUSIBLE, {
      'imported_browsers.csv': `date,browser,browser_version,${visits}\n2025-01-01,${name},1,1,1,1,0,1\n`,
      'imported_devices.csv': `date,device,${visits}\n2025-01-01,${name},1,1,1,0,1\n`,
      'imported_operating_systems.csv': `date,operating_system,${visits}\n2025-01-01,${name},1,1,1,0,1\n`,
      'imported_sources.csv': `date,source,referrer,utm_source,${visits}\n2025-01-01,${name},${name},${name},1,1,1,0,1\n`,
    });
    const values = rows.flatMap(row => (row.type === 'sums' ? row.counted : [])).map(({ value }) => value);
    assert.ok(values.length >= 4 && values.every(value => typeof value === 'string'), name);
    const agent = agentNamed({ browser: name, os: name, device: name });
    assert.ok(
      Object.values(agent).every(value => typeof value === 'string'),
      name,
    );

    const event = `session_id,created_at,url_path,event_type,browser,os,device\na,2025-01-01 10:00:00,/,1,${name},${name},${name}\n`;
    const visit = {
      ...{ idVisit: '1', visitorId: 'a', browserName: name, operatingSystemName: name, deviceType: name },
      actionDetails: [{ type: 'action', url: 'https://site-1.example/', timestamp: 1_735_732_800 }],
    };
    for (const [importer, content] of [
      [UMAMI, event],
      [MATOMO, JSON.stringify([visit])],
    ] as const) {
      const read = await rowsOf(importer, { 'a.csv': content });
      assert.deepEqual(
        read.rows.filter(({ type }) => type !== 'note').map(({ type }) => type),
        ['hit'],
        name,
      );
    }
  }
});

test('Files that are called so are files like others', () => {
  for (const file of NAMES) {
    const row = { type: 'sums', file, line: 1, day: 20_000, identity: '', counted: [] } as const;
    assert.equal(new SumsJudge(30_000, null, {}).judge(row), null);
    const days = new FileDays();
    days.add([{ ...row, file: 'a.csv' }, row]);
    assert.deepEqual(Object.keys(days.overlaps().repeated), [file]);
  }
});
