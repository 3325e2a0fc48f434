import type { Factors } from '#contract/identity.ts';
import type { Queryable } from '#database/connect.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { SignedIn } from '#server/http/signed-in.ts';
import type { ChangeNotice } from '#server/messages/texts.ts';
import { deviceIn, type Language } from '#server/words/languages.ts';
import { changeFactors } from './change-factors.ts';
import { readAskedPhone } from '#server/identity/change-phone/change-phone.ts';
import { lockClient, readClient, type ClientRow } from '#server/identity/client.ts';
import type { Caller, Identity } from '#server/identity/identity.ts';
import { isYoungBrowser, startCoolingOff } from '#server/identity/cooling-off/cooling-off.ts';
import { guessCode } from '#server/identity/limits.ts';
import { tellOwner } from '#server/identity/security-log/notices.ts';
import { listPasskeys } from '#server/identity/passkeys/passkeys.ts';
import { requireProof } from '#server/identity/proof/proof.ts';
import { countRecoveryCodes, makeRecoveryCodes, removeRecoveryCodes, storeRecoveryCodes } from './recovery-codes.ts';
import { hasSecondFactor, watchGuess } from './second-factors.ts';
import type { Origin } from '#server/identity/security-log/security-log.ts';
import { createTotp, readTotpState, useTotp, type NewTotp } from './totp.ts';

/** A client's factors and known devices. */
export async function readFactors(
  db: Queryable,
  { clientId, sessionId }: SignedIn,
  language: Language = 'en',
): Promise<Factors> {
  const client = await readClient(db, clientId);
  const [totp] = await db.query<{ confirmed_at: Date }>(
    'select confirmed_at from totp where client_id = $1 and confirmed_at is not null',
    [clientId],
  );
  const devices = await db.query<{
    id: string;
    name: string;
    first_seen_at: Date;
    last_seen_at: Date;
    current: boolean;
  }>(
    `select d.id, d.name, d.first_seen_at, d.last_seen_at, s.id is not null as current
     from device d left join session s on s.device_id = d.id and s.id = $2
     where d.client_id = $1 and d.trusted_until > now() order by d.last_seen_at desc, d.id`,
    [clientId, sessionId],
  );
  return {
    password: { changedAt: client.password_changed_at?.toISOString() ?? null },
    phone: {
      number: client.phone,
      verified: client.confirmed_at !== null,
      asked: await readAskedPhone(db, clientId),
    },
    email: {
      address: client.proven_email ?? client.asked_email,
      verified: client.proven_email !== null,
    },
    passkeys: await listPasskeys(db, clientId),
    totp: totp ? { addedAt: totp.confirmed_at.toISOString() } : null,
    recoveryCodesLeft: await countRecoveryCodes(db, clientId),
    devices: devices.map(({ id, name, first_seen_at, last_seen_at, current }) => ({
      id,
      name: deviceIn(name, language),
      firstSeenAt: first_seen_at.toISOString(),
      lastSeenAt: last_seen_at.toISOString(),
      current,
    })),
  };
}

/**
 * Makes the secret of an authenticator app. It becomes a factor with its first code; see `confirmTotp`.
 *
 * @throws Refusal proof_needed, conflict when the client has an app already, phone_unconfirmed, because a stranger may have
 *   opened the account with that phone, rate_limited
 */
export function addTotp(identity: Identity, signedIn: SignedIn): Promise<NewTotp> {
  return changeFactors(identity, signedIn, async (tx, client) => {
    if (client.confirmed_at === null) throw new Refusal('phone_unconfirmed');
    if ((await readTotpState(tx, client.id)) === 'confirmed') {
      throw new Refusal('conflict', { detail: ({ appAlready }) => appAlready });
    }
    return createTotp(tx, identity.factorKeys, client.id, client.phone);
  });
}

/**
 * Makes the app a factor with its first code, and returns the recovery codes.
 *
 * @throws Refusal proof_needed, invalid_code, conflict when no app waits for its first code, rate_limited
 */
