import type { AnswerOf } from '#contract/endpoint.ts';
import type { getReceipt } from '#contract/bets.ts';
import type { Database } from '#database/connect.ts';
import { toHex } from '#domain/fair-draw/bytes.ts';
import { drawHash } from '#domain/fair-draw/draw-record.ts';
import { receiptMessage } from '#domain/fair-draw/signatures.ts';
import { ticketLeaf } from '#domain/fair-draw/ticket-record.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { DrawKeys, Signer } from '#server/fair-draw/draw-keys.ts';
import { requireSigner } from '#server/fair-draw/operator-keys.ts';
import { packedTicket, recordOfPacked, saltsOfPacked } from '#server/fair-draw/packed-tickets.ts';
import { findInclusion } from '#server/draws/read/read-proofs.ts';

interface TicketOfDraw {
  readonly draw_id: string;
  readonly packed: Buffer;
  readonly record: Buffer;
  readonly salt_key: Buffer;
  readonly operator_key: Buffer;
  readonly newest_key: Buffer | null;
}

/**
 * Makes the receipt of one of the client's tickets. Its bytes are always the same, and so is its signature for as long as
 * this process holds the key that the draw was committed with. Once the draw is sealed it
 * has the ticket's place in the tree; a sealed tree without the ticket would prove fraud.
 *
 * @throws Refusal not_found
 */
export async function readReceipt(
  db: Database,
  keys: DrawKeys,
  clientId: number,
  ticketId: string,
): Promise<AnswerOf<typeof getReceipt>> {
  const [row] = await db.query<TicketOfDraw>(
    `select t.draw_id, ${packedTicket} as packed, c.record, s.salt_key, c.operator_key,
       (select public_key from operator_key order by number desc limit 1) as newest_key
     from every_ticket t join commitment c on c.draw_id = t.draw_id join draw_salt s on s.draw_id = t.draw_id
     where t.client_id = $1 and t.id = $2`,
    [clientId, ticketId],
  );
  if (!row) throw new Refusal('not_found');
  const hash = drawHash(row.record);
  const ticket = recordOfPacked(row.draw_id, row.packed, saltsOfPacked(row.packed, row.salt_key));
  const leaf = ticketLeaf(ticket);
  const inclusion = await findInclusion(db, row.draw_id, leaf);
  return {
    ticket: toHex(ticket),
    leaf: toHex(leaf),
    signature: toHex(signerOf(row, keys).sign(receiptMessage(hash, leaf))),
    index: inclusion?.index ?? null,
    path: inclusion?.path.map((node) => toHex(node)) ?? null,
  };
}

/** The key of the draw; once nobody holds that any more, the newest, which follows from it by the operator's announcements. */
function signerOf({ operator_key, newest_key }: TicketOfDraw, keys: DrawKeys): Signer {
  return keys.signerOf(operator_key) ?? requireSigner(keys, newest_key ?? operator_key);
}
