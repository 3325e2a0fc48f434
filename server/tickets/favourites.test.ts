import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mostFavourites } from '#contract/calls/favourites.ts';
import type { Favourite } from '#contract/favourites.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { keepFavourite, listFavourites, removeFavourite } from './favourites.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

let clients = 0;
async function createClient(): Promise<number> {
  const [client] = await database.owner.query<{ id: number }>(
    `insert into client (phone, password_hash, first_name, last_name, birth_date, country)
     values ($1, '', 'Awa', 'Koné', '1990-08-24', 'CI') returning id`,
    [`+22507000000${String(clients++).padStart(2, '0')}`],
  );
  return client!.id;
}

function favourite(change: Partial<Favourite> = {}): Favourite {
  return {
    id: randomUUID(),
    label: 'Birthdays',
    name: 'IziTwo',
    selectedNumbers: ['8', '2'],
    betAmount: 200,
    ...change,
  };
}

test('a favourite is stored once however often it is sent, changed under its id, and removed', async () => {
  const client = await createClient();
  const kept = favourite();
  await Promise.all(Array.from({ length: 5 }, () => keepFavourite(database.db, client, kept)));
  const changed = { ...kept, label: 'Ours', name: 'IziOne' as const, selectedNumbers: ['9'] };
  const later = favourite({ label: 'Later' });
  await keepFavourite(database.db, client, later);
  await keepFavourite(database.db, client, changed);
  expect(await listFavourites(database.db, client)).toEqual([changed, later]);
  await removeFavourite(database.db, client, kept.id);
  await removeFavourite(database.db, client, kept.id);
  expect(await listFavourites(database.db, client)).toEqual([later]);
});

test('twenty can be stored, also when thirty are sent at the same time', async () => {
  const client = await createClient();
  const outcomes = await Promise.allSettled(
    Array.from({ length: 30 }, () => keepFavourite(database.db, client, favourite())),
  );
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as Error] : []));
  expect(refused).toHaveLength(30 - mostFavourites);
  for (const reason of refused) expect(reason).toMatchObject({ code: 'limit_reached' });
  const all = await listFavourites(database.db, client);
  expect(all).toHaveLength(mostFavourites);
  expect(await keepFavourite(database.db, client, { ...all[0]!, label: 'Still mine' })).toMatchObject({
    label: 'Still mine',
  });
});

test('another client’s favourites are neither seen, changed nor removed', async () => {
  const [owner, other] = [await createClient(), await createClient()];
  const kept = await keepFavourite(database.db, owner, favourite());
  await keepFavourite(database.db, other, { ...kept, label: 'Mine' });
  await removeFavourite(database.db, other, kept.id);
  expect(await listFavourites(database.db, other)).toEqual([]);
  expect(await listFavourites(database.db, owner)).toEqual([kept]);
});

test.each([
  [{ selectedNumbers: ['3'] }, 'invalid_selection'],
  [{ selectedNumbers: ['3', '3'] }, 'invalid_selection'],
  [{ betAmount: 150 }, 'stake_out_of_range'],
  [{ betAmount: 0 }, 'stake_out_of_range'],
])('%j cannot be played, so it cannot be kept', async (change, code) => {
  const client = await createClient();
  await expect(keepFavourite(database.db, client, favourite(change))).rejects.toMatchObject({ code });
  expect(await listFavourites(database.db, client)).toEqual([]);
});
