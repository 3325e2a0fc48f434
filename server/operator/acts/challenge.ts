import type { UsedCredential } from '#contract/webauthn.ts';
import { Refusal } from '#server/http/refusal.ts';
import { readPasskeyUse, relyingPartyOf, type NamedPasskey } from '#server/identity/passkeys/webauthn.ts';
import { actAs, type Operators } from '#server/operator/access/operators.ts';
import { callFor, readOne, rowOf } from '#server/operator/access/reads.ts';

/** The passkeys of whoever has this session. */
export function namePasskeys(operators: Operators, session: string): Promise<NamedPasskey[]> {
  return callFor<NamedPasskey>(operators, 'console.name_passkeys', [session]);
}

/**
 * Uses up the challenge that a signature answers, right or wrong, and checks the signature.
 *
 * @returns what was signed: the SHA-256 of an act
 * @throws Refusal challenge_over, passkey_unknown, passkey_refused
 */
export async function useChallenge(
  operators: Operators,
  session: string,
  purpose: 'ask' | 'approve',
  signature: UsedCredential,
): Promise<Buffer> {
  const hash = challengeOf(signature);
  // Committed before the signature is checked, so that a wrong one uses it up too.
  const credential = Buffer.from(signature.id, 'base64url');
  const used = await actAs(operators, (tx) =>
    rowOf<{ public_key: Buffer | null; console_url: string }>(tx, 'console.use_challenge', [
      session,
      hash,
      purpose,
      credential,
    ]),
  );
  if (!used) throw new Refusal('challenge_over');
  if (!used.public_key) throw new Refusal('passkey_unknown');
  const use = await readPasskeyUse(relyingPartyOf(used.console_url), hash, signature, used.public_key);
  if (!use) throw new Refusal('passkey_refused');
  const rose = await readOne<boolean>(operators, 'console.note_signature', [session, credential, use.counter]);
  if (!rose) throw new Refusal('passkey_refused');
  return hash;
}

/** The challenge that a browser says it was given. @throws Refusal passkey_refused */
function challengeOf({ response }: UsedCredential): Buffer {
  try {
    const { challenge } = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString()) as {
      challenge?: unknown;
    };
    if (typeof challenge === 'string') return Buffer.from(challenge, 'base64url');
  } catch {
    // Refused below.
  }
  throw new Refusal('passkey_refused');
}
