import type * as v from 'valibot';
import type { profile } from '#contract/forms/identity.ts';
import type { User } from '#contract/identity.ts';
import type { Queryable } from '#database/connect.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { SignedIn } from '#server/http/signed-in.ts';
import { askRegister, storeQuestion, type RegisterQuestion } from '#server/identity/persons/ask-register.ts';
import { lockClient, readClient, toUser, type ClientRow } from '#server/identity/client.ts';
import { changeEmail, planEmailChange, type EmailChange } from './email.ts';
import type { Caller, Identity } from '#server/identity/identity.ts';
import { keyPerson } from '#server/identity/persons/person-keys.ts';
import { lockProven, provePassword, requireProof, type Proof } from '#server/identity/proof/proof.ts';
import { readCountry } from '#server/identity/sign-up/register.ts';
import { hasSecondFactor } from '#server/identity/factors/second-factors.ts';

type ProfileChanges = v.InferOutput<typeof profile>;
type Field = Exclude<keyof ProfileChanges, 'email' | 'currentPassword'>;

/** The fields whose change gets a line in the security log. A change of language gets none. */
const fields: readonly Field[] = ['firstName', 'lastName', 'country', 'city', 'address'];
/** Names are for the database to change; these columns of the same names are the application's. */
const ownColumns = ['country', 'city', 'address', 'locale'] as const satisfies readonly Field[];

/**
 * Changes the given fields and leaves the rest. Another e-mail address needs the password, and a strong proof where a second factor is set
 * up. The new address gets a code, and the old address stays until the code is entered.
 *
 * @throws Refusal invalid_request, proof_needed, wrong_password, rate_limited, messages_stopped, conflict when the address was changed in
 * the meantime
 */
export async function updateProfile(
  identity: Identity,
  signedIn: SignedIn,
  changes: ProfileChanges,
  caller: Caller,
): Promise<User> {
  const { clientId } = signedIn;
  if (changes.country !== undefined) readCountry(changes.country);
  const plan = await planEmail(identity, signedIn, changes, caller);
  const { question, user } = await identity.db.transact(async (tx) => {
    const client = await (plan?.proof ? lockProven(tx, plan.proof) : lockClient(tx, clientId));
    const fields = await updateColumns(tx, clientId, changes);
    if (fields.length > 0) {
      await identity.security.record(tx, caller, { clientId, kind: 'profile_changed', detail: { fields } });
    }
    const question = await lookUpNewName(tx, identity, client, changes);
    if (plan !== null) {
      if (planEmailChange(client, plan.wanted) !== plan.change) throw new Refusal('conflict');
      await changeEmail(tx, client, identity, { ...plan, caller });
    }
    return { question, user: toUser(await readClient(tx, clientId)) };
  });
  await askRegister(identity, question);
  return user;
}

/** A client under another name may be somebody who is excluded. */
async function lookUpNewName(
  tx: Queryable,
  identity: Identity,
  client: ClientRow,
  { firstName = client.first_name, lastName = client.last_name }: ProfileChanges,
): Promise<RegisterQuestion | null> {
  if (firstName === client.first_name && lastName === client.last_name) return null;
  await keyPerson(tx, identity, { ...client, first_name: firstName, last_name: lastName });
  return storeQuestion(tx, identity, client.id);
}

interface EmailPlan {
  readonly wanted: string | null;
  readonly change: EmailChange;
  /** Null where none is needed. */
  readonly proof: Proof | null;
}

/** Plans the change of the e-mail address and takes the proof for it; null when the address is not given. */
async function planEmail(
  identity: Identity,
  signedIn: SignedIn,
  { email: wanted, currentPassword }: ProfileChanges,
  caller: Caller,
): Promise<EmailPlan | null> {
  if (wanted === undefined) return null;
  const change = planEmailChange(await readClient(identity.db, signedIn.clientId), wanted);
  if (change === 'nothing' || change === 'give up') return { wanted, change, proof: null };
  // Asked for first where a second factor is set up: without it the password is not looked at.
  if (await hasSecondFactor(identity.db, signedIn.clientId)) await requireProof(identity.db, signedIn, 'strong');
  const proof = await provePassword(identity, signedIn, currentPassword, caller);
  return { wanted, change, proof };
}

/** Returns which fields were given. */
async function updateColumns(tx: Queryable, clientId: number, changes: ProfileChanges): Promise<Field[]> {
  const { firstName, lastName } = changes;
  if (firstName !== undefined || lastName !== undefined) {
    await tx.query('select change_name($1, $2, $3)', [clientId, firstName ?? null, lastName ?? null]);
  }
  const own = ownColumns.filter((field) => changes[field] !== undefined);
  if (own.length > 0) {
    const assignments = own.map((column, index) => `${column} = $${index + 2}`).join(', ');
    await tx.query(`update client set ${assignments} where id = $1`, [clientId, ...own.map((field) => changes[field])]);
  }
  return fields.filter((field) => changes[field] !== undefined);
}
