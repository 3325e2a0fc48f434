import type { AnswerOf, RequestOf } from '#contract/endpoint.ts';
import type { Passkey } from '#contract/identity.ts';
import type * as contract from '#contract/passkeys.ts';
import type { CreationOptions } from '#contract/webauthn.ts';
import type { Queryable } from '#database/connect.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { SignedIn } from '#server/http/signed-in.ts';
import { changeFactors } from '#server/identity/factors/change-factors.ts';
import { lockClient, type ClientRow } from '#server/identity/client.ts';
import { startCoolingOff } from '#server/identity/cooling-off/cooling-off.ts';
import type { Caller, Identity } from '#server/identity/identity.ts';
import { tellOwner } from '#server/identity/security-log/notices.ts';
import { requireProof } from '#server/identity/proof/proof.ts';
import { makeRecoveryCodes, removeRecoveryCodes, storeRecoveryCodes } from '#server/identity/factors/recovery-codes.ts';
import { hasSecondFactor } from '#server/identity/factors/second-factors.ts';
import { askSession, takeSessionChallenge } from './challenges.ts';
import { namePasskeys } from './use-passkey.ts';
import { newNonce, readNewPasskey, relyingPartyOf, requestNewPasskey } from './webauthn.ts';

const mostPasskeys = 10;

interface PasskeyRow {
  readonly id: string;
  readonly credential_id: Buffer;
  readonly name: string;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
  readonly backed_up: boolean;
}

const columns = 'id, credential_id, name, created_at, last_used_at, backed_up';

/** A client's passkeys, the oldest first. */
export async function listPasskeys(db: Queryable, clientId: number): Promise<Passkey[]> {
  const rows = await db.query<PasskeyRow>(
    `select ${columns} from passkey where client_id = $1 order by created_at, id`,
    [clientId],
  );
  return rows.map(present);
}

function present({ id, credential_id, name, created_at, last_used_at, backed_up }: PasskeyRow): Passkey {
  return {
    id,
    credentialId: credential_id.toString('base64url'),
    name,
    addedAt: created_at.toISOString(),
    lastUsedAt: last_used_at?.toISOString() ?? null,
    backedUp: backed_up,
  };
}

/**
 * Begins to set a passkey.
 *
 * @throws Refusal proof_needed, phone_unconfirmed, because a stranger may have opened the account with that phone, conflict
 *   when the client has ten
 */
export async function beginPasskey(
  { db, publicUrl }: Pick<Identity, 'db' | 'publicUrl'>,
  signedIn: SignedIn,
): Promise<CreationOptions> {
  const { clientId } = signedIn;
  return db.transact(async (tx) => {
    const client = await lockClient(tx, clientId);
    await requireProof(tx, signedIn, 'strong');
    requireConfirmed(client);
    const existing = await namePasskeys(tx, clientId);
    requireRoom(existing.length);
    const nonce = await askSession(tx, signedIn, 'add');
    const owner = {
      handle: await giveHandle(tx, clientId),
      name: client.phone,
      displayName: `${client.first_name} ${client.last_name}`,
    };
    return requestNewPasskey(relyingPartyOf(publicUrl()), nonce, owner, existing);
  });
}

/** The client's user.id of WebAuthn, made once. */
async function giveHandle(tx: Queryable, clientId: number): Promise<Buffer> {
  // A handle is as random as a nonce.
  const [row] = await tx.query<{ handle: Buffer }>(
    'update client set handle = coalesce(handle, $2) where id = $1 returning handle',
    [clientId, newNonce()],
  );
  return row!.handle;
}

type Added = AnswerOf<typeof contract.addPasskey>['data'];

/**
 * Sets the passkey that an authenticator has made. With the first second factor of an account come recovery codes, so that
 * whoever loses the authenticator gets back in.
 *
 * @throws Refusal proof_needed, challenge_over, passkey_refused, conflict when the client has ten or the passkey is set
 *   already, rate_limited
 */
