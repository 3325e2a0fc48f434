import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, type Database } from '#database/connect.ts';
import { openLine, type Line } from '#tests/support/database/line.ts';
import { startPair, type DatabasePair } from '#tests/support/database/pair.ts';
import { keySettings } from '#tests/support/draws/keys.ts';
import { addFunds, betsOf, createOutsider, openDraws, signUp, ticketFor } from '#tests/support/players/outsider.ts';
import { createDataFolder, startServer, type ServerProcess } from '#tests/support/site/server.ts';

const lastMonth = new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() - 1)).toISOString();

let pair: DatabasePair;
let lines: { readonly primary: Line; readonly standby: Line };
let standby: Database;
let data: Awaited<ReturnType<typeof createDataFolder>>;
let server: ServerProcess;
beforeAll(async () => {
  [pair, data] = await Promise.all([startPair(), createDataFolder()]);
  lines = { primary: await openLine(pair.primary), standby: await openLine(pair.standby) };
  standby = connect({ config: pair.standby, applicationName: 'test', max: 1 });
  server = await startServer(data.folder, {
    ...lines.primary.settings,
    ...keySettings,
    DATABASE_READ_URL: lines.standby.settings.DATABASE_URL.replace('izi_app@', ''),
    DRAW_EVERY_MINUTES: '60',
    LOG_LEVEL: 'info',
  });
});
afterAll(async () => {
  await server.end('SIGKILL');
  await standby.end();
  await Promise.all([lines.primary.close(), lines.standby.close()]);
  await Promise.all([pair.remove(), data.remove()]);
});

/** The statements that the standby has answered last, one for each connection of the players' process. */
async function answered(): Promise<string> {
  const rows = await standby.query<{ query: string }>(
    `select query from pg_stat_activity where application_name = 'izi web reads' and query not like '%pg_last_wal%'`,
  );
  return rows.map(({ query }) => query).join('\n');
}

test('figures and what was before this month come from the standby, what a client has just done from the primary', async () => {
  await server.says(/the standby answers reads/);
  const player = createOutsider(server.url);
  const account = await signUp(player);
  await addFunds(player, account, 1_000);
  const [draw] = await openDraws(player, 60_000);
  await standby.query('select pg_wal_replay_pause()');
  const ticket = ticketFor(draw!, 'IziOne', '7', 100);
  expect((await player.call('/bets', { body: { tickets: [ticket] } })).status).toBe(201);
  expect((await betsOf(player)).map(({ id }) => id)).toEqual([ticket.id]);
  expect(await answered()).toBe('');
  await standby.query('select pg_wal_replay_resume()');
  const olderPage = `/bets?to=${lastMonth}`;
  const older = [olderPage, `/bets?order=draw&status=lost&to=${lastMonth}`, `/clients/transactions?to=${lastMonth}`];
  const sums = `/clients/transactions/sums?to=${lastMonth}`;
  const readOlder = async () => {
    const answers = await Promise.all([...older, sums, '/figures'].map((path) => player.call(path)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  };
  // Until its replay has caught up, the primary answers.
  while ((await answered()) === '') await readOlder();
  expect(await answered()).toMatch(/from (client_tickets|statement_lines|posting|account_)/);

  await pair.stopStandby();
  await readOlder();
  await server.says(/the primary answers reads/);
  expect((await player.call('/clients/balance')).status).toBe(200);
  expect(server.output()).not.toMatch(/"level":50/);
});
