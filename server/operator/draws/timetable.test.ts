import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fillTimetable, type TimetablePlan } from '#server/draws/life/fill-timetable.ts';
import { readTimetable } from '#server/draws/timetable.ts';
import { placeBets } from '#server/tickets/place-bets.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { testKeys } from '#tests/support/draws/keys.ts';
import type { TestOperator } from '#tests/support/operator/operators.ts';
import { approveAs, askAs, makeDemoOperator } from '#tests/support/operator/requests.ts';
import { createPlayer, moveDraw, newTicket, openDesk, readClock } from '#tests/support/players/play.ts';

const minute = 60_000;
const hour = 60 * minute;
const plan: TimetablePlan = {
  timetable: { everyMinutes: 5, closeSecondsBefore: 30, timeZone: 'UTC' },
  daysAhead: 1 / 4,
  keys: testKeys,
  chain: null,
  patienceHours: 24,
};

interface DrawAt {
  readonly id: string;
  readonly draws_at: Date;
  readonly closes_at: Date;
  readonly status: string;
}

interface Wanted {
  readonly everyMinutes: number;
  readonly closeSecondsBefore: number;
  readonly beginsAt?: string;
}

/** A site of its own with a timetable of every five minutes, filled six hours ahead. */
async function openSite() {
  const database = await createTestDatabase();
  const draws = await makeDemoOperator(database, ['draws']);
  const compliance = await makeDemoOperator(database, ['compliance']);
  await fillTimetable(database.worker, plan);
  return { database, draws, compliance };
}

const listDraws = ({ owner }: TestDatabase) =>
  owner.query<DrawAt>('select id, draws_at, closes_at, status from draw order by draws_at');

async function ask(database: TestDatabase, operator: TestOperator, wanted: Wanted): Promise<string> {
  const newest = (await readTimetable(database.db)).at(-1)!;
  const { everyMinutes, closeSecondsBefore, number } = newest;
  return askAs(database, operator, {
    kind: 'timetable',
    subject: `timetable ${number + 1}`,
    newValues: wanted,
    oldValues: { number, everyMinutes, closeSecondsBefore },
  });
}

const execute = ({ worker }: TestDatabase, request: string) =>
  worker.query('select console.execute_timetable($1)', [request]);

/** Every full hour that comes after this moment, in milliseconds. */
const nextHour = (from: Date) => Math.ceil((from.getTime() + 1) / hour) * hour;

describe('a new timetable', () => {
  let site: Awaited<ReturnType<typeof openSite>>;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site.database.drop());

  test('the first version is made from the settings, and later settings change nothing', async () => {
    const { db } = site.database;
    expect(await readTimetable(db)).toEqual([{ number: 1, beginsAt: -Infinity, ...plan.timetable }]);
    await fillTimetable(site.database.worker, {
      ...plan,
      timetable: { ...plan.timetable, everyMinutes: 1, closeSecondsBefore: 10 },
    });
    expect(await readTimetable(db)).toHaveLength(1);
    expect((await listDraws(site.database)).every(({ draws_at }) => draws_at.getUTCMinutes() % 5 === 0)).toBe(true);
  });

  test('begins where the committed draws end, and changes none of them', async () => {
    const { database, draws, compliance } = site;
    const before = await listDraws(database);
    const request = await ask(database, draws, { everyMinutes: 15, closeSecondsBefore: 60 });
    await approveAs(database, compliance, request);
    await execute(database, request);
    expect(await listDraws(database)).toEqual(before);
    const last = before.at(-1)!.draws_at;
    expect((await readTimetable(database.db)).at(-1)).toEqual({
      number: 2,
      beginsAt: last.getTime(),
      everyMinutes: 15,
      closeSecondsBefore: 60,
      timeZone: 'UTC',
    });
    await fillTimetable(database.worker, { ...plan, daysAhead: 1 / 2 });
    const after = await listDraws(database);
    expect(after.slice(0, before.length)).toEqual(before);
    const added = after.slice(before.length);
    expect(added.length).toBeGreaterThan(20);
    for (const { draws_at, closes_at } of added) {
      expect(draws_at.getUTCMinutes() % 15).toBe(0);
      expect(draws_at.getTime() - closes_at.getTime()).toBe(minute);
    }
  });

  test('a new timetable that begins sooner calls off the draws that do not fit, and keeps the others with their terms', async () => {
    const { database, draws, compliance } = site;
    const before = (await listDraws(database)).filter(({ status }) => status === 'open');
    const begins = nextHour(before[0]!.draws_at);
    const request = await ask(database, draws, {
      everyMinutes: 30,
      closeSecondsBefore: 30,
      beginsAt: new Date(begins).toISOString(),
    });
    await approveAs(database, compliance, request);
    await execute(database, request);
    for (const { draws_at, closes_at, status } of await listDraws(database)) {
      const isCalledOff = draws_at.getTime() > begins && draws_at.getUTCMinutes() % 30 !== 0;
      expect({ draws_at, status }).toEqual({ draws_at, status: isCalledOff ? 'void' : 'open' });
      expect(before.find((draw) => draw.draws_at.getTime() === draws_at.getTime())!.closes_at).toEqual(closes_at);
    }
    await fillTimetable(database.worker, { ...plan, daysAhead: 1 / 2 });
    const open = (await listDraws(database)).filter(
      ({ draws_at, status }) => status === 'open' && draws_at.getTime() > begins,
    );
    expect(open.every(({ draws_at }) => draws_at.getUTCMinutes() % 30 === 0)).toBe(true);
    const [reasons] = await database.owner.query<{ count: number }>(
      'select count(distinct request_id) as count from call_off',
    );
    expect(reasons!.count).toBe(1);
  });

  test('a new timetable that is denser and begins sooner calls nothing off', async () => {
    const { database, draws, compliance } = site;
    const open = (await listDraws(database)).filter(({ status }) => status === 'open');
    const begins = nextHour(open[0]!.draws_at);
    const request = await ask(database, draws, {
      everyMinutes: 10,
      closeSecondsBefore: 30,
      beginsAt: new Date(begins).toISOString(),
    });
    await approveAs(database, compliance, request);
    await execute(database, request);
    await fillTimetable(database.worker, { ...plan, daysAhead: 1 / 2 });
    const after = await listDraws(database);
    expect(after.filter(({ id }) => open.some((draw) => draw.id === id)).every(({ status }) => status === 'open')).toBe(
      true,
    );
    // A moment whose draw was called off is never drawn again.
    const moments = after.map(({ draws_at }) => draws_at.getTime());
    expect(new Set(moments).size).toBe(moments.length);
  });
});

