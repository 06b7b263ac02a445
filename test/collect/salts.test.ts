import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from 'vitest';
import { destroySalts, Salts } from '../../src/collect/salts.ts';
import { type Database, openDatabase } from '../../src/db/open.ts';
import { dayNumber } from '../../src/domain/calendar.ts';
import { eachDatabase } from '../support/databases.ts';
import { createTables } from '../support/tables.ts';

const HOUR = 3_600_000;
const DAY = dayNumber('2026-03-10');
const NOON = Date.parse('2026-03-10T12:00:00Z');
/** The day is over in the last time zone, twelve hours behind UTC. */
const OVER = Date.parse('2026-03-11T12:00:00Z');

eachDatabase('The salt of a day', open => {
  let database: Database;
  let clock = NOON;
  beforeAll(async () => {
    const { url } = await open();
    await createTables(url);
    database = openDatabase(url);
  });
  afterAll(() => database.close());
  const processOf = () => new Salts(database, () => clock);

  it('is the same in all processes, however many load it at once, and different the next day', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => processOf().load(DAY)));
    assert.equal(new Set(answers).size, 1);
    assert.match(answers[0] ?? '', /^[0-9a-f]{32}$/);
    assert.notEqual(await processOf().load(DAY + 1), answers[0]);
  });

  it('is loaded before the day begins anywhere, so that midnight needs no database', async () => {
    const salts = processOf();
    assert.equal(salts.known(DAY), undefined);
    await salts.prepare();
    for (const day of [DAY - 1, DAY, DAY + 1, DAY + 2]) assert.ok(salts.known(day), String(day - DAY));
  });

  it('is destroyed 48 hours after the day ended everywhere, and no sooner', async () => {
    const isThere = async () => (await database.dialect.all('SELECT day FROM salt WHERE day = ?', [DAY])).length === 1;
    await processOf().load(DAY);
    await destroySalts(database, OVER + 48 * HOUR - 1);
    assert.ok(await isThere());
    await destroySalts(database, OVER + 48 * HOUR);
    assert.ok(!(await isThere()));
  });

  it('is destroyed 48 hours after it was made if its day is long past', async () => {
    clock = NOON + 30 * 24 * HOUR;
    const old = dayNumber('2020-02-29');
    const salt = await processOf().load(old);
    await destroySalts(database, clock + 48 * HOUR - 1);
    assert.equal(await processOf().load(old), salt);
    await destroySalts(database, clock + 48 * HOUR);
    assert.notEqual(await processOf().load(old), salt);
    clock = NOON;
  });

  it('is destroyed in time even if the clock of the process that made it was ahead', async () => {
    const old = dayNumber('2020-03-01');
    clock = NOON + 35 * 24 * HOUR;
    const salt = await processOf().load(old);
    clock = NOON;
    await destroySalts(database, NOON);
    assert.equal(await processOf().load(old), salt);
    await destroySalts(database, NOON + 48 * HOUR);
    assert.notEqual(await processOf().load(old), salt);
  });

  it('does not survive in the memory of a process', async () => {
    const salts = processOf();
    await salts.load(DAY - 5);
    assert.ok(salts.known(DAY - 5));
    clock = NOON + 6 * HOUR + 1;
    assert.equal(salts.known(DAY - 5), undefined, 'after six hours it has to be read from the database again');
    clock = NOON;
  });
});
