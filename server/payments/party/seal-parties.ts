import type { Queryable } from '#database/connect.ts';
import type { KeyRing } from '#server/keys/key-ring.ts';
import { ensureClientKey, hashRequest, sealParty, type ClientKey, type Party } from './party.ts';

interface UnsealedPayment {
  readonly id: string;
  readonly client_id: number;
  readonly party: Party;
  readonly request_hash: Buffer;
}

const batch = 200;

/**
 * Seals the parties of payments that an earlier version wrote. May be stopped anywhere: the next run continues with what is
 * left. A payment that somebody changes at that moment is left for the next run.
 *
 * @returns how many it sealed
 */
export async function sealParties(db: Queryable, keys: KeyRing, stopping: AbortSignal): Promise<number> {
  let sealed = 0;
  for (let last: string | null = null; !stopping.aborted;) {
    const payments: UnsealedPayment[] = await db.query<UnsealedPayment>(
      `select id, client_id, request_hash,
         json_build_object('phone', phone, 'firstName', first_name, 'lastName', last_name, 'email', email) as party
       from payment where phone is not null and ($1::uuid is null or id > $1) order by id limit $2`,
      [last, batch],
    );
    if (payments.length === 0) break;
    const clientKeys = new Map<number, ClientKey>();
    for (const { client_id } of payments) {
      if (!clientKeys.has(client_id)) clientKeys.set(client_id, await ensureClientKey(db, keys, client_id));
    }
    const keyOf = ({ client_id }: UnsealedPayment) => clientKeys.get(client_id)!;
    const [row] = await db.query<{ sealed: number }>('select seal_parties($1, $2, $3) as sealed', [
      payments.map(({ id }) => id),
      payments.map((payment) => sealParty(keyOf(payment), payment.id, payment.party)),
      payments.map((payment) => hashRequest(keyOf(payment), payment.request_hash)),
    ]);
    sealed += row!.sealed;
    last = payments.at(-1)!.id;
  }
  return sealed;
}

/** Destroys the keys of clients who were erased this many years ago. Returns how many. */
export async function forgetOldParties(db: Queryable, years: number): Promise<number> {
  let forgotten = 0;
  for (;;) {
    const [row] = await db.query<{ clients: number }>('select forget_old_parties($1) as clients', [years]);
    if (row!.clients === 0) return forgotten;
    forgotten += row!.clients;
  }
}
