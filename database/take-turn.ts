import type { Transaction } from './query.ts';

/** Takes the turn of work that one process does at a time, until the transaction ends. Resolves to whether it was free. */
export async function takeTurn(tx: Transaction, of: 'full_pass' | 'notices'): Promise<boolean> {
  const [turn] = await tx.query<{ taken: boolean }>('select take_turn($1) as taken', [of]);
  return turn!.taken;
}
