import assert from 'node:assert/strict';
import { appendFile, copyFile, mkdir, rename, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'vitest';
import { verify } from '../../src/fold/verify.ts';
import { LogFollower } from '../../src/imports/follow/follower.ts';
import { AGENT } from '../support/access-log.ts';
import { eachDatabase } from '../support/databases.ts';
import { countsOf, followingOf } from '../support/following.ts';
import { seeded } from '../support/import-files.ts';
import { Killed, NOW } from '../support/imports.ts';

const SEED = Number(process.env.SEED ?? 1);

eachDatabase('A log that is followed', open => {
  const following = followingOf(open);

  it('counts every line once, however often it is killed and the log is rotated', async () => {
    const { place, database, websites, importing } = following;
    const random = seeded(SEED);
    const upTo = (most: number) => Math.floor(random() * (most + 1));
    const folder = join(place.dataDir, 'logs');
    await mkdir(folder);
    const path = join(folder, 'access.log');
    // What was there before it was followed is history, and another website's log is nobody's.
    const old = `203.0.113.9 - - [01/Mar/2026:00:00:00 +0000] "GET /old HTTP/1.1" 200 1 "-" "${AGENT}"\n`;
    await writeFile(`${path}.1`, old);
    await writeFile(join(folder, 'access-shop.log'), old.replace('.9', '.8'));
    await writeFile(path, '');
    const pages: Record<string, number> = {};
    const crawlers: Record<string, number> = {};
    let time = NOW - 86_400_000;
    let rest = '';
    const write = async () => {
      let text = rest;
      for (let lines = upTo(5); lines >= 0; lines--) {
        time += 60_000;
        const page = `/page/${upTo(3)}`;
        const isCrawler = upTo(4) === 0;
        const [date = '', clock = ''] = new Date(time).toISOString().split('T');
        const [, , day] = date.split('-');
        const agent = isCrawler ? 'Mozilla/5.0 (compatible; bingbot/2.0)' : AGENT;
        text += `203.0.113.${upTo(3)} - - [${day}/Mar/2026:${clock.slice(0, 8)} +0000] "GET ${page} HTTP/1.1" 200 1 "-" "${agent}"\n`;
        if (isCrawler) crawlers.Bingbot = (crawlers.Bingbot ?? 0) + 1;
        else pages[page] = (pages[page] ?? 0) + 1;
      }
      // The last line may be written later.
      const cut = upTo(1) === 0 ? text.length : text.length - upTo(40);
      await appendFile(path, text.slice(0, cut));
      rest = text.slice(cut);
    };
    const finishLine = async () => {
      await appendFile(path, rest);
      rest = '';
    };
    let follower: LogFollower | null = null;
    let kills = 0;
    let mayKill = false;
    const stop = async () => {
      await follower?.close();
      follower = null;
    };
    const follow = async (isKilled: boolean) => {
      mayKill = isKilled;
      follower ??= new LogFollower(
        importing.context({
          stepped: () => {
            if (mayKill && upTo(3) === 0) throw new Killed();
          },
        }),
        websites,
        { website: 1, path, timezone: null },
      );
      try {
        while (await follower.step());
      } catch (error) {
        if (!(error instanceof Killed)) throw error;
        kills++;
        await stop();
      }
    };
    let rotations = 0;
    const rotate = async () => {
      await finishLine();
      rotations++;
      if (upTo(1) === 0) {
        await copyFile(path, `${path}.1`);
        await truncate(path);
      } else {
        await rename(path, `${path}.1`);
        // The server goes on with the old file until it is told.
        if (upTo(1) === 0) {
          const line = `203.0.113.7 - - [09/Mar/2026:10:00:00 +0000] "GET /late HTTP/1.1" 200 1 "-" "${AGENT}"\n`;
          await appendFile(`${path}.1`, line);
          pages['/late'] = (pages['/late'] ?? 0) + 1;
        }
        await writeFile(path, '');
      }
    };
    for (let round = 0; round < 40; round++) {
      await write();
      if (upTo(1) === 0) await follow(true);
      if (round % 8 === 7) {
        // The older one is gone, as with `rotate 1`, so it must have been read.
        await follow(false);
        if (upTo(1) === 0) await stop();
        await write();
        await rotate();
      }
    }
    await finishLine();
    await follow(false);
    await stop();
    assert.deepEqual(await countsOf(following, 'page'), pages);
    assert.deepEqual(await countsOf(following, 'crawler'), crawlers);
    assert.ok(kills > 2 && rotations > 3, `${kills} ${rotations}`);
    assert.deepEqual((await verify(database, 1)).differences, []);
  });
});
