import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import type { Database } from '../../src/db/open.ts';
import { dayNumber } from '../../src/domain/calendar.ts';
import { beginUndo } from '../../src/imports/imports.ts';
import { eachDatabase, type Place } from '../support/databases.ts';
import { databaseWithWebsites, foldAll, hitOf } from '../support/hits.ts';
import { Importing } from '../support/imports.ts';

const SUMS = 'date,pageviews\n2026-01-10,5\n2026-01-14,6\n';
const HITS = `session_id,event_id,url_path,event_type,browser,created_at
s1,e1,/a,1,firefox,2026-01-12 10:00:00
s2,e2,/b,1,firefox,2026-01-20 10:00:00
`;

eachDatabase('An import of days that another source has', open => {
  let database: Database;
  let importing: Importing;
  let place: Place;
  beforeAll(async () => {
    place = await open();
    database = await databaseWithWebsites(place, 1);
    importing = new Importing(database, place);
  });
  afterAll(() => database.close());

  it('says before it counts which days would count twice, and with which import', async () => {
    const first = await importing.import({ files: { 'sums.csv': SUMS } });
    assert.deepEqual([first.state, first.badRows], ['done', []]);
    const umami = { files: { 'website_event.csv': HITS } };
    const reason = `Import ${first.id} (sums.csv) of the source csv has days from 2026-01-12 to 2026-01-14 as well, so they count twice; keep only one of the two imports, unless they have different visits.`;
    const dry = await importing.import({ ...umami, dryRun: true });
    assert.deepEqual(
      [dry.state, dry.counted, dry.badRows],
      ['done', 2, [{ file: 'website_event.csv', line: 0, reason }]],
    );
    // Of the same source, the earlier one stands.
    const again = await importing.import({ files: { 'more.csv': `${SUMS}2026-01-15,7\n` }, dryRun: true });
    assert.deepEqual([again.counted, again.badRows], [1, []]);
    const until = await importing.import({ files: { 'sums2.csv': 'date,pageviews\n2026-01-09,5\n' }, dryRun: true });
    assert.deepEqual(until.badRows, []);
    await beginUndo(database, first.id);
    await importing.run(first.id);
    assert.deepEqual((await importing.import({ ...umami, dryRun: true })).badRows, []);
  });

  it('says which days Footfall has counted itself, if the import is to end on one of them', async () => {
    await foldAll(database, place, [[hitOf({ time: Date.parse('2026-03-05T10:00:00Z') })]]);
    const files = { 'sums.csv': 'date,pageviews\n2026-03-04,5\n2026-03-06,6\n' };
    const usual = await importing.import({ files, dryRun: true });
    assert.deepEqual([usual.counted, usual.badRows], [1, []]);
    const longer = await importing.import({ files, until: dayNumber('2026-03-09'), dryRun: true });
    const reason =
      'Footfall has counted this website itself since 2026-03-05, so visits from that day on may count twice; end the import on 2026-03-04, unless the file has only visits that Footfall missed.';
    assert.deepEqual([longer.counted, longer.badRows], [2, [{ file: 'sums.csv', line: 0, reason }]]);
  });
});
