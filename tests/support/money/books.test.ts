import { changeHistory } from '#tests/support/players/play.ts';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { expectBooksBalance } from './books.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());

const give = (amount: number) =>
  database.owner.query(`select post_adjustment(1, $1, 'adjustment', 'client_dep', $2)`, [randomUUID(), amount]);

test('an empty book balances, and so does one with money in it', async () => {
  await expectBooksBalance(database.owner);
  await database.db.query('select open_wallet(1)');
  await give(5_000);
  await expectBooksBalance(database.owner);
});

test('a wallet that was changed without a posting is detected', async () => {
  await database.db.query('select open_wallet(1)');
  await database.owner.query('update wallet set win = win + 1');
  await expect(expectBooksBalance(database.owner)).rejects.toThrow('wallets that differ');
});

test('a posting that did not reach its wallet is detected', async () => {
  await database.db.query('select open_wallet(1)');
  await give(5_000);
  // Only a fault of the database could do this.
  await changeHistory(database.owner, 'delete from wallet', []);
  await expect(expectBooksBalance(database.owner)).rejects.toThrow('wallets that differ');
});
