import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refusals } from '#server/words/en/refusals.ts';
import { startApp, type TestApp } from '#tests/support/site/app.ts';
import { expectBooksBalance } from '#tests/support/money/books.ts';
import { createDraw, newTicket } from '#tests/support/players/play.ts';

const clients = 300;
const deposit = 10_000_000;
/** Far more than are processed at a time. */
const checkouts = 600;
const ticketsPerCheckout = 10;
/** More than are processed at a time. */
const stuckConnections = 300;

/** Said by a site that had no time for the statement of a bet. */
const { notLearnt } = refusals;

let site: TestApp;
let drawId: string;

beforeAll(async () => {
  site = await startApp({ RATE_LIMIT_SCALE: '10000' });
  drawId = await createDraw(site.database.owner, { closesIn: 10 * 60_000 });
});
afterAll(() => site.close());

test('each of a flood of bets is placed or told to retry, none is lost, and afterwards everything works as before', async () => {
  const tokens = await createClients();
  const agent = new Agent({ keepAlive: true });
  // A table that is locked until the first refusal makes any database slow.
  const refusedFirst = Promise.withResolvers<void>();
  const holdingUp = site.database.owner.transact(async (tx) => {
    await tx.query('lock table ticket in exclusive mode');
    await refusedFirst.promise;
  });
  const sent = await Promise.all(
    Array.from({ length: checkouts }, async (_, index) => {
      const answer = await bet(agent, tokens[index % clients]!, newTickets(ticketsPerCheckout));
      if (answer.status === 503) refusedFirst.resolve();
      return answer;
    }),
  );
  await holdingUp;
  const asked = await Promise.all(sent.filter(isNotLearnt).map((answer) => sendUntilLearnt(agent, answer)));
  const answers = [...sent.filter((answer) => !isNotLearnt(answer)), ...asked];
  const placed = answers.filter(({ status }) => status === 201);
  const refused = answers.filter((answer) => answer.status === 503 && !isNotLearnt(answer));
  expect(placed.length + refused.length).toBe(checkouts);
  expect(placed.length).toBeGreaterThan(0);
  const told = sent.filter(({ status }) => status === 503);
  expect(told.length).toBeGreaterThan(0);
  expect(told.filter(({ retryAfter }) => !/^[1-9]\d*$/.test(retryAfter ?? ''))).toEqual([]);

  const stored = await site.database.owner.query<{ id: string }>('select id from ticket where draw_id = $1', [drawId]);
  expect(new Set(stored.map((row) => row.id))).toEqual(
    new Set(placed.flatMap(({ tickets }) => tickets.map(({ id }) => id))),
  );
  await expectBooksBalance(site.database.owner);

  for (const token of tokens.slice(0, 20)) expect((await bet(agent, token, newTickets(1))).status).toBe(201);
  agent.destroy();
});

test('connections that never finish their body block nobody, with or without a token', async () => {
  const [owner, ...honest] = await createClients();
  const stuck = await Promise.all(
    Array.from({ length: 2 * stuckConnections }, (_, index) => beginBet(index % 2 === 0 ? null : owner!)),
  );
  const agent = new Agent({ keepAlive: true });
  const answers = await Promise.all(honest.slice(0, 50).map((token) => bet(agent, token, newTickets(1))));
  expect(answers.map(({ status }) => status)).toEqual(Array<number>(50).fill(201));
  agent.destroy();
  for (const socket of stuck) socket.destroy();
});

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

type Tickets = readonly ReturnType<typeof newTicket>[];

const newTickets = (count: number): Tickets => Array.from({ length: count }, () => newTicket(drawId));

interface Sent {
  readonly token: string;
  readonly tickets: Tickets;
  readonly status: number | undefined;
  readonly retryAfter: string | undefined;
  readonly body: string;
}

/** Whether the site had no time to learn if the tickets are placed. Sending the same ones again tells. */
const isNotLearnt = ({ status, body }: Sent) => status === 503 && body.includes(notLearnt);

async function bet(agent: Agent, token: string, tickets: Tickets): Promise<Sent> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    request(`${site.url}/api/bets`, { method: 'POST', agent, headers }, resolve)
      .on('error', reject)
      .end(JSON.stringify({ tickets }));
  });
  const body = await text(answer);
  return { token, tickets, status: answer.statusCode, retryAfter: answer.headers['retry-after'], body };
}

async function sendUntilLearnt(agent: Agent, { token, tickets }: Sent): Promise<Sent> {
  for (let tries = 0; ; tries++) {
    const answer = await bet(agent, token, tickets);
    if (answer.status === 201 || tries === 20) return answer;
    await setTimeout(500);
  }
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
