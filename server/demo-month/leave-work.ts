import { randomBytes, randomUUID } from 'node:crypto';
import sharp from 'sharp';
import type { Database, Transaction } from '#database/connect.ts';
import {
  documentHmac,
  keepClientKey,
  sealImage,
  sealNumber,
  type DocumentKeys,
} from '#server/identity/documents/document-keys.ts';
import { sidesOf } from '#server/identity/documents/documents.ts';
import { transition } from '#server/payments/transition.ts';

const minute = 60_000;

/**
 * Leaves something to do in the queues of the console, so that a newcomer to a demonstration sees how each looks with work in it: two
 * withdrawals held, one whose provider gave no answer, which raises an alarm, a deposit of which its provider confirms a franc
 * less, two identity documents, a case of care, and two requests, of which one can no longer be carried out. It is written by the same functions as real work, so the books agree. A request expires after an hour.
 *
 * @param owner connects as the owner of the tables
 */
export async function leaveWork(owner: Database, documentKeys: DocumentKeys): Promise<void> {
  await owner.transact(async (tx) => {
    const players = await tx.query<Player>(
      `select c.id as "clientId", c.phone, c.first_name as "firstName", c.last_name as "lastName", c.country, w.win
       from demo_month m join client c on c.id between m.first_client and m.last_client join wallet w on w.client_id = c.id
       where w.win >= 1000 order by w.win desc, c.id limit 4`,
    );
    if (players.length < 4) return;
    const [first, second, third, fourth] = players as [Player, Player, Player, Player];
    // It has all the winnings of a player, who then takes some of them out.
    const ask = await askerIn(tx);
    await ask?.(fourth, -fourth.win, 'The deposit was given back by its network.');
    await ask?.(first, 500, 'The network shows the deposit as paid. It was booked as failed.');
    await withdraw(tx, first, { status: 'review', reasons: ['amount'], minutesAgo: 55 });
    await withdraw(tx, second, { status: 'review', reasons: ['new_phone', 'first'], minutesAgo: 25 });
    await withdraw(tx, third, { status: 'unknown', minutesAgo: 40 });
    await withdraw(tx, fourth, { status: 'review', reasons: ['first'], minutesAgo: 10 });
    await depositOfAnother(tx, second);
    await showDocument(tx, documentKeys, third, 'passport');
    await showDocument(tx, documentKeys, first, 'national_id');
    await tx.query(
      `insert into console.care_case (client_id, opened_by, indicators, kinds)
       values ($1, 'worker', '[{"kind": "deposits_refused", "days": 7, "value": 6, "usual": 0, "level": 2}]', '{deposits_refused}')`,
      [second.clientId],
    );
  });
}

interface Player {
  readonly clientId: number;
  readonly phone: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly country: string;
  readonly win: number;
}

interface Withdrawal {
  readonly status: 'review' | 'unknown';
  /** The reason for holding it. */
  readonly reasons?: readonly string[];
  readonly minutesAgo: number;
}

/** Withdraws half of the player's winnings. The worker does not ask its provider again. */
async function withdraw(
  tx: Transaction,
  player: Player,
  { status, reasons = [], minutesAgo }: Withdrawal,
): Promise<void> {
  const { clientId, win } = player;
  const amount = Math.floor(win / 200) * 100;
  const id = await insertPayment(tx, player, { direction: 'withdrawal', amount, status, minutesAgo });
  await tx.query(`select post_transfer($1, 'withdrawal', $2, 'client_win', 'client_held', $3)`, [clientId, id, amount]);
  await tx.query(
    `insert into payment_event (payment_id, at, kind, from_status, to_status)
     select id, created_at, e.kind::payment_event_kind, e.was::payment_status, e.status::payment_status
     from payment, (values ('created', null, case when $2 = 'unknown' then 'created' else $2 end), ('unanswered', 'created', 'unknown'))
       as e (kind, was, status)
     where id = $1 and (e.kind = 'created' or $2 = 'unknown')`,
    [id, status],
  );
  if (reasons.length > 0) {
    await tx.query(
      `insert into withdrawal_review (payment_id, reasons, until, held_at)
       select id, $2, created_at + interval '24 hours', created_at from payment where id = $1`,
      [id, reasons],
    );
  }
}

