import type * as v from 'valibot';
import type { registration } from '#contract/forms/identity.ts';
import type { User, Verification } from '#contract/identity.ts';
import type { Queryable } from '#database/connect.ts';
import { Refusal } from '../http/refusal.ts';
import { openWallet } from '../ledger/wallet.ts';
import { enqueueMessage } from '../messages/enqueue.ts';
import { findClient, toUser, type ClientRow } from './client.ts';
import { describeVerification, sendCode } from './codes.ts';
import type { Caller, Identity } from './identity.ts';
import { countSending } from './limits.ts';
import { hashPassword } from './password.ts';
import { countries, isCountry, readPhone, type Country } from './phone-number.ts';
import { answerInSameTime } from './same-time.ts';
import { startSession } from './sessions.ts';

export type Registration = v.InferOutput<typeof registration>;

export interface Registered {
  /** Null, like `user`, where the phone or the e-mail already has an account: its owner is told instead. */
  readonly jwt: string | null;
  readonly user: User | null;
  readonly verification: Verification;
}

/**
 * Opens an account with its wallet, signs it in and sends the code that confirms its phone, all in one transaction.
 *
 * @throws Refusal invalid_request, underage, rate_limited
 */
export async function register(identity: Identity, form: Registration, caller: Caller): Promise<Registered> {
  const country = readCountry(form.country);
  const phone = readPhone(form.phone, country);
  await refuseAge(identity.db, form.birthDate);
  await identity.limits.registerByAddress.take(caller.address);
  return answerInSameTime(async () => {
    await countSending(identity.limits, phone, caller.address);
    const passwordHash = await hashPassword(form.password);
    return identity.db.transact(async (tx) => {
      const client = await addClient(tx, { ...form, country, phone, passwordHash });
      if (client === null) return tellOwner(tx, phone, form.email ?? null);
      const target = { clientId: client.id, purpose: 'confirm_phone', destination: phone } as const;
      const verification = await sendCode(tx, target, identity.codeKey);
      if (verification === null) throw new Error('a new client had a code before');
      const jwt = await startSession(tx, client.id, { userAgent: caller.userAgent, remember: false });
      return { jwt, user: toUser(client), verification };
    });
  });
}

/** Makes a client whose phone is confirmed, with a wallet, for a demonstration; one with this phone stays as it is. */
export async function ensureConfirmedClient(
  tx: Queryable,
  form: Omit<NewClient, 'passwordHash'> & { readonly password: string },
): Promise<number> {
  const known = await findClient(tx, [form.phone], null);
  if (known !== null) return known.id;
  const client =
    (await addClient(tx, { ...form, passwordHash: await hashPassword(form.password) })) ??
    // Another process made it in the meantime.
    (await findClient(tx, [form.phone], null));
  if (client === null) throw new Error(`the e-mail address ${form.email} belongs to another client`);
  await tx.query('update client set confirmed_at = coalesce(confirmed_at, now()) where id = $1', [client.id]);
  return client.id;
}

interface NewClient {
  /** E.164 */
  readonly phone: string;
  readonly email?: string | undefined;
  readonly passwordHash: string;
  readonly firstName: string;
  readonly lastName: string;
  /** `YYYY-MM-DD` */
  readonly birthDate: string;
  readonly country: Country;
}

/** Null when the phone or the e-mail is taken. Of two registrations at once, one waits here until the other is done. */
async function addClient(tx: Queryable, client: NewClient): Promise<ClientRow | null> {
  const [row] = await tx.query<ClientRow>(
    `insert into client (phone, email, password_hash, first_name, last_name, birth_date, country, last_sign_in_at)
     values ($1, $2, $3, $4, $5, $6, $7, now())
     on conflict do nothing returning *`,
    [
      client.phone,
      client.email ?? null,
      client.passwordHash,
      client.firstName,
      client.lastName,
      client.birthDate,
      client.country,
    ],
  );
  if (row === undefined) return null;
  await openWallet(tx, row.id);
  return row;
}

async function tellOwner(tx: Queryable, phone: string, email: string | null): Promise<Registered> {
  const owner = await findClient(tx, [phone], null);
  await (owner === null && email !== null
    ? enqueueMessage(tx, { to: email, channel: 'email', text: signUpNotice('e-mail address') })
    : enqueueMessage(tx, { to: phone, channel: 'sms', text: signUpNotice('phone number') }));
  const [clock] = await tx.query<{ now: Date }>('select clock_timestamp() as now');
  if (clock === undefined) throw new Error('the database has no clock');
  return { jwt: null, user: null, verification: describeVerification(phone, clock.now) };
}

function signUpNotice(what: string): string {
  return `Somebody tried to sign up at Izi with this ${what}, which already has an account. If it was you, sign in or ask for a new password.`;
}

/** @throws Refusal invalid_request */
export function readCountry(code: string): Country {
  if (isCountry(code)) return code;
  throw new Refusal('invalid_request', { errors: [{ path: 'country', message: `One of ${countries.join(', ')}.` }] });
}

/** @throws Refusal underage, or invalid_request for a date nobody alive was born on */
async function refuseAge(db: Queryable, birthDate: string): Promise<void> {
  const [age] = await db.query<{ underage: boolean; impossible: boolean }>(
    `select birth + interval '18 years' > today as underage, birth + interval '120 years' < today or birth > today as impossible
     from (select $1::date as birth, (now() at time zone 'UTC')::date as today) as dates`,
    [birthDate],
  );
  if (age?.impossible) {
    throw new Refusal('invalid_request', { errors: [{ path: 'birthDate', message: 'A date of birth.' }] });
  }
  if (age?.underage) throw new Refusal('underage');
}
