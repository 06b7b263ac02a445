import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { type JsonPart, readJson } from '../../../src/imports/readers/json.ts';

/** Reads a text in pieces of some bytes. */
async function read(text: string | Buffer, path = '', size = 7): Promise<JsonPart[]> {
  const bytes = Buffer.from(text);
  const file = {
    name: 'a.json',
    async *read() {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
    },
  };
  const parts: JsonPart[] = [];
  for await (const some of readJson(file, path)) parts.push(...some);
  return parts;
}

describe('A file of JSON', () => {
  it('has the elements of an array at the top, whatever they are, in pieces of any size', async () => {
    const values = [{ a: '}"\\' }, { b: [1, { c: ']' }] }, 'x\\"', -1.5e3, null, true, [], {}, '🎉', '\u0000\r\n'];
    for (const space of [0, 2])
      for (const size of [1, 2, 3, 5, 64, 1_000]) {
        const parts = await read(`\uFEFF${JSON.stringify(values, null, space)}\n`, '', size);
        assert.deepEqual(
          parts.map(({ value }) => value),
          values,
        );
        assert.deepEqual(
          parts.map(({ key, parent }) => `${parent}${key}`),
          values.map((_, at) => String(at)),
        );
      }
    assert.deepEqual(await read('[]'), []);
    assert.deepEqual(await read(' \n'), []);
  });

  it('numbers the lines on which values begin', async () => {
    const lines = async (text: string, size: number) => (await read(text, '', size)).map(({ line }) => line);
    for (const size of [1, 4, 100]) {
      assert.deepEqual(await lines('[\n1,\n\n{"a":\n2},\r\n"x"]', size), [2, 4, 6]);
      assert.deepEqual(await lines('{"a":1}\n{"a":2}\n\n{"a":3}', size), [1, 2, 4]);
    }
  });

  it('has arrays at a path, with what is beside them', async () => {
    const report = (name: string, rows: number[]) => ({ head: [name], rows, count: rows.length });
    const text = JSON.stringify({ kind: 'x', reports: [report('a', [1, 2]), report('b', [])], rows: [9] });
    const seen = async (path: string) => (await read(text, path)).map(one => [one.parent, one.key, one.value]);
    assert.deepEqual(await seen('reports.*.rows'), [
      ['', 'kind', 'x'],
      ['reports.0', 'head', ['a']],
      ['reports.0.rows', 0, 1],
      ['reports.0.rows', 1, 2],
      ['reports.0', 'count', 2],
      ['reports.1', 'head', ['b']],
      ['reports.1', 'count', 0],
      ['', 'rows', [9]],
    ]);
    assert.deepEqual((await seen('rows')).at(-1), ['rows', 0, 9]);
    assert.deepEqual(await seen(''), [['', '', JSON.parse(text)]]);
  });

  it('names the line where it is cut off or damaged', async () => {
    const cutOff = /a\.json, line 2: The JSON ends before its last bracket/;
    for (const text of ['[1,\n2', '[1\n,', '[1,\n{"a":1}', '[{"a":\n"x', '[\n"\\"', '[\n'])
      await assert.rejects(read(text), cutOff, text);
    await assert.rejects(read('{"rows":[1,\n2]', 'rows'), cutOff);
    await assert.rejects(read('[1,\n2 3]'), /line 2: There is no comma or bracket/);
    await assert.rejects(read('[1,\n,3]'), /line 2: A value is missing/);
    await assert.rejects(read('{"a":1,\n2}', 'b'), /line 2: The name of a value/);
    await assert.rejects(read('{"a"\n2}', 'b'), /line 2: There is no colon/);
    await assert.rejects(read(Buffer.from([0x5b, 0x0a, 0x22, 0xff, 0x22, 0x5d])), /line 2: .*not UTF-8/);
    await assert.rejects(read(`["${'x'.repeat(9 * 1024 * 1024)}"]`, '', 65_536), /longer than 8 MiB/);
  });

  it('goes on after a value that cannot be read', async () => {
    const parts = await read('[1,{"a":tru},\n"\u0001",4]');
    assert.deepEqual(
      parts.map(({ value, line, fault }) => [value, line, fault !== undefined]),
      [
        [1, 1, false],
        [undefined, 1, true],
        [undefined, 2, true],
        [4, 2, false],
      ],
    );
  });
});
