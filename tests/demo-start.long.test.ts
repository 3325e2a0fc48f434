import { expect, onTestFinished, test } from 'vitest';
import { startHeldUpDemo } from '#tests/support/site/held-up-demo.ts';
import { createDataFolder } from '#tests/support/site/server.ts';

test('a month that would delay the first draw is given up, and the draw takes place', async () => {
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
  await expect
    .poll(async () => (await owner.query('select status from draw where id = $1', [first!.id]))[0], {
      timeout: 180_000,
    })
    .toEqual({ status: 'settled' });
  expect(await owner.query('select from demo_month')).toEqual([]);
  await owner.end();
});
