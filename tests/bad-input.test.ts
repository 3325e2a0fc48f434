import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Draw } from '#contract/draws.ts';
import { uuidv7 } from '#domain/uuid.ts';
import { startApp, type TestApp } from './support/site/app.ts';
import { expectBooksBalance } from './support/money/books.ts';
import {
  addFunds,
  balanceOf,
  createOutsider,
  openDraws,
  paymentBody,
  signUp,
  ticketFor,
  type Account,
  type Answer,
  type Outsider,
} from './support/players/outsider.ts';

let site: TestApp;
let player: Outsider;
let other: Outsider;
let account: Account;
let draw: Draw;

beforeAll(async () => {
  site = await startApp();
  player = createOutsider(site.url);
  other = createOutsider(site.url);
  account = await signUp(player);
  await addFunds(other, await signUp(other), 1_000);
  await addFunds(player, account, 10_000);
  draw = (await openDraws(player)).at(-1)!;
});
afterEach(async () => {
  await expectBooksBalance(site.database.owner);
  // No input was carried out in part.
  expect(await balanceOf(player)).toEqual({ dep: 10_000, win: 0 });
});
afterAll(() => site.close());

function expectProblem(answer: Answer, status: number, code: string, paths?: string[]): void {
  expect(answer.status, answer.text).toBe(status);
  expect(answer.headers.get('content-type')).toContain('application/problem+json');
  expect(answer.json).toMatchObject({ status, code });
  for (const field of ['type', 'title', 'detail']) expect(answer.json[field]).toEqual(expect.any(String));
  if (paths) expect(answer.json.errors.map((error: { path: string }) => error.path)).toEqual(paths);
  expect(answer.text).not.toMatch(/\bat .*\.ts:|select |insert |node_modules/);
}

const bets = (tickets: unknown) => player.call('/bets', { body: { tickets } });
const good = () => ticketFor(draw, 'IziOne', '5', 100);

describe('a checkout', () => {
  test.each<[string, () => unknown, number, string, string[]?]>([
    ['no tickets', () => [], 400, 'invalid_request', ['tickets']],
    ['51 tickets', () => Array.from({ length: 51 }, good), 400, 'invalid_request', ['tickets']],
    ['tickets that are not a list', () => 'all', 400, 'invalid_request', ['tickets']],
    ['a ticket that is null', () => [null], 400, 'invalid_request', ['tickets.0']],
    ['an unknown bet type', () => [{ ...good(), name: 'IziFour' }], 400, 'invalid_request', ['tickets.0.name']],
    ['an invalid id', () => [{ ...good(), id: '1' }], 400, 'invalid_request', ['tickets.0.id']],
    ['an id of version 4', () => [{ ...good(), id: randomUUID() }], 400, 'invalid_request', ['tickets.0.id']],
    [
      'an id from last week',
      () => [{ ...good(), id: uuidv7(Date.now() - 7 * 86_400_000, randomBytes(10)) }],
      400,
      'invalid_request',
      ['tickets.0.id'],
    ],
    [
      'a draw id that is not an id',
      () => [{ ...good(), drawId: 'next' }],
      400,
      'invalid_request',
      ['tickets.0.drawId'],
    ],
    ['an amount as text', () => [{ ...good(), betAmount: '100' }], 400, 'invalid_request', ['tickets.0.betAmount']],
    [
      'an amount with a fraction',
      () => [{ ...good(), betAmount: 100.5 }],
      400,
      'invalid_request',
      ['tickets.0.betAmount'],
    ],
    ['a negative amount', () => [{ ...good(), betAmount: -100 }], 400, 'invalid_request', ['tickets.0.betAmount']],
    ['an unknown field', () => [{ ...good(), payout: 1_000_000 }], 400, 'invalid_request', ['tickets.0.payout']],
    [
      'several wrong fields, all reported',
      () => [
        { ...good(), betAmount: null, name: 7 },
        { ...good(), drawId: 1 },
      ],
      400,
      'invalid_request',
      ['tickets.0.name', 'tickets.0.betAmount', 'tickets.1.drawId'],
    ],
    [
      'numbers as integers',
      () => [{ ...good(), selectedNumbers: [5] }],
      400,
      'invalid_request',
      ['tickets.0.selectedNumbers.0'],
    ],
    [
      'ten numbers',
      () => [{ ...good(), selectedNumbers: '1234567891'.split('') }],
      400,
      'invalid_request',
      ['tickets.0.selectedNumbers'],
    ],
    [
      'a wrong number',
      () => [{ ...good(), selectedNumbers: ['0'] }],
      422,
      'invalid_selection',
      ['tickets.0.selectedNumbers'],
    ],
    [
      'a repeated number',
      () => [good(), ticketFor(draw, 'IziTwo', '44', 100)],
      422,
      'invalid_selection',
      ['tickets.1.selectedNumbers'],
    ],
    ['a stake off its step', () => [{ ...good(), betAmount: 150 }], 422, 'stake_out_of_range', ['tickets.0.betAmount']],
    ['an unknown draw', () => [{ ...good(), drawId: randomUUID() }], 422, 'unknown_draw', ['tickets.0.drawId']],
    ['too little money', () => [{ ...good(), betAmount: 10_000 }, good()], 422, 'insufficient_funds'],
  ])('with %s', async (_name, tickets, status, code, paths) => {
    expectProblem(await bets(tickets()), status, code, paths);
  });

  test('names each refused ticket, with its own code', async () => {
    const [first, second] = [
      { ...good(), betAmount: 50 },
      { ...good(), selectedNumbers: [] },
    ];
    const { json } = await bets([good(), first, second]);
    expect(json.errors).toEqual([
      { path: 'tickets.1.betAmount', id: first.id, code: 'stake_out_of_range', message: expect.any(String) },
      { path: 'tickets.2.selectedNumbers', id: second.id, code: 'invalid_selection', message: expect.any(String) },
    ]);
  });
});

