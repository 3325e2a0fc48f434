import { buffer } from 'node:stream/consumers';
import type { Database } from '#database/connect.ts';
import type { BeaconChain } from '#domain/fair-draw/beacon.ts';
import { toHex } from '#domain/fair-draw/bytes.ts';
import { readProof } from '#domain/fair-draw/proof.ts';
import { decodeSeal, sealHash, type SealRecord } from '#domain/fair-draw/seal-record.ts';
import { verifyInclusion } from '#domain/fair-draw/merkle.ts';
import { readShownDraw } from '#domain/fair-draw/shown-draw.ts';
import { verdictOf } from '#domain/fair-draw/steps.ts';
import { decodeTicket, ticketLeaf } from '#domain/fair-draw/ticket-record.ts';
import { verifyDraw } from '#domain/fair-draw/verify-draw.ts';
import { createDrawReader } from '#server/draws/read/read-draws.ts';
import { createProofReader } from '#server/draws/read/read-proofs.ts';
import { findRules } from '#server/fair-draw/rules.ts';
import { testKeys } from './keys.ts';
import { readReceipt } from '#server/tickets/receipt.ts';
import { bytesOf } from '#tests/vectors/vectors.ts';

interface CheckedDraws {
  /** The draws with a result for which every step of the check passed. */
  readonly proved: Set<string>;
  /** The seal of every draw in the chain, by the draw's id. */
  readonly seals: Map<string, SealRecord>;
  /** `<draw> <step>: <code>` for every lie. */
  readonly lies: string[];
}

/**
 * Checks every draw in the chain of seals, and every link of the chain, from what a site with this database would answer.
 */
export async function checkSealedDraws(db: Database, chains: readonly BeaconChain[] = []): Promise<CheckedDraws> {
  const proofs = createProofReader(db);
  const draws = createDrawReader(db, { timeZone: 'UTC', everyMinutes: 1 });
  const checked: CheckedDraws = { proved: new Set(), seals: new Map(), lies: [] };

  let cursor: string | null = null;
  do {
    const page = await proofs.seals({ limit: 100, ...(cursor !== null && { cursor }) });
    for (const { drawId, seal } of page.data) {
      const before = await proofs.seals({ cursor: toHex(sealHash(bytesOf(seal))), limit: 1 });
      const shown = readShownDraw(await draws.get(drawId));
      const { proof } = await proofs.proof(drawId);
      checked.seals.set(drawId, decodeSeal(bytesOf(seal)));
      const steps = await verifyDraw({
        drawId,
        proof: readProof(proof),
        chains,
        operatorKey: testKeys.operatorKey,
        rulesDocument: findRules(shown.rules)!.bytes,
        leaves: await buffer(await proofs.leaves(drawId)),
        previousSeal: before.data[0] ? bytesOf(before.data[0].seal) : null,
        shown,
      });
      if (verdictOf(steps) === 'proved') checked.proved.add(drawId);
      for (const step of steps) if (step.state === 'failed') checked.lies.push(`${drawId} ${step.name}: ${step.code}`);
    }
    cursor = page.meta.next;
  } while (cursor !== null);
  return checked;
}

/** The tickets in sealed draws whose receipt does not lead to the root of their draw's seal. */
export async function findUnproved(
  db: Database,
  seals: CheckedDraws['seals'],
  tickets: readonly { readonly clientId: number; readonly ticketId: string }[],
): Promise<string[]> {
  const unproved: string[] = [];
  const left = [...tickets];
  const checkOneByOne = async () => {
    for (let next = left.pop(); next; next = left.pop()) {
      const { ticket, index, path } = await readReceipt(db, testKeys, next.clientId, next.ticketId);
      const seal = seals.get(decodeTicket(bytesOf(ticket)).drawId);
      if (!seal) continue;
      const leaf = ticketLeaf(bytesOf(ticket));
      const included = path && verifyInclusion(leaf, index!, seal.size, path.map(bytesOf), seal.root);
      if (!included) unproved.push(next.ticketId);
    }
  };
  await Promise.all(Array.from({ length: 8 }, checkOneByOne));
  return unproved;
}
