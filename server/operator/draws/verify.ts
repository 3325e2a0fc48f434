import type { AnswerOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/operator/draws.ts';
import type { DrawStatus } from '#domain/draw.ts';
import { decodeDraw } from '#domain/fair-draw/draw-record.ts';
import { decodeNumbers } from '#domain/result.ts';
import type { DrawCheck } from '#domain/fair-draw/verify-draw.ts';
import { inThread } from '#server/fair-draw/in-thread.ts';
import { findRules } from '#server/fair-draw/rules.ts';
import type { Operator, Operators } from '#server/operator/access/operators.ts';
import { readAll, readFound } from '#server/operator/access/reads.ts';
import type { Language } from '#server/words/languages.ts';

type Steps = AnswerOf<typeof contract.verifyDraw>['data'];

type Hex = string;

/** The stored values that a draw is verified with. */
interface Stored {
  readonly draw: Hex;
  readonly commitment: Hex;
  readonly commitmentSignature: Hex;
  readonly operatorKey: Hex;
  readonly seal: Hex | null;
  readonly sealSignature: Hex | null;
  readonly previousSeal: Hex | null;
  readonly seed: Hex | null;
  readonly beaconSignature: Hex | null;
  readonly result: number | null;
  readonly rules: string;
  readonly status: DrawStatus;
  readonly closesAt: string;
  readonly drawsAt: string;
}

/**
 * Verifies a draw with the program of the players, in a thread: a million leaves take seconds to hash. It is checked against
 * what the database holds, so it finds what was changed there, and not what this process would lie about.
 *
 * @param language of the sentences
 * @throws Refusal not_found
 */
export async function verifyDraw(
  operators: Operators,
  operator: Operator,
  id: string,
  language: Language,
): Promise<Steps> {
  const stored = await readFound<Stored>(operators, 'console.proof_of_draw', [operator.session, id]);
  const { rules, status, closesAt, drawsAt } = stored;
  const proof = proofOf(stored);
  const check: DrawCheck = {
    drawId: id,
    proof,
    chains: operators.beaconChains,
    leaves: proof.seal ? await readLeaves(operators, operator, id) : undefined,
    previousSeal: proof.seal ? orNull(stored.previousSeal) : undefined,
    rulesDocument: findRules(rules)?.bytes,
    shown: {
      status,
      closesAt: Date.parse(closesAt),
      drawsAt: Date.parse(drawsAt),
      commitment: proof.commitment,
      result: proof.result,
    },
  };
  return inThread<Steps>(new URL('verify-thread.ts', import.meta.url), { check, language });
}

const bytesOf = (hex: Hex) => Buffer.from(hex, 'hex');
const orNull = (hex: Hex | null) => (hex === null ? null : bytesOf(hex));

function proofOf(stored: Stored): DrawCheck['proof'] {
  const draw = bytesOf(stored.draw);
  const { beacon } = decodeDraw(draw);
  return {
    draw,
    commitment: bytesOf(stored.commitment),
    commitmentSignature: bytesOf(stored.commitmentSignature),
    seal: orNull(stored.seal),
    sealSignature: orNull(stored.sealSignature),
    seed: orNull(stored.seed),
    beacon: { kind: beacon.kind, chain: beacon.ref, round: beacon.round, signature: orNull(stored.beaconSignature) },
    result: stored.result === null ? null : decodeNumbers(stored.result),
    operatorKey: bytesOf(stored.operatorKey),
  };
}

/** Half a megabyte per statement. */
const chunksAtOnce = 64;

async function readLeaves(operators: Operators, { session }: Operator, id: string): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for (let from = 0; ; from += chunksAtOnce) {
    const found = await readAll<Buffer>(operators, 'console.draw_leaves', [session, id, from, chunksAtOnce]);
    chunks.push(...found);
    if (found.length < chunksAtOnce) return Buffer.concat(chunks);
  }
}
