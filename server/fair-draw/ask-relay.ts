import { roundAddress, type BeaconChain } from '#domain/fair-draw/beacon.ts';
import { fieldsOf, fromHex } from '#domain/fair-draw/bytes.ts';

const answerTimeoutMs = 3_000;
const longestAnswer = 4_096;
const signatureBytes = 48;

/**
 * Asks one HTTP relay of a drand chain for the signature of a round. The caller must verify it.
 *
 * @throws Error when there is no valid answer in time
 */
export async function askRelay(relay: string, chain: BeaconChain, round: number): Promise<Uint8Array> {
  const response = await fetch(roundAddress(relay, chain, round), { signal: AbortSignal.timeout(answerTimeoutMs) });
  const text = await readShort(response);
  if (!response.ok) throw new Error(`it answered ${response.status}`);
  const answer = fieldsOf(JSON.parse(text), 'round');
  if (answer.round !== round) throw new Error(`it answered with round ${Number(answer.round)}`);
  return fromHex(answer.signature, 'signature', signatureBytes);
}

/** Reads a body of at most `longestAnswer` bytes. */
async function readShort({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body ?? []) {
    parts.push(part);
    length += part.length;
    if (length > longestAnswer) throw new Error('its answer is too long');
  }
  return Buffer.concat(parts).toString('utf8');
}
