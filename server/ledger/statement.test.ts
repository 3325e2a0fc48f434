import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TransactionKind } from '#contract/wallet.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.ts';
import { countReads } from '#tests/support/database/plan.ts';
import { makeDemoOperator } from '#tests/support/operator/requests.ts';
import { hour, now, writeLines, type Line } from '#tests/support/money/written-lines.ts';
import { readStatement } from './statement.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('rare lines of a busy client’s statement are found without reading the rest', async () => {
  const bets = Array.from({ length: 5_000 }, (_, index): Line => {
    const at = now - 10 * hour + index;
    return index % 6 === 0
      ? { kind: 'payout', wallet: 'win', amount: 600, at }
      : { kind: 'bet', wallet: 'dep', amount: -100, at };
  });
  const deposit: Line = { kind: 'deposit', wallet: 'dep', amount: 500_000, at: now - 11 * hour };
  const clientId = await writeLines(database, [
    deposit,
    ...bets.slice(0, 2_500),
    { ...deposit, kind: 'adjustment', amount: 7, at: now - 9 * hour },
    ...bets.slice(2_500),
  ]);
  // Somebody else has enough of the same kinds.
  await writeLines(
    database,
    bets.map((line) => ({ ...deposit, at: line.at })),
  );
  await database.owner.query('analyze posting');
  const amounts = async (...kind: TransactionKind[]) => {
    let lines: number[] = [];
    const read = await database.db.transact((tx) =>
      countReads(tx, 'posting', async () => {
        const { data } = await readStatement(tx, clientId, { kind });
        lines = data.map(({ amount }) => amount);
      }),
    );
    return { lines, read };
  };
  const few = await amounts('deposit', 'adjustment', 'chargeback', 'refund');
  expect(few.lines).toEqual([7, 500_000]);
  expect(few.read).toBeLessThan(50);
  const mixed = await amounts('payout', 'adjustment');
  expect(mixed.lines.slice(0, 3)).toEqual([600, 600, 600]);

  // Operators read it through a function, whose plan PostgreSQL would keep after some calls.
  const { token } = await makeDemoOperator(database, ['support']);
  await database.owner.query(
    `insert into client (id, phone, password_hash, first_name, last_name, birth_date, country)
     overriding system value values ($1, '+2250700000001', 'x', 'Awa', 'Koné', '1990-01-01', 'CI')`,
    [clientId],
  );
  const kinds: TransactionKind[] = ['deposit', 'adjustment'];
  for (let call = 1; call <= 8; call++) {
    let lines: object[] = [];
    const read = await database.console.transact((tx) =>
      countReads(tx, 'posting', async () => {
        lines = await tx.query(
          `select (item -> 'amount')::integer as amount from console.player_statement($1, $2, $3, null, null, null, 51)`,
          [token, clientId, kinds],
        );
      }),
    );
    expect(lines).toEqual([{ amount: 7 }, { amount: 500_000 }]);
    expect(read, `call ${call}`).toBeLessThan(50);
  }
});
