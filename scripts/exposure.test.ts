import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { placeBets, type TicketDesk } from '#server/tickets/place-bets.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { changeHistory, createDraw, createPlayer, newTicket, openDesk } from '#tests/support/players/play.ts';
import { runExposure } from './exposure/run-exposure.ts';

let database: TestDatabase;
let desk: TicketDesk;
let draw: string;
let empty: string;

beforeAll(async () => {
  database = await createTestDatabase();
  desk = await openDesk(database);
  draw = await createDraw(database.owner, { closesIn: 600_000 });
  empty = await createDraw(database.owner, { closesIn: 900_000 });
  const player = await createPlayer(database.owner, { dep: 10_000 });
  await placeBets(desk, player, [
    newTicket(draw, { name: 'IziOrder', betAmount: 1_500 }),
    newTicket(draw, { name: 'IziOne', betAmount: 200 }),
    newTicket(draw, { name: 'IziOne', betAmount: 300, selectedNumbers: ['2'] }),
  ]);
});
afterAll(async () => {
  desk.clock.stop();
  await database.drop();
});

/** Runs the command with the rights of the application. */
async function run(...args: string[]) {
  const { host, port, database: name } = database.config;
  const url = `postgres://izi_app@localhost:${port}/${name}?host=${host}`;
  return runWith({ DATABASE_URL: url }, ...args);
}

async function runWith(env: Record<string, string>, ...args: string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const code = await runExposure(
    args,
    env,
    (line) => out.push(line),
    (line) => err.push(line),
  );
  // Narrow spaces are read as spaces.
  const text = (lines: string[]) => lines.join('\n').replaceAll('\u202F', ' ');
  return { code, out: text(out), err: text(err) };
}

test('shows an operator what a draw may have to pay', async () => {
  const { code, out, err } = await run(draw, '--histogram');
  expect([code, err]).toEqual([0, '']);
  expect(out).toContain(`Draw ${draw} of `);
  // 1,500 × 20,000 and 200 × 6; 2,000 were staked.
  expect(out).toMatch(/^all +3 +2 000 +1 326 .* 30 001 200 +8\.\d{4} %$/m);
  expect(out).toMatch(/^IziOrder +1 +1 500 .* 30 000 000 /m);
  expect(out).toMatch(/^IziOne +2 +500 +333 +0 +1 800 +1 800 +1 800 +1 800 +22\.2222 %$/m);
  expect(out).toMatch(/^without IziOrder +2 +500 /m);
  expect(out).not.toContain('Izi3x');
  expect(out).toContain('The worst case, 30 001 200 XOF, is paid in 1 of the 362 880 results:\n  1 2 3 4 5 6 7 8 9');
  expect(out).toMatch(/^ +0 +\d{3} \d{3} +█{50}$/m);
  expect((await run(draw)).out).not.toContain('█');
});

test('gives a program the data as the API does', async () => {
  const { code, out } = await run(draw, '--json');
  expect(code).toBe(0);
  const data = JSON.parse(out) as object;
  expect(data).toMatchObject({
    stakes: 2_000,
    tickets: 3,
    // 1,500 × 12,013/18,144 + 500 × 2/3
    mean: { num: 2_005_625, den: 1_512 },
    worst: { payout: 30_001_200, results: [['1', '2', '3', '4', '5', '6', '7', '8', '9']], count: 1 },
    quantiles: { '0.9999': 900_000 },
    byType: { IziOne: { stakes: 500, without: { stakes: 1_500 } }, Izi3x: { stakes: 0, worst: { payout: 0 } } },
    computedAt: expect.stringMatching(/^\d{4}-.*Z$/) as string,
    ms: expect.any(Number) as number,
  });
  expect(data).not.toHaveProperty('histogram');
  expect(JSON.parse((await run(draw, '--json', '--histogram')).out)).toHaveProperty('histogram.bars');
});

test('shows the next draws on sale when no draw is named', async () => {
  const { code, out } = await run();
  expect(code).toBe(0);
  const lines = out.split('\n');
  expect(lines).toHaveLength(3);
  expect(lines[1]).toMatch(new RegExp(`${draw} +3 +2 000 .* 30 001 200 `));
  expect(lines[2]).toMatch(new RegExp(`${empty} +0$`));
  const listed = JSON.parse((await run('--json')).out) as { id: string; data: { tickets: number } }[];
  expect(listed.map(({ id, data }) => [id, data.tickets])).toEqual([
    [draw, 3],
    [empty, 0],
  ]);
});

test('reports a draw that does not exist', async () => {
  expect(await run(empty)).toEqual({ code: 1, out: '', err: `✗ Draw ${empty} has no tickets: it owes nothing.` });
  expect(await run(empty, '--json')).toMatchObject({ code: 0, out: expect.stringContaining('"tickets":0,') as string });
  const nobodys = '01234567-89ab-7cde-8f01-23456789abcd';
  expect(await run(nobodys, '--json')).toEqual({ code: 1, out: '', err: `✗ There is no draw ${nobodys}.` });
  const off = await createDraw(database.owner, { closesIn: -5_000, drawsIn: 60_000 });
  await changeHistory(database.owner, `update draw set status = 'void' where id = $1`, [off]);
  expect(await run(off)).toMatchObject({ code: 1, err: `✗ Draw ${off} was called off: its stakes go back.` });
});

test('prints how to use it, and reports a missing database', async () => {
  for (const args of [['somewhere'], ['--all'], [draw, empty]]) {
    expect(await run(...args)).toMatchObject({ code: 2, err: expect.stringContaining('npm run exposure') as string });
  }
  const folder = join(tmpdir(), 'izi-nowhere');
  expect(await runWith({ DATA_DIR: folder })).toMatchObject({
    code: 2,
    err: `✗ there is no database in ${folder}: set DATABASE_URL, or DATA_DIR to the folder of one`,
  });
  expect(await runWith({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' })).toMatchObject({
    code: 2,
    err: expect.stringContaining('ECONNREFUSED') as string,
  });
});
