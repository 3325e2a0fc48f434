import type { UsedCredential } from '#contract/webauthn.ts';
import { attempt } from '#domain/fair-draw/bytes.ts';
import { hashAct, readAct, type SignedAct } from '#domain/signed-act.ts';
import { readPasskeyUse, relyingPartyOf } from '#server/identity/passkeys/webauthn.ts';

/** Public keys (COSE, in hex) by the id of their credential (base64url). */
type Keys = Readonly<Record<string, string>>;

/** A request of two operators, as it is stored. */
export interface StoredRequest {
  readonly id: string;
  readonly kind: string;
  readonly subject: string;
  readonly act: Uint8Array;
  readonly asked_by: string;
  readonly approved_by: string;
  readonly asked_signature: UsedCredential | null;
  readonly approved_signature: UsedCredential | null;
  /** Why a signature may be missing. */
  readonly unsigned: string | null;
  /** The passkeys that the two have or had. */
  readonly asked_keys: Keys;
  readonly approved_keys: Keys;
}

/**
 * Checks that two different people have signed a request, each with a passkey of their own. The database compares the bytes
 * with the row; here it is the signatures.
 *
 * @returns what is wrong, in a sentence; null where both signatures are right
 */
export async function refuseSignatures(request: StoredRequest): Promise<string | null> {
  const act = attempt(() => readAct(request.act));
  if (typeof act === 'string') return act;
  if (!isAbout(act, request)) return 'What was signed is not what is asked for.';
  const mayLack = request.unsigned !== null;
  if (request.asked_by === request.approved_by) return 'The same person asked and approved.';
  if (!(await isSigned(act, request.act, request.asked_signature, request.asked_keys, mayLack)))
    return `The signature of ${request.asked_by}, who asked, is not right.`;
  if (!(await isSigned(act, request.act, request.approved_signature, request.approved_keys, mayLack)))
    return `The signature of ${request.approved_by}, who approved, is not right.`;
  if (request.asked_signature && request.asked_signature.id === request.approved_signature?.id)
    return 'One passkey has signed twice.';
  return null;
}

function isAbout(act: SignedAct, request: StoredRequest): boolean {
  return (
    act.id === request.id &&
    act.kind === request.kind &&
    act.subject === request.subject &&
    act.askedBy === request.asked_by
  );
}

async function isSigned(
  act: SignedAct,
  bytes: Uint8Array,
  signature: UsedCredential | null,
  keys: Keys,
  mayLack: boolean,
): Promise<boolean> {
  if (signature === null) return mayLack;
  if (!Object.hasOwn(keys, signature.id) || !URL.canParse(act.console)) return false;
  return isSignedWith(act.console, bytes, signature, Buffer.from(keys[signature.id]!, 'hex'));
}

/** Whether this passkey has signed these bytes of an act, on this site, by a person whom the authenticator has verified. */
async function isSignedWith(
  consoleUrl: string,
  act: Uint8Array,
  signature: UsedCredential,
  publicKey: Buffer,
): Promise<boolean> {
  const use = await readPasskeyUse(relyingPartyOf(consoleUrl), Buffer.from(hashAct(act)), signature, publicKey);
  return use !== null;
}
