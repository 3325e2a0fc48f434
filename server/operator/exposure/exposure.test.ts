import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AnswerOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/exposure.ts';
import { betNames } from '#domain/bet-types.ts';
import { startBackground, type Background } from '#server/background/background.ts';
import { closeDueDraw } from '#server/draws/life/close-draw.ts';
import { sealDueDraw } from '#server/draws/life/seal-draw.ts';
import { computeExposure } from '#server/exposure/draw-exposure.ts';
import { createExposureKeeping, type ExposureKeeping } from '#server/exposure/keep-exposures.ts';
import { openMeasuring } from '#server/exposure/measuring.ts';
import { presentExposure } from '#server/exposure/present-exposure.ts';
import type { Http } from '#server/http/http.ts';
import { placeBets, type TicketDesk } from '#server/tickets/place-bets.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { testKeys } from '#tests/support/draws/keys.ts';
import { startConsole } from '#tests/support/operator/console.ts';
import { approveAs, askAs } from '#tests/support/operator/requests.ts';
import { callAs, makeOperator, type TestOperator } from '#tests/support/operator/operators.ts';
import { changeHistory, createDraw, createPlayer, moveDraw, newTicket, openDesk } from '#tests/support/players/play.ts';

type Exposure = AnswerOf<typeof contract.getExposure>['data'];
type List = AnswerOf<typeof contract.listExposures>['data'];

let database: TestDatabase;
let http: Http;
let desk: TicketDesk;
let risk: TestOperator;
let compliance: TestOperator;
let draws: TestOperator;
let support: TestOperator;
let keeping: ExposureKeeping;
let background: Background;

beforeAll(async () => {
  database = await createTestDatabase();
  http = await startConsole(database);
  desk = await openDesk(database);
  [risk, compliance, draws, support] = [
    await makeOperator(database.owner, ['risk']),
    await makeOperator(database.owner, ['compliance']),
    await makeOperator(database.owner, ['draws']),
    await makeOperator(database.owner, ['support']),
  ];
  keeping = createExposureKeeping(database.worker, openMeasuring(database.worker));
  background = startBackground(keeping.works, console);
});
afterAll(async () => {
  await background.stop();
  await keeping.stop();
  desk.clock.stop();
  await http.close();
  await database.drop();
});

const get = (operator: TestOperator, path: string) => callAs(http, operator, 'GET', path);
async function read<T>(operator: TestOperator, path: string): Promise<T> {
  const answer = await get(operator, path);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ data: T }>().data;
}

async function sell(draw: string): Promise<void> {
  const player = await createPlayer(database.owner, { dep: 100_000 });
  await placeBets(
    desk,
    player,
    betNames.map((name) => newTicket(draw, { name })),
  );
}

test('the exposure of a draw on sale is current and has a histogram; later it is as it was at the seal', async () => {
  const draw = await createDraw(database.owner, { closesIn: 3_600_000 });
  await sell(draw);
  const whole = async () => {
    const { computedAt: _, ms: __, ...figures } = presentExposure(await computeExposure(database.worker, draw), true);
    return figures;
  };
  // The first computation may take long on a busy machine.
  await expect.poll(async () => (await get(risk, `/draws/${draw}/exposure`)).statusCode).toBe(200);
  const first = await read<Exposure>(risk, `/draws/${draw}/exposure?histogram=true`);
  expect(first).toMatchObject({ ...(await whole()), status: 'open', kept: null });
  const without = await read<Exposure>(risk, `/draws/${draw}/exposure`);
  expect(without.histogram ?? without.byType.IziOne.without.histogram).toBeUndefined();

  await sell(draw);
  await expect
    .poll(async () => (await read<Exposure>(risk, `/draws/${draw}/exposure`)).tickets)
    .toBe(2 * betNames.length);
  const second = await read<Exposure>(compliance, `/draws/${draw}/exposure?histogram=true`);
  expect(second).toMatchObject(await whole());
  expect(second.computedAt > first.computedAt).toBe(true);
  // The overview shows the next draw's worst case to operators who see exposure.
  const { nextDraw } = await read<{ nextDraw: { worst: unknown } }>(risk, '/overview');
  expect(nextDraw).toMatchObject({ id: draw, worst: { payout: second.worst.payout } });
  expect((await read<{ nextDraw: { worst: unknown } }>(support, '/overview')).nextDraw.worst).toBeNull();

  await moveDraw(database.owner, draw, { closesIn: -1, drawsIn: 600_000 });
  await closeDueDraw(database.worker);
  await sealDueDraw(database.worker, testKeys);
  await expect
    .poll(async () => (await read<Exposure>(risk, `/draws/${draw}/exposure`)).kept)
    .toMatchObject({ digest: expect.stringMatching(/^[0-9a-f]{64}$/), paid: null, place: null, agrees: true });
  const sealed = await read<Exposure>(risk, `/draws/${draw}/exposure?histogram=true`);
  expect(sealed).toMatchObject({ ...(await whole()), status: 'closed' });
  // It is computed once, and stays.
  expect((await read<Exposure>(risk, `/draws/${draw}/exposure`)).computedAt).toBe(sealed.computedAt);
});