describe('a body', () => {
  test.each<[string, string, Record<string, string>, number, string]>([
    ['that is not JSON', '{"tickets":', {}, 400, 'invalid_request'],
    ['that is empty', '', {}, 400, 'invalid_request'],
    ['that is a list', '[]', {}, 400, 'invalid_request'],
    ['of 2 MB', JSON.stringify({ tickets: 'x'.repeat(2_000_000) }), {}, 413, 'payload_too_large'],
    ['of another type', '<tickets/>', { 'content-type': 'text/xml' }, 415, 'unsupported_media_type'],
    ['with an integer beyond 2^53', '{"tickets":[{"betAmount":9007199254740993}]}', {}, 400, 'invalid_request'],
    ['with a number too large for a double', '{"tickets":[{"betAmount":1e999}]}', {}, 400, 'invalid_request'],
    ['nested a thousand deep', `{"tickets":${'['.repeat(1_000)}${']'.repeat(1_000)}}`, {}, 400, 'invalid_request'],
    [
      'nested thirty thousand deep, with NUL at its bottom',
      `${'['.repeat(30_000)}"\\u0000"${']'.repeat(30_000)}`,
      {},
      400,
      'invalid_request',
    ],
    ['of 21,500 empty tickets', `{"tickets":[${'{},'.repeat(21_499)}{}]}`, {}, 400, 'invalid_request'],
    ['that tries to change the prototype', '{"__proto__":{"tickets":[]}}', {}, 400, 'invalid_request'],
  ])('%s', async (_name, body, headers, status, code) => {
    expectProblem(await player.call('/bets', { method: 'POST', body, headers }), status, code);
  });

  test('a body with NUL in a text', async () => {
    const answer = await player.call(`/users/${(await player.call('/users/me')).json.id}`, {
      method: 'PUT',
      body: { firstName: 'A\u0000ma', lastName: 'Koné' },
    });
    expectProblem(answer, 400, 'invalid_request', ['firstName']);
  });
});

