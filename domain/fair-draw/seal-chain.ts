import * as words from '#domain/words/en/records.ts';
import { MalformedBytes, equalBytes, fieldsOf, fromHex, readId } from './bytes.ts';
import { noPreviousSeal, sealHash, sealRecordLength, type SealRecord } from './seal-record.ts';
import { signatureLength } from './signatures.ts';

/** One seal as `GET /api/seals` lists it. */
export interface ListedSeal {
  readonly drawId: string;
  readonly seal: Uint8Array;
  readonly sealSignature: Uint8Array;
}

interface SealPage {
  /** Newest first, so that every page but the first can be cached for ever. */
  readonly seals: readonly ListedSeal[];
  /** Asks for the seals before the last one here: its hash in hex. Null after the first seal ever made. */
  readonly next: string | null;
}

/** Reads one page of `GET /api/seals`; throws `MalformedBytes` for anything else. */
export function readSealPage(answer: unknown): SealPage {
  const page = fieldsOf(answer, 'page of seals');
  const { next } = fieldsOf(page.meta, 'page of seals');
  if (!Array.isArray(page.data) || !(next === null || typeof next === 'string')) {
    throw new MalformedBytes(words.notSeals);
  }
  return { seals: page.data.map(readListedSeal), next };
}

/** Whether a seal names the one before it; `previous` is null for the first seal of a site. */
export function followsSeal(seal: SealRecord, previous: Uint8Array | null): boolean {
  return equalBytes(seal.previous, previous ? sealHash(previous) : noPreviousSeal);
}

function readListedSeal(item: unknown): ListedSeal {
  const listed = fieldsOf(item, 'seal');
  return {
    drawId: readId(listed.drawId),
    seal: fromHex(listed.seal, 'seal record', sealRecordLength),
    sealSignature: fromHex(listed.sealSignature, 'signature of the seal', signatureLength),
  };
}
