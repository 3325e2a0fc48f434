import { expect, onTestFinished, test } from 'vitest';
import { demoClient } from '#server/demo.ts';
import { expectBooksBalance } from '#tests/support/money/books.ts';
import { startHeldUpDemo } from '#tests/support/site/held-up-demo.ts';
import { createDataFolder } from '#tests/support/site/server.ts';

test('a month that would delay the first draw is given up for a day, and the draw takes place', async () => {
  const data = await createDataFolder();
  onTestFinished(data.remove);
  const { server, owner, letGo } = await startHeldUpDemo(data.folder, { DRAW_EVERY_MINUTES: '1' });
  onTestFinished(() => server.end('SIGTERM'));
  const [first] = await owner.query<{ id: string; isLong: boolean }>(
    `select id, closes_at - opens_at > interval '55 s' as "isLong" from draw order by draws_at limit 1`,
  );
  expect(first!.isLong).toBe(true);
  await server.says(/first draw would have waited/);
  await letGo();
  // The client that signs in has a past all the same.
  await server.says(/Invented a day of play/);
  const [client] = await owner.query(
    `select count(u.ticket_id) > 0 as won, count(*) > count(u.ticket_id) as lost
     from client c join ticket t on t.client_id = c.id left join due u on u.ticket_id = t.id and u.draw_id = t.draw_id
     where c.phone = $1`,
    [demoClient.phone],
  );
  expect(client).toEqual({ won: true, lost: true });
  await expectBooksBalance(owner);
  await expect
    .poll(async () => (await owner.query('select status from draw where id = $1', [first!.id]))[0], {
      timeout: 180_000,
    })
    .toEqual({ status: 'settled' });
  await owner.end();
});