export async function addPasskey(
  identity: Identity,
  signedIn: SignedIn,
  { credential, name }: RequestOf<typeof contract.addPasskey>['body'],
  caller: Caller,
): Promise<Added> {
  const { db, limits, publicUrl, security } = identity;
  const { clientId } = signedIn;
  await requireProof(db, signedIn, 'strong');
  const nonce = await takeSessionChallenge(db, signedIn, 'add');
  if (nonce === null) throw new Refusal('challenge_over');
  const made = await readNewPasskey(relyingPartyOf(publicUrl()), nonce, credential);
  if (made === null) {
    security.note(caller, { clientId, kind: 'passkey_refused', factor: 'passkey' });
    throw new Refusal('passkey_refused');
  }
  await limits.factorChangesByAccount.check(String(clientId));
  // Hashing takes a second, so it is done outside the transaction. A hash that is not needed then is dropped.
  const codes = (await hasSecondFactor(db, clientId)) ? null : await makeRecoveryCodes();
  return changeFactors(identity, signedIn, async (tx, client) => {
    requireConfirmed(client);
    requireRoom((await namePasskeys(tx, clientId)).length);
    const isFirst = !(await hasSecondFactor(tx, clientId));
    if (isFirst && codes === null) throw new Refusal('conflict');
    const [row] = await tx.query<PasskeyRow>(
      `insert into passkey (client_id, credential_id, public_key, counter, transports, backed_up, name)
       values ($1, $2, $3, $4, $5, $6, $7) on conflict (credential_id) do nothing returning ${columns}`,
      [clientId, made.credentialId, made.publicKey, made.counter, made.transports, made.backedUp, name],
    );
    if (row === undefined) throw new Refusal('conflict', { detail: ({ passkeySet }) => passkeySet });
    const detail = { passkey: row.id };
    await security.record(tx, caller, { clientId, kind: 'passkey_added', factor: 'passkey', detail });
    if (isFirst) {
      await storeRecoveryCodes(tx, clientId, codes!.hashes);
      await security.record(tx, caller, { clientId, kind: 'recovery_codes_made' });
    }
    await tellOwner(identity, tx, client, { template: 'passkey_added', address: caller.address });
    return { passkey: present(row), recoveryCodes: isFirst ? [...codes!.codes] : null };
  });
}

/** @throws Refusal proof_needed, not_found, rate_limited */
export function renamePasskey(
  identity: Identity,
  signedIn: SignedIn,
  { id, name }: { readonly id: string; readonly name: string },
  caller: Caller,
): Promise<Passkey> {
  return changeFactors(identity, signedIn, async (tx, { id: clientId }) => {
    const [row] = await tx.query<PasskeyRow>(
      `update passkey set name = $3 where id = $1 and client_id = $2 returning ${columns}`,
      [id, clientId, name],
    );
    if (row === undefined) throw new Refusal('not_found');
    await identity.security.record(tx, caller, { clientId, kind: 'passkey_renamed', detail: { passkey: id } });
    return present(row);
  });
}

/** Removes a passkey, and with the last second factor the recovery codes. @throws Refusal proof_needed, not_found, rate_limited */
export function removePasskey(identity: Identity, signedIn: SignedIn, id: string, caller: Caller): Promise<void> {
  return changeFactors(identity, signedIn, async (tx, client) => {
    const clientId = client.id;
    const removed = await tx.query('delete from passkey where id = $1 and client_id = $2 returning id', [id, clientId]);
    if (removed.length === 0) throw new Refusal('not_found');
    if (!(await hasSecondFactor(tx, clientId))) await removeRecoveryCodes(tx, clientId);
    // Sign-ins that wait for it.
    await tx.query('delete from challenge where client_id = $1', [clientId]);
    await startCoolingOff(identity, tx, caller, clientId, 'factor_removed');
    await identity.security.record(tx, caller, { clientId, kind: 'passkey_removed', detail: { passkey: id } });
    await tellOwner(identity, tx, client, { template: 'passkey_removed', address: caller.address });
  });
}

function requireConfirmed(client: ClientRow): void {
  if (client.confirmed_at === null) throw new Refusal('phone_unconfirmed');
}

function requireRoom(count: number): void {
  if (count >= mostPasskeys) {
    throw new Refusal('conflict', { detail: ({ passkeysFull }) => passkeysFull(mostPasskeys) });
  }
}
