import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { transactionKinds } from '#contract/calls/wallet.ts';
import type { TransactionKind } from '#contract/wallet.ts';
import type { TestDatabase } from '#tests/support/database/database.ts';
import { createPlayer } from '#tests/support/players/play.ts';

export const hour = 60 * 60 * 1_000;
export const day = 24 * hour;

export interface Line {
  readonly kind: TransactionKind;
  readonly wallet: 'dep' | 'win';
  /** Positive for what came in. */
  readonly amount: number;
  readonly at: number;
  readonly reference?: string;
}

/** Writes lines of a statement, with the wallet they lead to, as if they had been posted at their times. */
export async function writeLines(database: TestDatabase, lines: readonly Line[]): Promise<number> {
  const { clientId } = await createPlayer(database.owner);
  const balance = { dep: 0, win: 0 };
  const rows = lines.map(({ kind, wallet, amount, at, reference = randomUUID() }) => {
    balance[wallet] += amount;
    const own = `client_${wallet}`;
    const [from, to] = amount > 0 ? [others[kind], own] : [own, others[kind]];
    return [from, to, Math.abs(amount), kind, reference, new Date(at), balance.dep, balance.win] as const;
  });
  const columns = Array.from({ length: 8 }, (_, column) => rows.map((row) => row[column]));
  await database.owner.transact(async (tx) => {
    // The triggers would ask for the payment, the ticket and the present time of each line.
    await tx.query('set local session_replication_role = replica');
    await tx.query(
      `insert into posting (client_id, from_account, to_account, amount, kind, reference, draw_id, at, dep_after, win_after)
       select $1, from_account, to_account, amount, kind, reference, reference, at, dep_after, win_after
       from unnest($2::account[], $3::account[], $4::bigint[], $5::posting_kind[], $6::uuid[], $7::timestamptz[], $8::bigint[],
         $9::bigint[]) with ordinality as line
         (from_account, to_account, amount, kind, reference, at, dep_after, win_after, position)
       order by position`,
      [clientId, ...columns],
    );
    await tx.query('update wallet set dep = $2, win = $3 where client_id = $1', [clientId, balance.dep, balance.win]);
  });
  return clientId;
}

/** Where the money of a line comes from, or goes to. */
const others: Readonly<Record<TransactionKind, string>> = {
  deposit: 'clearing',
  bet: 'draw_stakes',
  payout: 'house',
  refund: 'draw_stakes',
  withdrawal: 'client_held',
  withdrawal_returned: 'client_held',
  chargeback: 'clearing',
  chargeback_repaid: 'client_owed',
  adjustment: 'adjustment',
};

/** When this test began. */
export const now = Date.now();
const outgoing: readonly TransactionKind[] = ['bet', 'withdrawal', 'chargeback', 'chargeback_repaid'];

/** A ledger of any kinds of lines whose wallets never go below zero; some lines share an instant. */
export const ledgers = fc
  .array(
    fc.record({
      kind: fc.constantFrom(...transactionKinds),
      wallet: fc.constantFrom('dep' as const, 'win' as const),
      amount: fc.integer({ min: 1, max: 5_000 }),
      takes: fc.boolean(),
      gap: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: day / 3 })),
    }),
    { minLength: 130, maxLength: 260 },
  )
  .map((drafts) => {
    const balance = { dep: 0, win: 0 };
    let at = now - drafts.reduce((sum, { gap }) => sum + gap, 0) - hour;
    return drafts.flatMap(({ kind, wallet, amount, takes, gap }): Line[] => {
      at += gap;
      const goesOut = outgoing.includes(kind) || (kind === 'adjustment' && takes);
      const moved = goesOut ? -Math.min(amount, balance[wallet]) : amount;
      balance[wallet] += moved;
      return moved === 0 ? [] : [{ kind, wallet, amount: moved, at }];
    });
  });
