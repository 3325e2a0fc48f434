import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoClient } from '#server/demo.ts';
import { reconcile } from '#server/reconciliation/reconcile.ts';
import { expectBooksBalance } from '#tests/support/money/books.ts';
import { waitMs } from '#tests/support/patience.ts';
import { createOutsider, openDraws, ticketFor, type Outsider } from '#tests/support/players/outsider.ts';
import { startHeldUpDemo, type HeldUpDemo } from '#tests/support/site/held-up-demo.ts';
import { createDataFolder } from '#tests/support/site/server.ts';

let data: Awaited<ReturnType<typeof createDataFolder>>;
let demo: HeldUpDemo;
beforeAll(async () => {
  data = await createDataFolder();
});
afterAll(async () => {
  await demo.server.end('SIGTERM');
  await data.remove();
});

async function signInToDemo(): Promise<Outsider> {
  const player = createOutsider(demo.server.url);
  const { phone, password } = demoClient;
  const { json } = await player.call('/clients/auth/local', { body: { identifier: phone, password } });
  player.token = json.jwt;
  return player;
}

/**
 * Bets for a draw that does not close during the test. The server opens its sales a moment after it is ready.
 *
 * @returns the ticket's id
 */
async function bet(player: Outsider): Promise<string> {
  const [draw] = await openDraws(player, 300_000);
  const ticket = ticketFor(draw!, 'IziOne', '1', 100);
  const place = async () => (await player.call('/bets', { body: { tickets: [ticket] } })).status;
  await expect.poll(place, { timeout: waitMs }).toBe(201);
  return ticket.id;
}

const months = async () => (await demo.owner.query('select from demo_month')).length;

test('players are served, and bet, before the month of play exists; a kill leaves nothing of it', async () => {
  // Shortly before a draw closes no month is made, so that the draw does not wait. In Kathmandu the hour ends a quarter of an hour later.
  const timeZone = new Date().getUTCMinutes() < 40 ? 'UTC' : 'Asia/Kathmandu';
  const settings = { DRAW_EVERY_MINUTES: '60', TIME_ZONE: timeZone };
  demo = await startHeldUpDemo(data.folder, settings);
  const before = await bet(await signInToDemo());
  expect(await months()).toBe(0);
  await demo.server.end('SIGKILL');
  await demo.letGo().catch(() => {});
  await demo.owner.end();

  demo = await startHeldUpDemo(data.folder, settings);
  const { server, owner, letGo } = demo;
  expect(await months()).toBe(0);
  expect(await owner.query('select from seal')).toEqual([]);
  const player = await signInToDemo();
  const meanwhile = await bet(player);
  const statistics = async () => (await player.call('/results/statistics?draws=100')).json.meta.draws;
  expect(await statistics()).toBe(0);
  await letGo();
  await server.says(/Invented a month/);

  await expect.poll(months).toBe(1);
  const [past] = await owner.query<{ draws: number }>(
    `select count(*)::integer as draws from draw join demo_month on draws_at between first_draw_at and last_draw_at where result is not null`,
  );
  expect(past!.draws).toBeGreaterThanOrEqual(100);
  await expect.poll(statistics).toBe(100);
  const tickets = await owner.query<{ id: string }>(
    `select t.id from ticket t join draw d on d.id = t.draw_id, demo_month
     where client_id not between first_client and last_client and draws_at > last_draw_at order by accepted_at`,
  );
  expect(tickets.map(({ id }) => id)).toEqual([before, meanwhile]);
  await expectBooksBalance(owner);
  expect((await reconcile(owner, 'full')).mismatches).toEqual([]);
  // The client's acts meanwhile come after its past, and the lines of its statement still add up.
  const lines = await owner.query<{ kind: string; isRight: boolean }>(
    `select p.kind::text, p.dep_after + p.win_after = sum(
         case when to_account in ('client_dep', 'client_win') then amount else 0 end -
         case when from_account in ('client_dep', 'client_win') then amount else 0 end
       ) over (order by p.id) as "isRight"
     from posting p join client c on c.id = p.client_id where c.phone = $1 order by p.id`,
    [demoClient.phone],
  );
  expect(lines.filter(({ isRight }) => !isRight)).toEqual([]);
  expect(lines.slice(-3).map(({ kind }) => kind)).toEqual(['adjustment', 'bet', 'bet']);
  expect(lines.length).toBeGreaterThan(50);
  // The worker counts these two, and the month has not.
  expect(
    await owner.query(
      `select sum(tickets)::integer as sold from draw_figure join draw d on d.id = draw_id where d.finished_at is null`,
    ),
  ).toEqual([{ sold: null }]);
  await owner.end();
});
