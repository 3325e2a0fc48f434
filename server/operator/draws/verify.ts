import type { AnswerOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/draws.ts';
import { decodeDraw } from '#domain/fair-draw/draw-record.ts';
import { decodeNumbers } from '#domain/result.ts';
import type { DrawCheck } from '#domain/fair-draw/verify-draw.ts';
import { inThread } from '#server/fair-draw/in-thread.ts';
import { findRules } from '#server/fair-draw/rules.ts';
import { actAs, type Operator, type Operators } from '#server/operator/door/operators.ts';
import { findDraw, type OpenedRow } from './read-draws.ts';

type Steps = AnswerOf<typeof contract.verifyDraw>['data'];

/**
 * Verifies a draw with the program of the players, in a thread: a million leaves take seconds to hash. It is checked against
 * what the database holds, so it finds what was changed there, and not what this process would lie about.
 *
 * @throws Refusal not_found
 */
export async function verifyDraw(operators: Operators, operator: Operator, id: string): Promise<Steps> {
  const row = await findDraw(operators, operator, id);
  const check: DrawCheck = {
    drawId: id,
    proof: proofOf(row),
    chains: operators.beaconChains,
    leaves: row.seal ? await readLeaves(operators, operator, id) : undefined,
    previousSeal: row.seal ? row.before_record : undefined,
    rulesDocument: findRules(row.rules)?.bytes,
    shown: {
      status: row.status,
      closesAt: row.closes_at.getTime(),
      drawsAt: row.draws_at.getTime(),
      commitment: row.commitment,
      result: row.result === null ? null : decodeNumbers(row.result),
    },
  };
  return inThread<Steps>(new URL('verify-thread.ts', import.meta.url), check);
}

function proofOf(row: OpenedRow): DrawCheck['proof'] {
  const { beacon } = decodeDraw(row.record);
  return {
    draw: row.record,
    commitment: row.commitment,
    commitmentSignature: row.commitment_signature,
    seal: row.seal,
    sealSignature: row.seal_signature,
    seed: row.seed,
    beacon: { kind: beacon.kind, chain: beacon.ref, round: beacon.round, signature: row.beacon_signature },
    result: row.result === null ? null : decodeNumbers(row.result),
    operatorKey: row.operator_key ?? new Uint8Array(),
  };
}

/** Half a megabyte per statement. */
const chunksAtOnce = 64;

async function readLeaves(operators: Operators, { session }: Operator, id: string): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for (let from = 0; ; from += chunksAtOnce) {
    const rows = await actAs(operators, (tx) =>
      tx.query<{ hashes: Buffer }>('select hashes from console.draw_leaves($1, $2, $3, $4) as hashes', [
        session,
        id,
        from,
        chunksAtOnce,
      ]),
    );
    chunks.push(...rows.map(({ hashes }) => hashes));
    if (rows.length < chunksAtOnce) return Buffer.concat(chunks);
  }
}