/** A deposit of which the provider confirms a franc less than was asked for: nothing is booked, and operators decide. */
async function depositOfAnother(tx: Transaction, player: Player): Promise<void> {
  const amount = 5_000;
  const id = await insertPayment(tx, player, { direction: 'deposit', amount, status: 'created', minutesAgo: 30 });
  await tx.query(
    `insert into payment_event (payment_id, at, kind, to_status) select id, created_at, 'created', status from payment where id = $1`,
    [id],
  );
  await transition(tx, id, { kind: 'confirmed', amount: amount - 1 });
}

interface NewPayment {
  readonly direction: 'deposit' | 'withdrawal';
  readonly amount: number;
  readonly status: 'created' | Withdrawal['status'];
  readonly minutesAgo: number;
}

/** @returns its id */
async function insertPayment(
  tx: Transaction,
  { clientId, phone, firstName, lastName, country }: Player,
  { direction, amount, status, minutesAgo }: NewPayment,
): Promise<string> {
  const id = randomUUID();
  const fromWin = direction === 'deposit' ? 0 : amount;
  await tx.query(
    `insert into payment (id, client_id, direction, amount, from_win, country, method, phone, first_name, last_name, provider, status,
       created_at, updated_at, idempotency_key, request_hash)
     select $1::uuid, $2, $10, $3, $11, $4, 'wave', $5, $6, $7, 'sandbox', $8::payment_status, at, at, 'work-' || $1, sha256(uuid_send($1::uuid))
     from (select clock_timestamp() - $9 * interval '1 millisecond' as at) t`,
    [id, clientId, amount, country, phone, firstName, lastName, status, minutesAgo * minute, direction, fromWin],
  );
  return id;
}

/** Sends an identity document to the operators, as a player does. */
async function showDocument(
  tx: Transaction,
  keys: DocumentKeys,
  { clientId, country }: Player,
  type: 'passport' | 'national_id',
): Promise<void> {
  const id = randomUUID();
  const number = `C ${String(clientId).padStart(8, '0')}`;
  const key = await keepClientKey(tx, keys, clientId);
  await tx.query(`select start_identity_check($1, $2, $3, $4, $5, $6, $7, (now() + interval '4 years')::date)`, [
    clientId,
    id,
    type,
    country,
    number.slice(-4),
    sealNumber(key, number, id),
    documentHmac(keys, { country, type, number }),
  ]);
  for (const side of sidesOf[type]) {
    await tx.query('select keep_identity_image($1, $2, $3, $4)', [
      clientId,
      id,
      side,
      sealImage(key, await drawCard(side), id, side),
    ]);
  }
  await tx.query('select submit_identity_check($1, $2, $3)', [clientId, id, sidesOf[type]]);
}

/** A picture that looks like a document and names nobody. A bare machine has no fonts for its text. */
function drawCard(side: string): Promise<Buffer> {
  const portrait =
    '<circle cx="190" cy="240" r="70" fill="#9a8f86"/><path d="M80 440a110 110 0 0 1 220 0z" fill="#9a8f86"/>';
  const lines = [190, 250, 310, 370].map(
    (y) => `<rect x="360" y="${y}" width="${700 - y / 2}" height="22" fill="#c9bfb6"/>`,
  );
  const bars = Array.from(
    { length: 60 },
    (_, at) => `<rect x="${70 + at * 14}" y="420" width="${(at % 5) + 3}" height="110" fill="#5b524b"/>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="630">
    <rect width="1000" height="630" fill="#6f675f"/><rect x="30" y="30" width="940" height="570" rx="36" fill="#efe7df"/>
    <rect x="30" y="80" width="940" height="56" fill="#f2c200"/>${side === 'front' ? portrait + lines.join('') : bars.join('')}
    <text x="500" y="122" font-family="sans-serif" font-size="40" text-anchor="middle">SPECIMEN</text></svg>`;
  return sharp(Buffer.from(svg)).jpeg().toBuffer();
}

/** Asks for adjustments as an operator of the demonstration; null where this is none. */
async function askerIn(tx: Transaction) {
  const session = randomBytes(32).toString('base64url');
  const [signedIn] = await tx.query<{ name: string | null }>(
    `select console.sign_in_to_demo('{payments}', $1, '127.0.0.1', '') as name`,
    [session],
  );
  if (signedIn!.name === null) return null;
  return async ({ clientId }: Player, amount: number, reason: string): Promise<void> => {
    const values = { wallet: 'win', amount, told: 'A correction of your wallet.', case: 'demonstration' };
    await tx.query(
      `select console.make_request($1, 'adjust', $2, $3::jsonb, '{}', $4, null, 'http://localhost', null, null)`,
      [session, `client ${clientId}`, JSON.stringify(values), reason],
    );
  };
}