describe('a token', () => {
  test.each([
    ['missing', undefined],
    ['invented', `Bearer ${randomBytes(32).toString('base64url')}`],
    ['of 10 kB', `Bearer ${'x'.repeat(10_000)}`],
    ['of another scheme', 'Basic YTpi'],
    ['of nothing', 'Bearer '],
  ])('a token that is %s', async (_name, authorization) => {
    const visitor = createOutsider(site.url);
    for (const path of [
      '/users/me',
      '/clients/balance',
      '/bets',
      `/bets/by-draw?draws=${randomUUID()}`,
      '/clients/transactions',
      '/clients/transactions/sums',
      '/clients/sessions',
    ]) {
      expectProblem(
        await visitor.call(path, { headers: authorization ? { authorization } : {} }),
        401,
        'unauthenticated',
      );
    }
  });

  test('a token of an ended session', async () => {
    const visitor = createOutsider(site.url);
    await signUp(visitor);
    expect((await visitor.call('/auth/logout', { method: 'POST' })).status).toBe(204);
    expectProblem(await visitor.call('/users/me'), 401, 'unauthenticated');
  });

  test('a token also works without its scheme', async () => {
    const bare = createOutsider(site.url);
    expect((await bare.call('/users/me', { headers: { authorization: player.token! } })).status).toBe(200);
  });
});

describe('data of another client is not found', () => {
  test('data of another client is not found as a ticket, a payment, a session or a profile', async () => {
    const deposit = await other.call('/clients/deposit', {
      body: paymentBody({ phone: account.phone, password: '' }, 500),
      headers: { 'idempotency-key': randomUUID() },
    });
    const ticket = ticketFor(draw, 'IziOne', '5', 100);
    expect((await other.call('/bets', { body: { tickets: [ticket] } })).status).toBe(201);
    const sessions = (await other.call('/clients/sessions')).json.data;
    const me = (await other.call('/users/me')).json;
    expectProblem(await player.call(`/clients/payments/${deposit.json.data.id}`), 404, 'not_found');
    expectProblem(await player.call(`/clients/sessions/${sessions[0].id}`, { method: 'DELETE' }), 404, 'not_found');
    expectProblem(
      await player.call(`/users/${me.id}`, { method: 'PUT', body: { firstName: 'Eve' } }),
      404,
      'not_found',
    );
    expectProblem(await player.call(`/bets/${ticket.id}`), 404, 'not_found');
    expectProblem(await player.call(`/bets/${uuidv7(Date.now(), randomBytes(10))}`), 404, 'not_found');
    expect((await other.call('/users/me')).json).toEqual(me);
    expect((await other.call(`/bets/${ticket.id}`)).status).toBe(200);
  });
});

