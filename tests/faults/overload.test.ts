import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { maxTicketsPerCheckout } from '#domain/ticket.ts';
import { startApp, type TestApp } from '#tests/support/site/app.ts';
import { expectBooksBalance } from '#tests/support/money/books.ts';
import { createDraw, newTicket } from '#tests/support/players/play.ts';

const clients = 300;
const deposit = 10_000_000;
/** Far more than are processed at a time. */
const checkouts = 600;
/** More than are processed at a time. */
const stuckConnections = 300;

let site: TestApp;
let drawId: string;

beforeAll(async () => {
  site = await startApp({ RATE_LIMIT_SCALE: '10000' });
  drawId = await createDraw(site.database.owner, { closesIn: 10 * 60_000 });
});
afterAll(() => site.close());

test(
  'each of a flood of bets is placed or told to retry, none is lost, and afterwards everything works as before',
  { timeout: 120_000 },
  async () => {
    const tokens = await createClients();
    const agent = new Agent({ keepAlive: true });
    // A table that is locked until the first refusal makes any database slow.
    const refusedFirst = Promise.withResolvers<void>();
    const holdingUp = site.database.owner.transact(async (tx) => {
      await tx.query('set local idle_in_transaction_session_timeout = 0');
      await tx.query('lock table ticket in exclusive mode');
      await refusedFirst.promise;
    });
    const sent = await Promise.all(
      Array.from({ length: checkouts }, async (_, index) => {
        const answer = await bet(agent, tokens[index % clients]!, maxTicketsPerCheckout);
        if (answer.status === 503) refusedFirst.resolve();
        return answer;
      }),
    );
    await holdingUp;
    const placed = sent.filter(({ status }) => status === 201);
    const refused = sent.filter(({ status }) => status === 503);
    expect(placed.length + refused.length).toBe(checkouts);
    expect(placed.length).toBeGreaterThan(0);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.filter(({ retryAfter }) => !/^[1-9]\d*$/.test(retryAfter ?? ''))).toEqual([]);

    const stored = await site.database.owner.query<{ id: string }>('select id from ticket where draw_id = $1', [
      drawId,
    ]);
    expect(new Set(stored.map((row) => row.id))).toEqual(new Set(placed.flatMap(({ ids }) => ids)));
    await expectBooksBalance(site.database.owner);

    for (const token of tokens.slice(0, 20)) expect((await bet(agent, token, 1)).status).toBe(201);
    agent.destroy();
  },
);

test(
  'connections that never finish their body block nobody, with or without a token',
  { timeout: 60_000 },
  async () => {
    const [owner, ...honest] = await createClients();
    const stuck = await Promise.all(
      Array.from({ length: 2 * stuckConnections }, (_, index) => beginBet(index % 2 === 0 ? null : owner!)),
    );
    const agent = new Agent({ keepAlive: true });
    const answers = await Promise.all(honest.slice(0, 50).map((token) => bet(agent, token, 1)));
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(50).fill(201));
    agent.destroy();
    for (const socket of stuck) socket.destroy();
  },
);

/** Opens a connection that sends the headers of a checkout and one byte of its body. */
async function beginBet(token: string | null): Promise<Socket> {
  const { hostname, port } = new URL(site.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  await once(socket, 'connect');
  const authorization = token === null ? '' : `authorization: Bearer ${token}\r\n`;
  socket.write(
    `POST /api/bets HTTP/1.1\r\nhost: x\r\n${authorization}content-type: application/json\r\ncontent-length: 500\r\n\r\n{`,
  );
  return socket;
}

interface Sent {
  readonly ids: readonly string[];
  readonly status: number | undefined;
  readonly retryAfter: string | undefined;
}

async function bet(agent: Agent, token: string, count: number): Promise<Sent> {
  const tickets = Array.from({ length: count }, () => newTicket(drawId));
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    request(`${site.url}/api/bets`, { method: 'POST', agent, headers }, resolve)
      .on('error', reject)
      .end(JSON.stringify({ tickets }));
  });
  await text(answer);
  return {
    ids: tickets.map((ticket) => ticket.id),
    status: answer.statusCode,
    retryAfter: answer.headers['retry-after'],
  };
}

let madeClients = 0;

/** Clients who are signed in and have money, created without the second that each sign-up would take. */
async function createClients(): Promise<string[]> {
  const tokens = Array.from({ length: clients }, () => randomUUID());
  const { owner } = site.database;
  await owner.query(
    `with made as (
       insert into client (phone, password_hash, first_name, last_name, birth_date, country, confirmed_at)
       select '+22501' || lpad(($2 + n)::text, 8, '0'), 'none', 'Ama', 'Koné', '1990-01-01', 'CI', now()
       from generate_series(1, cardinality($1::bytea[])) n returning id, phone
     )
     insert into session (client_id, token_hash, remember, device, expires_at)
     select id, $1[right(phone, 8)::integer - $2], true, 'test', now() + interval '1 hour' from made`,
    [tokens.map((token) => createHash('sha256').update(token).digest()), madeClients],
  );
  madeClients += clients;
  await owner.query('select open_wallet(id) from client');
  await owner.query(`select post_adjustment(id, gen_random_uuid(), 'adjustment', 'client_dep', $1) from client`, [
    deposit,
  ]);
  return tokens;
}
