import { getLeaves, getProof } from '#contract/calls/operator/draws.ts';
import { quicknet } from '#domain/fair-draw/beacon.ts';
import { fromHex, hashLength } from '#domain/fair-draw/bytes.ts';
import { readProof, readResult } from '#domain/fair-draw/proof.ts';
import { sealRecordLength } from '#domain/fair-draw/seal-record.ts';
import type { Step } from '#domain/fair-draw/steps.ts';
import { verifyDraw, type DrawStepName } from '#domain/fair-draw/verify-draw.ts';
import { addressOf, call } from '#console/api/call.ts';
import { ApiError } from '#console/api/errors.ts';
import type { OpenedDraw } from './late.tsx';

/**
 * Checks a draw with the program that players check it with. The beacon's key is known to this code, never taken from the
 * server.
 *
 * @throws ApiError
 */
export async function verify(draw: OpenedDraw, signal: AbortSignal): Promise<readonly Step<DrawStepName>[]> {
  const params = { id: draw.id };
  const { proof, sealBefore, rulesDocument } = (await call(getProof, { params }, { signal })).data;
  const leaves = proof.seal === null ? undefined : await fetchLeaves(params, signal);
  return verifyDraw({
    drawId: draw.id,
    proof: readProof(proof),
    chains: [quicknet],
    leaves,
    previousSeal:
      proof.seal === null
        ? undefined
        : sealBefore === null
          ? null
          : fromHex(sealBefore, 'seal record', sealRecordLength),
    rulesDocument: rulesDocument === null ? undefined : new TextEncoder().encode(rulesDocument),
    shown: {
      status: draw.status,
      closesAt: Date.parse(draw.closesAt),
      drawsAt: Date.parse(draw.drawsAt),
      commitment: fromHex(draw.record.commitment, 'commitment', hashLength),
      result: draw.result === null ? null : readResult(draw.result),
    },
  });
}

async function fetchLeaves(params: { readonly id: string }, signal: AbortSignal): Promise<Uint8Array> {
  const response = await fetch(addressOf(getLeaves, { params }), { signal, credentials: 'same-origin' }).catch(
    () => null,
  );
  if (response === null) throw new ApiError('no answer');
  if (!response.ok) throw new ApiError('refused', response.status);
  return new Uint8Array(await response.arrayBuffer());
}
