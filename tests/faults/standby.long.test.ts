import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { uuidTime, uuidv7 } from '#domain/uuid.ts';
import { maxIdAgeMs } from '#server/tickets/place-bets.ts';
import { findEmbedded } from '#database/embedded.ts';
import { connectClient } from '#tests/support/database/own-session.ts';
import {
  addFunds,
  betsOf,
  createOutsider,
  openDraws,
  signUp,
  ticketFor,
  waitFor,
} from '#tests/support/players/outsider.ts';
import { keySettings } from '#tests/support/draws/keys.ts';
import { createDataFolder, startServer } from '#tests/support/site/server.ts';

test('an earlier ticket is acknowledged again only once a standby has it too', async () => {
  const own = await createDataFolder();
  const alone = await startServer(own.folder, { ...keySettings, DRAW_EVERY_MINUTES: '60', RATE_LIMIT_SCALE: '10000' });
  const owner = await connectClient((await findEmbedded(own.folder))!);
  const waitForStandby = async (name: string) => {
    await owner.query(`alter system set synchronous_standby_names = '${name}'`);
    await owner.query('select pg_reload_conf()');
    await waitFor(async () => {
      const { rows } = await owner.query<{ names: string }>(
        `select current_setting('synchronous_standby_names') as names`,
      );
      return rows[0]!.names === name;
    }, 'the setting of the server');
  };
  const player = createOutsider(alone.url);
  await addFunds(player, await signUp(player), 1_000);
  const [draw] = await openDraws(player, 60_000);
  // In three seconds its id will be too old for a new ticket: the answer to a late retry only reads what is stored.
  const ticket = ticketFor(draw!, 'IziOne', '7', 100);
  const old = { ...ticket, id: uuidv7(Date.now() - maxIdAgeMs + 3_000, randomBytes(10)) };
  const body = { tickets: [old] };
  expect((await player.call('/bets', { body })).status).toBe(201);
  await sleep(uuidTime(old.id) + maxIdAgeMs + 500 - Date.now());

  // There is no such standby, so what is written waits from now on.
  await waitForStandby('nobody');
  const again = player.call('/bets', { body });
  const isWaiting = async () => {
    const { rows } = await owner.query(
      `select from pg_stat_activity where wait_event = 'SyncRep' and query like '%emit_message%'`,
    );
    return rows.length > 0;
  };
  await waitFor(isWaiting, 'the answer that waits for a standby');
  await waitForStandby('');
  expect((await again).status).toBe(201);
  expect(await betsOf(player)).toHaveLength(1);

  await owner.end();
  await alone.end('SIGTERM');
  await own.remove();
});