export async function confirmTotp(
  identity: Identity,
  signedIn: SignedIn,
  code: string,
  caller: Caller,
): Promise<readonly string[]> {
  const { db, limits, security, factorKeys } = identity;
  const { clientId, sessionId } = signedIn;
  const codes = await watchGuess(identity, caller, clientId, 'totp', async () => {
    await limits.codeBySession.take(sessionId);
    await requireWaiting(db, clientId);
    await requireProof(db, signedIn, 'strong');
    const made = await makeRecoveryCodes();
    await guessCode(limits, caller.address, () =>
      db.transact(async (tx) => {
        const client = await lockClient(tx, clientId);
        await requireProof(tx, signedIn, 'strong');
        await requireWaiting(tx, clientId);
        const refusal = await useTotp(tx, factorKeys, clientId, code, 'waiting');
        if (refusal !== null) throw refusal;
        await storeRecoveryCodes(tx, clientId, made.hashes);
        await security.record(tx, caller, { clientId, kind: 'app_added', factor: 'totp' });
        await security.record(tx, caller, { clientId, kind: 'recovery_codes_made' });
        await tellOf(identity, tx, client, 'totp_added', caller);
      }),
    );
    return made.codes;
  });
  await limits.codeBySession.forget(sessionId);
  return codes;
}

async function requireWaiting(db: Queryable, clientId: number): Promise<void> {
  if ((await readTotpState(db, clientId)) !== 'waiting') {
    throw new Refusal('conflict', { detail: ({ noAppWaits }) => noAppWaits });
  }
}

/** Removes the app, and with the last second factor the recovery codes. @throws Refusal proof_needed, not_found, rate_limited */
export async function removeTotp(identity: Identity, signedIn: SignedIn, caller: Caller): Promise<void> {
  await changeFactors(identity, signedIn, async (tx, client) => {
    const [removed] = await tx.query<{ was_factor: boolean }>(
      'delete from totp where client_id = $1 returning confirmed_at is not null as was_factor',
      [client.id],
    );
    if (removed === undefined) throw new Refusal('not_found');
    if (!(await hasSecondFactor(tx, client.id))) await removeRecoveryCodes(tx, client.id);
    await tx.query('delete from challenge where client_id = $1', [client.id]);
    if (!removed.was_factor) return;
    await startCoolingOff(identity, tx, caller, client.id, 'factor_removed');
    await identity.security.record(tx, caller, { clientId: client.id, kind: 'app_removed' });
    await tellOf(identity, tx, client, 'totp_removed', caller);
  });
}

/** Ten new codes; the old ones are void. @throws Refusal proof_needed, conflict without a second factor, rate_limited */
export async function renewRecoveryCodes(
  identity: Identity,
  signedIn: SignedIn,
  caller: Caller,
): Promise<readonly string[]> {
  const { db, limits, security } = identity;
  await requireProof(db, signedIn, 'strong');
  await limits.factorChangesByAccount.check(String(signedIn.clientId));
  const { codes, hashes } = await makeRecoveryCodes();
  await changeFactors(identity, signedIn, async (tx, client) => {
    if (!(await hasSecondFactor(tx, client.id))) {
      throw new Refusal('conflict', {
        detail: ({ recoveryNeedsFactor }) => recoveryNeedsFactor,
      });
    }
    await storeRecoveryCodes(tx, client.id, hashes);
    if (await isYoungBrowser(tx, signedIn.sessionId)) {
      await startCoolingOff(identity, tx, caller, client.id, 'factor_changed');
    }
    await security.record(tx, caller, { clientId: client.id, kind: 'recovery_codes_made' });
    await tellOf(identity, tx, client, 'recovery_codes_changed', caller);
  });
  return codes;
}

/** Forgets a known device: its next sign-in asks for the second factor. @throws Refusal proof_needed, not_found */
export async function forgetDevice(
  { db, security }: Pick<Identity, 'db' | 'security'>,
  signedIn: SignedIn,
  id: string,
  origin: Origin,
): Promise<void> {
  const { clientId } = signedIn;
  await db.transact(async (tx) => {
    await lockClient(tx, clientId);
    await requireProof(tx, signedIn, 'fresh');
    const rows = await tx.query('delete from device where id = $2 and client_id = $1 returning id', [clientId, id]);
    if (rows.length === 0) throw new Refusal('not_found');
    await security.record(tx, origin, { clientId, kind: 'device_forgotten', deviceId: id });
  });
}

function tellOf(
  identity: Identity,
  tx: Queryable,
  client: ClientRow,
  template: ChangeNotice,
  { address }: Origin,
): Promise<void> {
  return tellOwner(identity, tx, client, { template, address });
}