test('void draws, unknown draws and operators without the right get a clear refusal', async () => {
  const draw = await createDraw(database.owner);
  await changeHistory(database.owner, `update draw set status = 'void' where id = $1`, [draw]);
  expect((await get(risk, `/draws/${draw}/exposure`)).json()).toMatchObject({ status: 409, code: 'conflict' });
  await changeHistory(database.owner, `update draw set status = 'open', rules = 'izi-2' where id = $1`, [draw]);
  expect((await get(risk, `/draws/${draw}/exposure`)).json()).toMatchObject({ status: 409, code: 'conflict' });
  await changeHistory(database.owner, `update draw set status = 'void' where id = $1`, [draw]);
  expect((await get(risk, '/draws/01234567-89ab-7cde-8f01-23456789abcd/exposure')).statusCode).toBe(404);
  for (const path of [`/draws/${draw}/exposure`, '/exposure', '/exposure/uniformity']) {
    expect((await get(support, path)).statusCode).toBe(403);
  }
});

test('the draws on sale show their worst cases beside the reserve, which two operators set', async () => {
  const near = await createDraw(database.owner, { closesIn: 3_000_000 });
  const far = await createDraw(database.owner, { closesIn: 3_300_000 });
  await sell(far);
  const list = () => read<List>(risk, '/exposure');
  const before = await list();
  expect(before.reserve).toBeNull();
  const worstOf = async (id: string) => (await list()).draws.find((one) => one.id === id)?.worst;
  await expect.poll(() => worstOf(far)).toBeGreaterThan(0);
  await expect.poll(() => worstOf(near)).toBe(0);
  const mine = (await list()).draws.map(({ id }) => id).filter((id) => [near, far].includes(id));
  expect(mine).toEqual([near, far]);

  const asked = await callAs(http, draws, 'POST', '/requests', {
    kind: 'reserve',
    values: { amount: 250_000_000 },
    reason: 'As the board decided',
  });
  expect(asked.statusCode, asked.body).toBe(202);
  const { id } = asked.json<{ data: { id: string } }>().data;
  // A second request that was made with the same values before.
  const other = await askAs(database, compliance, {
    kind: 'reserve',
    subject: 'reserve 1',
    newValues: { amount: 1 },
    oldValues: { number: 0, amount: null },
  });
  await approveAs(database, compliance, id);
  await expect(approveAs(database, compliance, other)).rejects.toThrow('own');
  const execute = (request: string) => database.worker.query('select console.execute_reserve($1)', [request]);
  await execute(id);
  await expect(execute(id)).rejects.toThrow();
  expect((await list()).reserve).toMatchObject({ number: 1, amount: 250_000_000, request: id, askedBy: draws.name });
  const ask = (amount: number, number = 1) =>
    askAs(database, compliance, {
      kind: 'reserve',
      subject: 'reserve 2',
      newValues: { amount },
      oldValues: { number },
    });
  await expect(ask(250_000_000)).rejects.toThrow('differs_from_newest');
  await expect(ask(5, 0)).rejects.toThrow('newest_unchanged');
  await expect(ask(0.5)).rejects.toThrow('amount_in_francs');
  expect(await read(risk, '/exposure/uniformity?from=2026-11-01&to=2026-11-30')).toMatchObject({
    verdict: 'too_few',
    bands: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
  });
});
