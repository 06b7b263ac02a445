import assert from 'node:assert/strict';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, it } from 'vitest';
import type { Database } from '../../src/db/open.ts';
import { HARMLESS } from '../../src/imports/unpacked.ts';
import { AGENT } from '../support/access-log.ts';
import { onSqlite } from '../support/databases.ts';
import { databaseWithWebsites } from '../support/hits.ts';
import { Importing } from '../support/imports.ts';
import { zipOf } from '../support/zip.ts';

onSqlite('Files of an import', open => {
  let database: Database;
  let importing: Importing;
  beforeAll(async () => {
    const place = await open();
    database = await databaseWithWebsites(place);
    importing = new Importing(database, place);
  });
  const usual = { ...HARMLESS };
  afterEach(() => void Object.assign(HARMLESS, usual));
  afterAll(() => database.close());

  const HEAD = 'date,statistic,value,pageviews';
  /** As below, and with 30 million empty lines. */
  const BZIP2 = Buffer.from(
    'QlpoOTFBWSZTWWzU808AABbZgAAQAAb5AD6kT4AgAEhKmmSB6ag9JoK2o0AaANJ125Hu9mIWBOBw0IoqXEKqRNM9+tjfBm1WknSDakof4wFPrPi7kinChINmp5p4',
    'base64',
  );
  const BZIP2_BOMB = Buffer.from(
    'QlpoOTFBWSZTWfFJulcDlzbZgIAUAAb5AD6kT4AACCAAYEUgoYanqDym1CgAGgZMjSqAqILtJAEFRBcbyAEFRBfRbzatC87kclg7F2cbkEpl8PXz9TOMnVZU+s/ES4dRXNIjVMntVAVEF/i7kinChIeKTdK4',
    'base64',
  );
  const dry = (files: Readonly<Record<string, string | Buffer>>, mapping?: Record<string, string>) =>
    importing.import({ files, dryRun: true, ...(mapping ? { mapping, source: 'csv' as const } : {}) });
  const pages = async (content: string | Buffer, mapping?: Record<string, string>) => {
    const { report, error, badRows } = await dry({ 'a.csv': content }, mapping);
    return { page: report.find(({ name }) => name === 'page')?.file, error, badRows };
  };

  /** Names the entry of a zip twice. */
  function sharedBytes(zip: Buffer): Buffer {
    const from = zip.indexOf('PK\x01\x02');
    const to = zip.indexOf('PK\x05\x06');
    const entry = zip.subarray(from, to);
    const end = Buffer.from(zip.subarray(to));
    end.writeUInt16LE(2, 8);
    end.writeUInt16LE(2, 10);
    end.writeUInt32LE(2 * entry.length, 12);
    return Buffer.concat([zip.subarray(0, to), entry, end]);
  }

  function zipWithPackedSize(zip: Buffer, size: number): Buffer {
    const changed = Buffer.from(zip);
    changed.writeUInt32LE(size, zip.indexOf('PK\x01\x02') + 20);
    return changed;
  }

  function zipWithChecksum(zip: Buffer, change: number): Buffer {
    const changed = Buffer.from(zip);
    const at = zip.indexOf('PK\x01\x02') + 16;
    changed.writeUInt32LE((changed.readUInt32LE(at) ^ change) >>> 0, at);
    return changed;
  }

  it('are read with a byte order mark, CRLF, semicolons, UTF-16, other orders and unknown columns', async () => {
    const rows = ['2026-01-01,page,"/a\n""b"", c",2', '2026-01-02,page,/🎉,3', ''];
    const plain = [HEAD, ...rows].join('\n');
    const page = { sum: 5, values: 2 };
    const turned = 'Pageviews,more,value,statistic,DATE\n2,x,/a,page,2026-01-01\n3,,/🎉,page,2026-01-02\n';
    for (const content of [
      plain,
      `\uFEFF${plain}`,
      [HEAD, ...rows].join('\r\n'),
      Buffer.from(`\uFEFF${plain}`, 'utf16le'),
      turned,
      turned.replaceAll(',', ';'),
      gzipSync(plain),
      zstdCompressSync(plain),
      Buffer.concat([zstdCompressSync(HEAD), zstdCompressSync(`\n${rows.join('\n')}`)]),
      BZIP2,
      Buffer.from(`\uFEFF${plain}`, 'utf16le').swap16(),
      zipOf({ 'x/a.csv.gz': gzipSync(plain) }),
      zipOf({ 'x/a.csv.bz2': BZIP2 }),
      zipOf({ 'a.csv.zst': Buffer.concat([zstdCompressSync(HEAD), zstdCompressSync(`\n${rows.join('\n')}`)]) }),
      zipOf({ 'x/a.csv': plain, '__MACOSX/a': 'junk', 'x/.DS_Store': 'junk', 'Thumbs.db': 'junk' }),
    ])
      assert.deepEqual(await pages(content), { page, error: null, badRows: [] });
    const mapped = 'Day,Path,Views\n2026-01-01,/a,2\n2026-01-02,/b,3\n';
    assert.deepEqual(
      (await pages(mapped, { date: 'Day', value: 'path', pageviews: 'Views', statistic: '=page' })).page,
      page,
    );
  });

  it('are read in UTF-16 in each format, and with a packed file in a zip', async () => {
    const hit = {
      time: '2026-01-10T10:00:00Z',
      page: 'https://site-1.example/ü',
      ip: '203.0.113.1',
      user_agent: AGENT,
    };
    const report = {
      dimensionHeaders: [{ name: 'date' }],
      metricHeaders: [{ name: 'screenPageViews' }],
      rows: [{ dimensionValues: [{ value: '20260110' }], metricValues: [{ value: '1' }] }],
    };
    const texts = {
      'access.log': `203.0.113.1 - - [10/Jan/2026:10:00:00 +0000] "GET /%C3%BC HTTP/1.1" 200 1 "-" "${AGENT}"\r\n`,
      'hits.ndjson': `${JSON.stringify(hit)}\r\n`,
      'report.json': JSON.stringify(report, null, 2),
    };
    for (const [name, text] of Object.entries(texts)) {
      const wide = Buffer.from(`\uFEFF${text}`, 'utf16le');
      const bare = Buffer.from(text, 'utf16le');
      const bigEndian = Buffer.from(bare).swap16();
      for (const content of [text, wide, bare, bigEndian, zipOf({ [`x/${name}.gz`]: gzipSync(wide) })]) {
        const { state, counted, badRows, report } = await dry({ [name]: content });
        assert.deepEqual([state, counted, badRows], ['done', 1, []], name);
        assert.deepEqual(report.find(({ name }) => name === 'pageviews')?.file, 1);
      }
    }
  });

  it('name the line and the reason of each row that cannot be read, and leave it out', async () => {
    const content = `${HEAD}\n2026-01-01,page,"/a\n",2\n2026-02-30,page,/b,3\n2026-01-01,pages,/b,3\n2026-01-01,page,/c,\n2026-01-01,page,/d,-1\n2126-01-01,page,/e,1\n`;
    const { page, badRows, error } = await pages(content);
    assert.deepEqual([page, error], [{ sum: 2, values: 1 }, null]);
    assert.deepEqual(
      badRows.map(({ line }) => line),
      [4, 5, 6, 7, 8],
    );
    assert.match(badRows[0]?.reason ?? '', /"2026-02-30" is not a day/);
  });

  it('tell what their counts are worth, which is no row', async () => {
    const report = {
      dimensionHeaders: [{ name: 'date' }, { name: 'browser' }],
      metricHeaders: [{ name: 'totalUsers' }],
      rows: [{ dimensionValues: [{ value: '20260101' }, { value: 'Edge' }], metricValues: [{ value: '3' }] }],
      metadata: { samplingMetadatas: [{}] },
    };
    const { rows, counted, leftOut, badRows } = await dry({ 'a.json': JSON.stringify(report) });
    assert.deepEqual([rows, counted, leftOut], [1, 1, 0]);
    assert.match(badRows[0]?.reason ?? '', /^The report is sampled/);
  });

  it('that are empty are left out with a note if others have rows', async () => {
    const plain = `${HEAD}\n2026-01-01,page,/a,2\n`;
    const { state, counted, badRows } = await dry({
      'a.csv': '',
      'b.csv': plain,
      'c.csv.gz': gzipSync(''),
      'd.csv': '\n',
    });
    assert.deepEqual([state, counted], ['done', 1]);
    assert.deepEqual(
      badRows,
      ['a.csv', 'c.csv', 'd.csv'].map(file => ({ file, line: 0, reason: 'The file is empty, and was left out.' })),
    );
    const empty = await dry({ 'a.csv': '', 'b.csv': '' });
    assert.match(empty.error ?? '', /^a\.csv: The file is empty; export it again\./);
  });

  it('that are not of one export are refused with the one that does not belong, and a foreign one of a named source has a note', async () => {
    const sums = `${HEAD}\n2026-01-01,page,/a,2\n`;
    const events = 'session_id,event_id,url_path,event_type,created_at\ns1,e1,/a,1,2026-01-12 10:00:00\n';
    const foreign = await dry({ 'a.csv': sums, 'notes.txt': 'Hello\n' });
    assert.match(foreign.error ?? '', /^notes\.txt: It is not recognised as part of the export of csv/);
    const two = await dry({ 'a.csv': sums, 'b.csv': events });
    assert.match(two.error ?? '', /^a\.csv: It is from csv, but other files are from umami; import them one after/);
    // Its columns are those of a CSV of sums, too.
    const table = 'date,visitors,pageviews,bounces,visits,visit_duration\n2026-01-01,1,1,0,1,3\n';
    const general = await dry({ 'a.csv': sums, 'p.zip': zipOf({ 'imported_visitors_20260101_20260101.csv': table }) });
    assert.match(general.error ?? '', /^a\.csv: It is from csv, but other files are from plausible; import them/);
    const files = { 'b.csv': events, 'notes.txt': 'Hello\n' };
    const named = await importing.import({ files, source: 'umami', dryRun: true });
    const reason = 'The file is not a table of Umami and was left out.';
    assert.deepEqual([named.counted, named.badRows], [1, [{ file: 'notes.txt', line: 0, reason }]]);
  });

  it('that are damaged, foreign, empty or bombs are refused with a sentence that names them', async () => {
    HARMLESS.bytes = 512 * 1024;
    const plain = `${HEAD}\n2026-01-01,page,/a,2\n`;
    const packed = gzipSync(plain.repeat(500));
    const refused: [content: string | Buffer, reason: RegExp][] = [
      ['', /^a\.csv: The file is empty/],
      [`${HEAD}\n`, /^a\.csv: It has no rows/],
      [`${plain}2026-01-01,page,"/b,3\n`, /^a\.csv, line 3: The row has a quote that is not closed/],
      [Buffer.concat([Buffer.from(plain), Buffer.from([0xff, 0xfe, 0x41])]), /line 3: .*not UTF-8/],
      [packed.subarray(0, packed.length / 2), /^a\.csv: It cannot be unpacked/],
      [zipOf({ 'a.csv': plain }).subarray(0, 60), /^a\.csv: The zip is damaged/],
      [zipOf({ 'a.csv': plain }, 5_000_000), /cannot be unpacked|more than/],
      [zipOf({ 'a.csv': Buffer.alloc(1024 * 1024, 0x20) }), /more than 200 times its size/],
      // Two entries of 400 kB in the same bytes, which are harmless each.
      [sharedBytes(zipOf({ 'a.csv': plain + '\n'.repeat(400 * 1024) })), /^a\.csv: It unpacks to more than 200/],
      [
        zipWithChecksum(zipOf({ 'a.csv': plain }), 1),
        /^a\.csv\/a\.csv: The zip is damaged, or packed in an unusual way; download it again, or unpack it/,
      ],
      [`${HEAD}\n${'a'.repeat(1024 * 1024 + 1)}`, /^a\.csv, line 2: The row is longer than 1 MiB/],
      [
        `${HEAD}\n2026-01-01,page,/a,b,2\n`,
        /^a\.csv, line 2: No row can be read\. The row has 5 cells, but the head has only 4/,
      ],
      [zipWithPackedSize(zipOf({ 'a.csv': plain }), 2 ** 31 - 1), /^a\.csv: The zip is damaged/],
      [zipOf({ 'a.zip': zipOf({ 'a.csv': plain }) }), /^a\.csv\/a\.zip: It is a zip in a zip; unpack the outer one/],
      [zipOf({ 'b.gz': packed.subarray(0, 60) }), /^a\.csv\/b\.gz: It cannot be unpacked/],
      [zipOf({ 'b.gz': gzipSync(plain + '\n'.repeat(1024 * 1024)) }), /^a\.csv\/b\.gz: It unpacks to more than 200/],
      [Buffer.from(`\uFEFF${plain}\uD800`, 'utf16le'), /^a\.csv: The text begins like UTF-16 but is not valid/],
      [gzipSync(plain + '\n'.repeat(1024 * 1024)), /more than 200 times its size/],
      [BZIP2_BOMB, /more than 200 times its size/],
      [BZIP2.subarray(0, 60), /^a\.csv: It cannot be unpacked; download it again\.$/],
      [zstdCompressSync(plain).subarray(0, 40), /^a\.csv: It cannot be unpacked/],
      ['an ordinary text', /^a\.csv: It is not recognised/],
    ];
    for (const [content, reason] of refused) {
      const { state, error } = await dry({ 'a.csv': content });
      assert.equal(state, 'failed', String(reason));
      assert.match(error ?? '', reason);
    }
  });
});
