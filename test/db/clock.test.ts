import assert from 'node:assert/strict';
import { afterAll, it } from 'vitest';
import { DatabaseClock, type Machine } from '../../src/db/clock.ts';
import { type Database, openDatabase } from '../../src/db/open.ts';
import { eachDatabase, onSqlite } from '../support/databases.ts';
import { createTables } from '../support/tables.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A machine that has been running for an hour; tests move its clock and its time. */
class TestMachine implements Machine {
  time: number;
  ran = HOUR;
  boot = 'first';

  constructor(time = Date.now()) {
    this.time = time;
  }

  now = () => this.time;
  uptime = () => this.ran;

  pass(ms: number): void {
    this.time += ms;
    this.ran += ms;
  }

  /** Off for some time; afterwards, it has been running for a minute. */
  restart(off: number): void {
    this.time += off;
    this.ran = MINUTE;
    this.boot += '+';
  }
}

const opened: Database[] = [];
afterAll(() => Promise.all(opened.map(database => database.close())));

async function fresh(url: string): Promise<Database> {
  await createTables(url);
  const database = openDatabase(url);
  opened.push(database);
  return database;
}

eachDatabase('The clock of a database', open => {
  it('is not that of a process which is ahead or behind, and such a process may not work', async () => {
    const database = await fresh((await open()).url);
    const machine = new TestMachine();
    const right = new DatabaseClock(database, machine);
    await right.check();
    for (const off of [35 * DAY, -2 * DAY, 6 * MINUTE, -6 * MINUTE]) {
      const wrong = new DatabaseClock(database, { ...machine, now: () => machine.time + off });
      await wrong.check();
      assert.equal(wrong.agrees(), false, String(off));
      assert.ok(Math.abs(wrong.ahead() - off) < MINUTE, `${wrong.ahead()} instead of ${off}`);
      assert.ok(Math.abs(wrong.now() - machine.time) < MINUTE, String(off));
    }
    await right.check();
    assert.equal(right.agrees(), true);
    assert.ok(Math.abs(right.ahead()) < MINUTE);
  });

  it('shows at once that the clock of a running process jumped, even if the database is away', async () => {
    const database = await fresh((await open()).url);
    const machine = new TestMachine();
    const clock = new DatabaseClock(database, machine);
    await clock.check();
    machine.time += DAY;
    assert.equal(clock.agrees(), false);
    machine.time -= DAY;
    machine.pass(DAY);
    assert.equal(clock.agrees(), true);
    assert.equal(clock.now(), machine.time - clock.ahead());
  });
});

onSqlite('The clock of an embedded database', open => {
  async function scene(): Promise<{ machine: TestMachine; look: (machine?: Machine) => Promise<DatabaseClock> }> {
    const database = await fresh((await open()).url);
    const machine = new TestMachine();
    const look = async (other: Machine = machine) => {
      const clock = new DatabaseClock(database, other);
      await clock.check();
      return clock;
    };
    await look();
    return { machine, look };
  }

  it('continues while no process runs, so that a process which starts with a wrong clock cannot move it', async () => {
    const { machine, look } = await scene();
    machine.pass(3 * DAY);
    assert.deepEqual([(await look()).agrees(), (await look()).ahead()], [true, 0]);
    const wrong = await look({ ...machine, now: () => machine.time + 35 * DAY });
    assert.deepEqual([wrong.agrees(), wrong.now()], [false, machine.time]);
  });

  it('lets a process work after the machine was off, but takes its new time only a day later', async () => {
    const { machine, look } = await scene();
    const before = machine.time;
    machine.restart(3 * DAY);
    const clock = await look();
    assert.deepEqual([clock.agrees(), clock.now()], [true, before]);
    for (let hour = 0; hour < 22; hour++) {
      machine.pass(HOUR);
      assert.deepEqual([(await look()).agrees(), (await look()).now()], [true, before + (hour + 1) * HOUR]);
    }
    machine.pass(HOUR);
    await look();
    assert.equal((await look()).now(), machine.time);
  });

  it('follows a machine that was off for a few minutes at once', async () => {
    const { machine, look } = await scene();
    machine.restart(4 * MINUTE);
    assert.deepEqual([(await look()).agrees(), (await look()).now()], [true, machine.time]);
  });

  it('stays where it was while a jump may still be undone, and follows it after a day', async () => {
    const { machine, look } = await scene();
    const before = machine.time;
    machine.time += 35 * DAY;
    machine.pass(59 * MINUTE);
    assert.deepEqual([(await look()).agrees(), (await look()).now()], [false, before + 59 * MINUTE]);
    machine.pass(MINUTE);
    assert.deepEqual([(await look()).agrees(), (await look()).now()], [true, before + HOUR]);
    machine.time -= 35 * DAY;
    assert.deepEqual([(await look()).agrees(), (await look()).ahead()], [true, 0]);
    machine.time += 35 * DAY;
    machine.pass(DAY);
    await look();
    assert.equal((await look()).now(), machine.time);
  });

  it('does not go back with a machine that starts with an old time', async () => {
    const { machine, look } = await scene();
    const before = machine.time;
    machine.restart(-300 * DAY);
    const clock = await look();
    assert.deepEqual([clock.agrees(), clock.now()], [false, before]);
    machine.time = before + 2 * MINUTE;
    assert.equal(clock.agrees(), true);
  });
});
