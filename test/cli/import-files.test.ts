import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, it } from 'vitest';
import { namedFiles } from '../../src/cli/import-files.ts';
import { LINES } from '../support/access-log.ts';

const ANY: Parameters<typeof namedFiles>[1] = { source: null, hasMapping: false };

describe('A folder of logs', () => {
  const folder = mkdtempSync(join(tmpdir(), 'footfall-logs-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is imported in the order of time, and what is no log is told and left out', async () => {
    const files = {
      ...{ 'access.log': LINES.combined, 'access.log.1': LINES.combined, 'access.log.2.gz': gzipSync(LINES.combined) },
      ...{
        'access.log.10.gz': gzipSync(LINES.combined),
        'error.log': '2026/01/31 [error] something\n',
        'empty.log': '',
      },
    };
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
    mkdirSync(join(folder, 'old'));
    const told: string[] = [];
    const found = await namedFiles([folder], ANY, text => told.push(text));
    assert.deepEqual(
      found.map(({ name }) => name),
      ['access.log.10.gz', 'access.log.2.gz', 'access.log.1', 'access.log'],
    );
    assert.deepEqual(told.sort(), [
      `Left out: ${join(folder, 'empty.log')} is empty.`,
      `Left out: ${join(folder, 'error.log')} is not recognised as part of the export of access_log; to import it, name it by itself.`,
      `Left out: ${join(folder, 'old')} is a folder; name it as well to import what is in it.`,
    ]);
    writeFileSync(join(folder, 'sums.csv'), 'date,pageviews\n2026-01-01,3\n');
    const mixed = namedFiles([folder], ANY, () => undefined);
    await assert.rejects(mixed, {
      message: /sums\.csv: It is from csv, but other files are from access_log; import them one after the other/,
    });
  });
});

const EVENTS = 'session_id,event_id,url_path,event_type,event_name,created_at\ns1,e1,/a,2,Buy,2026-01-12 10:00:00\n';
const EVENT_DATA = 'event_id,data_key,string_value\ne1,plan,pro\n';
const GOATCOUNTER = {
  ...{ 'info.json': '{"export_version": "1.0"}', 'paths.jsonl': '{"id":1,"path":"/a"}\n' },
  'hit_stats.jsonl': '{"hour":"2026-02-01T10:00:00Z","path_id":1,"count":2}\n',
};

describe('Files of one export', () => {
  const folder = mkdtempSync(join(tmpdir(), 'footfall-export-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const folderOf = (name: string, files: Readonly<Record<string, string>>) => {
    const path = join(folder, name);
    mkdirSync(path);
    for (const [name, content] of Object.entries(files)) writeFileSync(join(path, name), content);
    return path;
  };
  const find = async (paths: readonly string[], options = ANY) => {
    const told: string[] = [];
    const found = await namedFiles(paths, options, text => told.push(text));
    return { names: found.map(({ name }) => name).sort(), told };
  };

  it('are recognised together, in a folder with others, which are named', async () => {
    const umami = { 'event_data.csv': EVENT_DATA, 'website_event.csv': EVENTS };
    const foreign = folderOf('umami', { ...umami, 'notes.txt': 'Hello\n' });
    const { names, told } = await find([foreign]);
    assert.deepEqual(names, Object.keys(umami));
    assert.deepEqual(told, [
      `Left out: ${join(foreign, 'notes.txt')} is not recognised as part of the export of umami; to import it, name it by itself.`,
    ]);
    const goat = await find([folderOf('goat', { ...GOATCOUNTER, 'notes.txt': 'Hello\n' })]);
    assert.deepEqual([goat.names, goat.told.length], [Object.keys(GOATCOUNTER).sort(), 1]);
    const alone = await find([folderOf('goat alone', GOATCOUNTER)], { source: 'goatcounter', hasMapping: false });
    assert.deepEqual(alone, { names: Object.keys(GOATCOUNTER).sort(), told: [] });
    const mixed = find([folderOf('both', { ...umami, ...GOATCOUNTER })]);
    await assert.rejects(mixed, { message: /: It is from goatcounter, but other files are from umami; import/ });
  });

  it('are recognised together when they are named, and one that does not belong to them is refused', async () => {
    const path = folderOf('named', {
      'data.csv': EVENT_DATA,
      'events.csv': EVENTS,
      'notes.txt': 'Hello\n',
      'empty.csv': '',
    });
    const of = (...names: string[]) => names.map(name => join(path, name));
    assert.deepEqual((await find(of('data.csv', 'events.csv', 'empty.csv'))).names, [
      'data.csv',
      'empty.csv',
      'events.csv',
    ]);
    await assert.rejects(find(of('data.csv', 'events.csv', 'notes.txt')), {
      message: `${join(path, 'notes.txt')}: It is not recognised as part of the export of umami that the other files are; leave it out, or import it by itself.`,
    });
    const goat = folderOf('named goat', GOATCOUNTER);
    await assert.rejects(find([goat, ...of('notes.txt')]), { message: /notes\.txt: It is not recognised as part/ });
    // The import has a note on a file that is no table of the source that is named.
    const named = await find(of('events.csv', 'notes.txt'), { source: 'umami', hasMapping: false });
    assert.deepEqual(named.names, ['events.csv', 'notes.txt']);
  });

  it('have one form, and with a mapping any', async () => {
    const csv = '2Path,Event,Session,Bot,Referrer,Referrer scheme,Date\n/a,false,s,0,,,2026-01-12T10:00:00Z\n';
    const path = folderOf('forms', { ...GOATCOUNTER, 'hits.csv': csv });
    await assert.rejects(find([path]), {
      message: /: It is from goatcounter like the others, but in a different format/,
    });
    const tables = folderOf('tables', { 'a.csv': 'Day,Views\n', 'b.csv': 'Day,Views\n' });
    assert.deepEqual((await find([tables], { source: null, hasMapping: true })).names, ['a.csv', 'b.csv']);
    await assert.rejects(find([tables]), { message: /^None of the files is recognised; name the files/ });
  });
});