describe('is refused', () => {
  let site: Awaited<ReturnType<typeof openSite>>;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(() => site.database.drop());

  test('if a draw that it calls off has a ticket, also one that was sold after the approval', async () => {
    const { database, draws, compliance } = site;
    const open = await listDraws(database);
    const begins = nextHour(open[0]!.draws_at);
    const without = open.find(({ draws_at }) => draws_at.getTime() > begins && draws_at.getUTCMinutes() % 30 !== 0)!;
    const wanted = { everyMinutes: 30, closeSecondsBefore: 30, beginsAt: new Date(begins).toISOString() };
    const request = await ask(database, draws, wanted);
    await approveAs(database, compliance, request);
    const desk = await openDesk(database);
    // Draws are public for a quarter of a second before their sales open.
    await sleep(300);
    await placeBets(desk, await createPlayer(database.owner, { dep: 100 }), [newTicket(without.id)]);
    desk.clock.stop();
    await expect(execute(database, request)).rejects.toThrow('called_off_without_tickets');
    await expect(ask(database, draws, wanted)).rejects.toThrow('called_off_without_tickets');
    expect(await listDraws(database)).toEqual(open);
    expect(await readTimetable(database.db)).toHaveLength(1);
  });

  test('if it begins in the past, calls off a draw in its last minute, or changes nothing', async () => {
    const { database, draws } = site;
    const soon = (await listDraws(database)).find(({ draws_at }) => draws_at.getUTCMinutes() % 30 !== 0)!;
    const [closesIn, drawsIn] = [minute / 2, minute];
    await moveDraw(database.owner, soon.id, { closesIn, drawsIn });
    const beginsAt = new Date((await readClock(database.owner)) + minute / 4).toISOString();
    await expect(ask(database, draws, { everyMinutes: 60, closeSecondsBefore: 30, beginsAt })).rejects.toThrow(
      'called_off_in_time',
    );
    const wanted = { everyMinutes: 30, closeSecondsBefore: 30 };
    const past = new Date(Date.now() - minute).toISOString();
    await expect(ask(database, draws, { ...wanted, beginsAt: past })).rejects.toThrow('begins_ahead');
    await expect(ask(database, draws, { everyMinutes: 5, closeSecondsBefore: 30 })).rejects.toThrow(
      'differs_from_newest',
    );
  });

  test('if another one was carried out in the meantime', async () => {
    const { database, draws, compliance } = site;
    const requests = [
      await ask(database, draws, { everyMinutes: 15, closeSecondsBefore: 30 }),
      await ask(database, draws, { everyMinutes: 20, closeSecondsBefore: 30 }),
    ];
    for (const request of requests) await approveAs(database, compliance, request);
    const done = await Promise.allSettled(requests.map((request) => execute(database, request)));
    expect(done.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await readTimetable(database.db)).toHaveLength(2);
  });

  test('by the rules of the table, whatever was approved', async () => {
    const { database, draws, compliance } = site;
    for (const [everyMinutes, closeSecondsBefore] of [
      [7, 30],
      [5, 300],
      [5, 0],
    ] as const) {
      const request = await ask(database, draws, { everyMinutes, closeSecondsBefore });
      await approveAs(database, compliance, request);
      await expect(execute(database, request)).rejects.toThrow('violates check constraint');
    }
  });

  test('by every login except a worker with an approved request', async () => {
    const { database } = site;
    for (const login of [database.db, database.console]) {
      for (const sql of [
        `insert into timetable_version (number, begins_at, every_minutes, close_seconds_before, time_zone) values (9, now(), 1, 1, 'UTC')`,
        'update timetable_version set every_minutes = 1',
        'delete from timetable_version',
      ]) {
        await expect(login.query(sql), sql).rejects.toThrow('permission denied');
      }
    }
    await database.worker.query(`select make_first_timetable(1, 1, 'UTC')`);
    expect((await readTimetable(database.db))[0]).toMatchObject({ everyMinutes: 5 });
    await expect(database.owner.query('delete from timetable_version')).rejects.toThrow('history never changes');
  });
});

test('draws that are made while the timetable changes belong to the new one', async () => {
  const { database, draws, compliance } = await openSite();
  const request = await ask(database, draws, { everyMinutes: 15, closeSecondsBefore: 30 });
  await approveAs(database, compliance, request);
  const filling = [
    fillTimetable(database.worker, { ...plan, daysAhead: 2 }),
    fillTimetable(database.worker, { ...plan, daysAhead: 2 }),
  ];
  await execute(database, request);
  await Promise.all(filling);
  await fillTimetable(database.worker, { ...plan, daysAhead: 2 });
  const { beginsAt } = (await readTimetable(database.db)).at(-1)!;
  for (const { draws_at } of await listDraws(database)) {
    expect(draws_at.getUTCMinutes() % (draws_at.getTime() > beginsAt ? 15 : 5)).toBe(0);
  }
  await database.drop();
});