describe('an address', () => {
  test.each<[string, string, number, string]>([
    ['GET', '/nothing', 404, 'not_found'],
    ['GET', '/draws/1', 400, 'invalid_request'],
    ['GET', `/draws/${randomUUID()}`, 404, 'not_found'],
    ['GET', '/games/izi-0', 404, 'not_found'],
    ['DELETE', '/draws', 405, 'method_not_allowed'],
    ['GET', '/draws?limit=101', 400, 'invalid_request'],
    ['GET', '/draws?limit=x', 400, 'invalid_request'],
    ['GET', '/draws?from=yesterday', 400, 'invalid_request'],
    ['GET', '/draws?cursor=%00', 400, 'invalid_request'],
    ['GET', '/draws?cursor=999999999999999999', 400, 'invalid_request'],
    ['GET', '/draws?status=maybe', 400, 'invalid_request'],
    ['GET', '/draws?from=2026-02-31T00:00:00Z', 400, 'invalid_request'],
    ['GET', '/draws?from=2026-01-01T00:00:00%2B16:00', 400, 'invalid_request'],
    ['GET', '/draws?to=2026-01-01T00:00:00%2B14:01', 400, 'invalid_request'],
    ['GET', '/draws?from=2026-01-01T00:00:00-2359', 400, 'invalid_request'],
    ['GET', '/bets?from=2026-01-01T00:00:00%2B16:00', 400, 'invalid_request'],
    ['GET', '/clients/transactions?to=2026-01-01T00:00:00-13', 400, 'invalid_request'],
    ['GET', '/draws/%00', 400, 'invalid_request'],
    ['GET', '/draws/%zz', 400, 'invalid_request'],
    ['GET', '/results?date=2026-02-30', 400, 'invalid_request'],
    ['GET', '/results?date=0000-01-01', 400, 'invalid_request'],
    ['GET', '/results/statistics?draws=0', 400, 'invalid_request'],
    ['GET', '/results?status=open', 400, 'invalid_request'],
    ['GET', '/bets?cursor=abc', 400, 'invalid_request'],
    ['GET', '/bets/by-draw', 400, 'invalid_request'],
    ['GET', '/bets/by-draw?draws=1', 400, 'invalid_request'],
    ['GET', `/bets/by-draw?draws=${Array(101).fill(randomUUID()).join()}`, 400, 'invalid_request'],
    ['GET', '/clients/transactions/sums?from=yesterday', 400, 'invalid_request'],
    ['GET', '/bets?order=stake', 400, 'invalid_request'],
    ['GET', '/bets?order=draw', 400, 'invalid_request'],
    ['GET', '/bets?order=draw&status=pending,win', 400, 'invalid_request'],
    ['GET', '/bets?order=draw&status=win&cursor=01990000-0000-7000-8000-00000000d330', 400, 'invalid_request'],
    ['GET', '/clients/transactions?cursor=abc', 400, 'invalid_request'],
    ['GET', '/clients/transactions?kind=gift', 400, 'invalid_request'],
  ])('%s %s', async (method, path, status, code) => {
    expectProblem(await player.call(path, { method }), status, code);
  });
});

test.each([
  '/draws?from=0001-01-01T00:00:00%2B14:00&to=9999-12-31T23:59:59-12:00',
  '/draws?cursor=999999999999999',
  '/results?date=9999-12-31',
  '/results?date=0001-01-01',
  '/bets?from=0001-01-01T00:00:00Z&to=9999-12-31T23:59:59.999999999Z',
  '/clients/transactions?from=9999-12-31T23:59:59-12:00&to=0001-01-01T00:00:00%2B14:00',
  '/clients/transactions/sums?from=9999-12-31T23:59:59-12:00&to=0001-01-01T00:00:00%2B14:00',
  '/clients/transactions/sums?from=0001-01-01T00:00:00%2B14:00&to=9999-12-31T23:59:59-12:00',
])('%s: the limits of the allowed range are accepted', async (path) => {
  expect((await player.call(path)).status).toBe(200);
});

test('the sandbox’s page of an impossible payment is not found', async () => {
  for (const ref of ['%00', 'sbx_%00', 'a%00b', '%ed%a0%80', 'x'.repeat(199)]) {
    const url = `${site.url}/sandbox/pay/${ref}`;
    const statuses = [
      (await fetch(url)).status,
      (await fetch(url, { method: 'POST', body: new URLSearchParams({ outcome: 'approve' }) })).status,
    ];
    expect(statuses, ref).toEqual(ref.startsWith('%ed') ? [400, 400] : [404, 404]);
  }
});

describe('a webhook', () => {
  test('a webhook with a wrong signature, or none, changes nothing', async () => {
    const body = JSON.stringify({ reference: randomUUID(), status: 'approved' });
    for (const headers of [{}, { 'x-sandbox-signature': `t=${Math.floor(Date.now() / 1_000)},s=${'0'.repeat(64)}` }]) {
      expectProblem(
        await player.call('/payments/sandbox/webhook', { body, headers: headers as Record<string, string> }),
        401,
        'unauthenticated',
      );
    }
    expectProblem(await player.call('/payments/nobody/webhook', { body }), 404, 'not_found');
  });
});
