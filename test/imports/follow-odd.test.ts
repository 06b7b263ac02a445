import assert from 'node:assert/strict';
import { appendFile, copyFile, open as openFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'vitest';
import { LogFollower } from '../../src/imports/follow/follower.ts';
import { AGENT } from '../support/access-log.ts';
import { onSqlite } from '../support/databases.ts';
import { countsOf, followingOf } from '../support/following.ts';

onSqlite('A log that is followed', open => {
  const following = followingOf(open);

  const lineOf = (page: string, more = '') =>
    `203.0.113.7 - - [09/Mar/2026:10:00:00 +0000] "GET ${page} HTTP/1.1" 200 1 "-" "${AGENT}"${more}\n`;

  const pagesUnder = (folder: string, day?: string) => countsOf(following, 'page', folder, day);

  function follow(name: string) {
    const { place, websites, importing } = following;
    const path = join(place.dataDir, name);
    const follower = new LogFollower(importing.context({}), websites, { website: 1, path, timezone: null });
    const read = async () => {
      while (await follower.step());
    };
    return { path, read, close: () => follower.close() };
  }

  it('may begin with a line that is too long', async () => {
    for (const [name, size] of [
      ['long', 100_000],
      ['longer', 1_500_000],
    ] as const) {
      const { path, read, close } = follow(`${name}.log`);
      await writeFile(path, lineOf(`/${name}/${'x'.repeat(size)}`).replace('"GET', '"POST'));
      await appendFile(path, lineOf(`/${name}/a`));
      await read();
      await appendFile(path, lineOf(`/${name}/b`));
      await read();
      await close();
      assert.deepEqual(await pagesUnder(`/${name}/`), { [`/${name}/a`]: 1, [`/${name}/b`]: 1 });
    }
  });

  it('may have NULs in front where its server goes on behind what was truncated', async () => {
    const { path, read, close } = follow('holes.log');
    await writeFile(path, lineOf('/holes/a'));
    await read();
    for (const [no, hole] of [100, 200_000, 3_000_000].entries()) {
      await copyFile(path, `${path}.1`);
      await truncate(path);
      const file = await openFile(path, 'r+');
      await file.write(lineOf(`/holes/${no}`), hole);
      await file.write(lineOf('/holes/a'), hole + lineOf(`/holes/${no}`).length);
      await file.close();
      await read();
      await read();
    }
    await close();
    assert.deepEqual(await pagesUnder('/holes/'), { '/holes/a': 4, '/holes/0': 1, '/holes/1': 1, '/holes/2': 1 });
  });

  it('has hosts also if its first line has none', async () => {
    const { path, read, close } = follow('hosts.log');
    for (const [page, host] of [
      ['/hosts/a', '203.0.113.1'],
      ['/hosts/b', 'site-1.example'],
      ['/hosts/c', 'site-1.example'],
      ['/hosts/d', 'elsewhere.example'],
    ] as const) {
      await appendFile(path, lineOf(page, ` "${host}"`));
      await read();
    }
    await close();
    assert.deepEqual(await pagesUnder('/hosts/'), { '/hosts/a': 1, '/hosts/b': 1, '/hosts/c': 1 });
  });

  it('has its days also without dates, wherever the follower begins', async () => {
    const { path, read, close } = follow('undated.log');
    const lines = (...times: string[]) =>
      times.map(time => `${time} GET /undated/${time.slice(0, 5)} 203.0.113.7 200\n`).join('');
    const head = '#Date: 2026-03-05 12:00:00\n#Fields: time cs-method cs-uri-stem c-ip sc-status\n';
    await writeFile(path, head + lines('13:00:00', '23:00:00', '01:00:00'));
    await read();
    await close();
    const later = follow('undated.log');
    await appendFile(path, lines('22:00:00', '02:00:00'));
    await later.read();
    await appendFile(path, lines('22:30:00', '03:00:00'));
    await later.read();
    await later.close();
    const of = (day: string) => pagesUnder('/undated/', day);
    assert.deepEqual(await of('2026-03-05'), { '/undated/13:00': 1, '/undated/23:00': 1 });
    assert.deepEqual(await of('2026-03-06'), { '/undated/01:00': 1, '/undated/22:00': 1 });
    assert.deepEqual(await of('2026-03-07'), { '/undated/02:00': 1, '/undated/22:30': 1 });
    assert.deepEqual(await of('2026-03-08'), { '/undated/03:00': 1 });
  });

  it('is refused by its name if it is none', async () => {
    const { path, read, close } = follow('error.log');
    await writeFile(path, '2026/03/09 10:00:00 [error] 7#7: *1 open() failed\n');
    await assert.rejects(
      read(),
      ({ message }: Error) => message.startsWith(`${path}: `) && /name the access log/.test(message),
    );
    await close();
  });
});
