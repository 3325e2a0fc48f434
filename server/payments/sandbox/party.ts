import { randomBytes } from 'node:crypto';
import type { Database, Queryable } from '#database/connect.ts';
import type { Francs } from '#domain/money.ts';

type CollectionStatus = 'pending' | 'approved' | 'declined';
type PayoutStatus = 'processing' | 'paid' | 'failed' | 'lost';

/** The payer's choices on the hosted page. */
export const outcomes = ['approve', 'decline', 'never', 'refund'] as const;
type Outcome = (typeof outcomes)[number];

export interface Collection {
  readonly ref: string;
  readonly merchant_reference: string;
  readonly amount: Francs;
  readonly method: string;
  readonly phone: string;
  readonly payer: string;
  readonly return_url: string;
  readonly status: CollectionStatus;
  /** The total refunded so far. */
  readonly refunded: Francs;
}

export interface Payout {
  readonly ref: string;
  readonly merchant_reference: string;
  readonly amount: Francs;
  readonly status: PayoutStatus;
}

const collectionColumns = 'ref, merchant_reference, amount, method, phone, payer, return_url, status, refunded';
const payoutColumns = 'ref, merchant_reference, amount, status';

/** How long a payout takes. */
const payoutMs = 2_500;

/** Null when the merchant used this reference before. */
export async function openCollection(
  db: Queryable,
  order: Omit<Collection, 'ref' | 'status' | 'refunded'>,
): Promise<Collection | null> {
  const [collection] = await db.query<Collection>(
    `insert into sandbox.collection (ref, merchant_reference, amount, method, phone, payer, return_url)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict (merchant_reference) do nothing returning ${collectionColumns}`,
    [newRef(), order.merchant_reference, order.amount, order.method, order.phone, order.payer, order.return_url],
  );
  return collection ?? null;
}

export async function findCollection(db: Queryable, key: { ref: string } | { reference: string }) {
  const [column, value] = 'ref' in key ? ['ref', key.ref] : ['merchant_reference', key.reference];
  const [collection] = await db.query<Collection>(
    `select ${collectionColumns} from sandbox.collection where ${column} = $1`,
    [value],
  );
  return collection ?? null;
}

/**
 * The payer's decision. The first *approve* or *decline* is final; what was approved may be refunded afterwards.
 *
 * @param part how much to refund; without it, all that is left
 * @returns the collection as it is afterwards
 */
export function decideCollection(
  db: Database,
  ref: string,
  outcome: Outcome,
  part?: Francs,
): Promise<Collection | null> {
  return db.transact(async (tx) => {
    if (outcome === 'refund') {
      const [given] = await tx.query<Collection>(
        `update sandbox.collection set refunded = least(amount, refunded + coalesce($2, amount))
         where ref = $1 and status = 'approved' and refunded < amount returning ${collectionColumns}`,
        [ref, part ?? null],
      );
      if (given) await addNotice(tx, 'collection.refunded', given);
    } else if (outcome !== 'never') {
      const status: CollectionStatus = outcome === 'approve' ? 'approved' : 'declined';
      const [decided] = await tx.query<Collection>(
        `update sandbox.collection set status = $2, decided_at = clock_timestamp()
         where ref = $1 and status = 'pending' returning ${collectionColumns}`,
        [ref, status],
      );
      if (decided) await addNotice(tx, `collection.${status}`, decided);
    }
    return findCollection(tx, { ref });
  });
}

/**
 * Accepts a payout. One to a phone ending in 00 will fail; one to a phone ending in 01 never gets an outcome.
 *
 * @returns null when the merchant used this reference before
 */
export async function openPayout(
  db: Queryable,
  order: { merchant_reference: string; amount: Francs; method: string; phone: string },
): Promise<Payout | null> {
  const [payout] = await db.query<Payout>(
    `insert into sandbox.payout (ref, merchant_reference, amount, method, phone, status, decides_at)
     values ($1, $2, $3, $4, $5, $6, clock_timestamp() + $7 * interval '1 millisecond')
     on conflict (merchant_reference) do nothing returning ${payoutColumns}`,
    [
      newRef(),
      order.merchant_reference,
      order.amount,
      order.method,
      order.phone,
      order.phone.endsWith('01') ? 'lost' : 'processing',
      payoutMs,
    ],
  );
  return payout ?? null;
}

export async function findPayout(db: Queryable, key: { ref: string } | { reference: string }): Promise<Payout | null> {
  const [column, value] = 'ref' in key ? ['ref', key.ref] : ['merchant_reference', key.reference];
  const [payout] = await db.query<Payout>(`select ${payoutColumns} from sandbox.payout where ${column} = $1`, [value]);
  return payout ?? null;
}

/** Pays the due payouts, or lets them fail. Returns how many. */
export function decidePayouts(db: Database): Promise<number> {
  return db.transact(async (tx) => {
    const decided = await tx.query<Payout>(
      `update sandbox.payout
       set status = case when phone like '%00' then 'failed' else 'paid' end, decided_at = clock_timestamp()
       where ref in (
         select ref from sandbox.payout where status = 'processing' and decides_at <= clock_timestamp()
         limit 100 for update skip locked
       )
       returning ${payoutColumns}`,
    );
    for (const payout of decided) await addNotice(tx, `payout.${payout.status}`, payout);
    return decided.length;
  });
}

async function addNotice(tx: Queryable, event: string, about: Collection | Payout): Promise<void> {
  const { ref, merchant_reference: reference, amount, status } = about;
  await tx.query('insert into sandbox.notice (body) values ($1)', [
    JSON.stringify({ event, data: { ref, reference, amount, status } }),
  ]);
}

/** Random, because it also gives access to the hosted page. */
function newRef(): string {
  return `sbx_${randomBytes(16).toString('hex')}`;
}

/** Whether a text has the form of a reference. Anything else is not looked up. */
export function isRef(text: string): boolean {
  return /^sbx_[0-9a-f]{32}$/.test(text);
}
