import { expect, test } from 'vitest';
import { createTestDatabase } from '#tests/support/database/database.ts';
import { startApp } from '#tests/support/site/app.ts';

test('a web process takes calls and makes no draws; a worker makes the draws and serves nobody', async () => {
  const database = await createTestDatabase();
  const countDraws = async () => {
    const [row] = await database.owner.query<{ draws: number }>('select count(*)::integer as draws from draw');
    return row!.draws;
  };
  try {
    const serving = await startApp({ ROLES: 'web' }, { database });
    expect((await fetch(`${serving.url}/api/draws`)).status).toBe(200);
    expect(await countDraws()).toBe(0);

    const working = await startApp({ ROLES: 'worker' }, { database });
    expect(working.app.web).toBeNull();
    expect(await countDraws()).toBeGreaterThan(0);
    await working.close();

    // Without its worker the site still serves.
    expect((await fetch(`${serving.url}/api/draws`)).status).toBe(200);
    await serving.close();
  } finally {
    await database.drop();
  }
});
