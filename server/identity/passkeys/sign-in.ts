import type { AnswerOf, RequestOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/passkeys.ts';
import { Refusal } from '#server/http/refusal.ts';
import { askRegister, storeQuestion } from '#server/identity/persons/ask-register.ts';
import { lockClient, readClient, toUser } from '#server/identity/client.ts';
import { isPasskeyInDoubt } from '#server/identity/cooling-off/undo.ts';
import { findDevice, knowDevice, type KnownDevice } from '#server/identity/devices/device.ts';
import type { Caller, Identity } from '#server/identity/identity.ts';
import { tellAllContacts } from '#server/identity/security-log/notices.ts';
import { keyPerson } from '#server/identity/persons/person-keys.ts';
import { startSession } from '#server/identity/sessions/sessions.ts';
import type { SignedInUser } from '#server/identity/sign-in/sign-in.ts';
import { askAnybody, takeSignInChallenge } from './challenges.ts';
import { checkUse, isStillSet } from './use-passkey.ts';
import { relyingPartyOf, requestPasskey } from './webauthn.ts';

type Asked = AnswerOf<typeof contract.askForPasskey>['data'];

/** Begins a sign-in with a passkey. @throws Refusal rate_limited when this address has asked for thousands */
export async function askForPasskey({ db, limits, publicUrl }: Identity, { address }: Caller): Promise<Asked> {
  await limits.passkeysByAddress.take(address);
  const { id, nonce } = await askAnybody(db);
  return { challengeId: id, options: requestPasskey(relyingPartyOf(publicUrl()), nonce) };
}

interface PasskeySignIn extends SignedInUser {
  /** A passkey is a strong proof, so the browser is a known device from now on. */
  readonly device: KnownDevice;
}

/**
 * Signs in with a passkey. Wrong passwords and codes never make it wait: a signature cannot be guessed.
 *
 * @throws Refusal challenge_over, passkey_unknown, passkey_refused
 */
export async function signInWithPasskey(
  identity: Identity,
  { challengeId, credential, remember = false }: RequestOf<typeof contract.signInWithPasskey>['body'],
  caller: Caller,
): Promise<PasskeySignIn> {
  const { db, security } = identity;
  const nonce = await takeSignInChallenge(db, challengeId);
  if (nonce === null) throw new Refusal('challenge_over');
  const use = await checkUse(identity, nonce, credential, null, caller);
  const { clientId } = use;
  const { question, ...signedIn } = await db.transact(async (tx) => {
    const client = await lockClient(tx, clientId);
    if (await isPasskeyInDoubt(tx, use.passkeyId)) {
      security.note(caller, { clientId, kind: 'passkey_refused', factor: 'passkey' });
      throw new Refusal('passkey_refused', {
        detail: ({ passkeyBeforeUndo }) => passkeyBeforeUndo,
      });
    }
    if (!(await isStillSet(tx, use))) throw new Refusal('passkey_unknown');
    await keyPerson(tx, identity, client);
    const question = await storeQuestion(tx, identity, clientId);
    await tx.query('update client set last_sign_in_at = now() where id = $1', [clientId]);
    const wasKnown = (await findDevice(tx, [clientId], caller)) !== null;
    const device = await knowDevice(tx, clientId, caller);
    const provenBy = ['passkey'] as const;
    const jwt = await startSession(tx, clientId, {
      userAgent: caller.userAgent,
      remember,
      deviceId: device.id,
      provenBy,
    });
    const kind = wasKnown ? 'sign_in' : 'sign_in_new_device';
    await security.record(tx, caller, { clientId, kind, factor: 'passkey', deviceId: device.id });
    const user = toUser(await readClient(tx, clientId));
    // Counting messages locks shared rows, so this comes last.
    if (!wasKnown) await tellAllContacts(identity, tx, client, { template: 'new_device', address: caller.address });
    return { jwt, user, device, question };
  });
  await askRegister(identity, question);
  return signedIn;
}
