import { roundAddress, type BeaconChain } from '#domain/fair-draw/beacon.ts';
import { fieldsOf, fromHex } from '#domain/fair-draw/bytes.ts';
import { readAnswer } from '#server/http/read-answer.ts';

const answerTimeoutMs = 3_000;
const longestAnswerBytes = 4_096;
const signatureBytes = 48;

/**
 * Asks one HTTP relay of a drand chain for the signature of a round. The caller must verify it.
 *
 * @throws Error when there is no valid answer in time
 */
export async function askRelay(relay: string, chain: BeaconChain, round: number): Promise<Uint8Array> {
  const response = await fetch(roundAddress(relay, chain, round), { signal: AbortSignal.timeout(answerTimeoutMs) });
  const text = await readAnswer(response, longestAnswerBytes);
  if (!response.ok) throw new Error(`it answered ${response.status}`);
  const answer = fieldsOf(JSON.parse(text), 'round');
  if (answer.round !== round) throw new Error(`it answered with round ${Number(answer.round)}`);
  return fromHex(answer.signature, 'signature', signatureBytes);
}
