import assert from 'node:assert/strict';
import { appendFile, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { it } from 'vitest';
import { dayNumber } from '../../src/domain/calendar.ts';
import { verify } from '../../src/fold/verify.ts';
import { LogFollower } from '../../src/imports/follow/follower.ts';
import { beginUndo, type Import } from '../../src/imports/imports.ts';
import { AGENT } from '../support/access-log.ts';
import { eachDatabase } from '../support/databases.ts';
import { countsOf, followingOf } from '../support/following.ts';
import { Killed, NOW } from '../support/imports.ts';

eachDatabase('A log that is imported and followed', open => {
  const following = followingOf(open);
  const until = dayNumber('2026-03-10');

  /** Returns lines of pages, each with its own time unless it is to be the same. */
  const linesOf = (folder: string, from: number, to: number, second = (no: number) => no) =>
    Array.from({ length: to - from }, (_, at) => {
      const no = from + at;
      const time = new Date(NOW - 86_400_000 + second(no) * 1000).toISOString();
      const stamp = `${time.slice(8, 10)}/Mar/2026:${time.slice(11, 19)} +0000`;
      const request = no % 5 === 4 ? '/style.css' : `/${folder}/${no % 3}`;
      return `203.0.113.${no % 7} - - [${stamp}] "GET ${request} HTTP/1.1" 200 1 "-" "${AGENT}"\n`;
    }).join('');

  async function logIn(folder: string) {
    const path = join(following.place.dataDir, folder, 'access.log');
    await mkdir(join(following.place.dataDir, folder));
    const told: string[] = [];
    let follower: LogFollower | null = null;
    return {
      path,
      told,
      async follow() {
        follower ??= new LogFollower(following.importing.context(), following.websites, {
          ...{ website: 1, path, timezone: null },
          tell: text => told.push(text),
        });
        while (await follower.step());
        return follower.followed;
      },
      async stop() {
        await follower?.close();
        follower = null;
      },
      /** The pages that counted, and those of as many lines. */
      async compare(lines: string) {
        const pages: Record<string, number> = {};
        for (const [, page = ''] of lines.matchAll(new RegExp(`GET (/${folder}/\\d)`, 'g')))
          pages[page] = (pages[page] ?? 0) + 1;
        assert.deepEqual(await countsOf(following, 'page', `/${folder}/`), pages);
      },
    };
  }

  async function undo({ id }: Import): Promise<void> {
    await beginUndo(following.database, id);
    assert.equal((await following.importing.run(id)).state, 'undone');
  }

  it('is followed from the first line on that no import has, whatever the files were called', async () => {
    const { importing, database } = following;
    const { path, told, follow, stop, compare } = await logIn('a');
    // The files of a rotation, one of them packed, and all of them once more in one.
    const [old, now] = [linesOf('a', 0, 40), linesOf('a', 40, 90)];
    await importing.import({ files: { 'access.log.1.gz': gzipSync(old) }, until });
    await importing.import({ files: { 'all.log': old + now }, until });
    await writeFile(path, now + linesOf('a', 90, 120));
    assert.equal((await follow()).counted, 24);
    assert.deepEqual(told, [`An import has ${path} up to line 49; counting from the next line on.`]);
    await appendFile(path, linesOf('a', 120, 130));
    await stop();
    await follow();
    await compare(linesOf('a', 0, 130));
    assert.equal(told.length, 1);
    // Rotated, and followed on.
    await rename(path, `${path}.1`);
    await writeFile(path, linesOf('a', 130, 140));
    await follow();
    await stop();
    await compare(linesOf('a', 0, 140));
    assert.deepEqual((await verify(database, 1)).differences, []);
  });

  it('counts equal lines as often as the log has them', async () => {
    const { importing } = following;
    const { path, follow, stop, compare } = await logIn('b');
    const same = linesOf('b', 0, 1, () => 7).repeat(3);
    const import3 = await importing.import({ files: { 'b.log': linesOf('b', 0, 3) + same }, until });
    assert.equal(import3.state, 'done');
    const log = linesOf('b', 0, 3) + same.repeat(2);
    await writeFile(path, log);
    await follow();
    await stop();
    await compare(log);
  });

  it('is imported without the lines that were counted while it was followed', async () => {
    const { importing } = following;
    const { path, follow, stop, compare } = await logIn('c');
    const first = await importing.import({ files: { 'c.log': linesOf('c', 0, 20) }, until });
    await writeFile(path, linesOf('c', 0, 50));
    await follow();
    await stop();
    const log = linesOf('c', 0, 70);
    const packed = { files: { 'c.log.gz': gzipSync(log) }, until };
    const dry = await importing.import({ ...packed, dryRun: true });
    assert.deepEqual([dry.rows, dry.counted], [70, 16]);
    assert.deepEqual(dry.leftOutFor, { repeated: 16, followed: 24, no_page: 14 });
    const rest = await importing.import(packed);
    assert.deepEqual([rest.state, rest.counted, rest.leftOutFor], ['done', 16, dry.leftOutFor]);
    await compare(log);
    // The follower goes on behind what was imported meanwhile.
    await writeFile(path, linesOf('c', 0, 75));
    await follow();
    await compare(linesOf('c', 0, 75));
    // What only an import had comes back with another one, and what was followed stays.
    await undo(first);
    await undo(rest);
    await compare(linesOf('c', 20, 50) + linesOf('c', 70, 75));
    const again = await importing.import({ files: { 'again.log': log }, until });
    assert.deepEqual(again.leftOutFor, { followed: 40, no_page: 14 });
    await stop();
  });

  it('waits while an import is running, and counts none of its lines', async () => {
    const { importing, database } = following;
    const { path, told, follow, stop, compare } = await logIn('d');
    await writeFile(path, linesOf('d', 0, 10));
    await follow();
    const log = linesOf('d', 0, 200);
    const id = await importing.add({ files: { 'd.log': log }, until });
    let isKilled = false;
    const stepped = (step: string) => {
      if (!step.startsWith('batch')) return;
      isKilled = true;
      throw new Killed();
    };
    await assert.rejects(importing.run(id, { stepped }), Killed);
    assert.ok(isKilled);
    await writeFile(path, log + linesOf('d', 200, 210));
    assert.equal((await follow()).counted, 8);
    assert.deepEqual(told, [`Import ${id} of this website is running; counting continues when it is over.`]);
    await database.dialect.run('UPDATE import SET held_until = 0');
    assert.equal((await importing.run(id)).state, 'done');
    assert.equal((await follow()).counted, 16);
    await stop();
    await compare(linesOf('d', 0, 210));
    assert.deepEqual((await verify(database, 1)).differences, []);
  });
});
