import type * as v from 'valibot';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { registration } from '#contract/forms/identity.ts';
import type * as contract from '#contract/identity.ts';
import { problems } from '#contract/problems.ts';
import type { Queryable } from '#database/connect.ts';
import { countries, isCountry, type Country } from '#domain/countries.ts';
import { Refusal } from '#server/http/refusal.ts';
import { openWallet } from '#server/ledger/wallet.ts';
import type { Language } from '#server/words/languages.ts';
import { knownPasswords } from '#server/identity/passwords/breached-passwords.ts';
import { askRegister, storeQuestion } from '#server/identity/persons/ask-register.ts';
import { readClient, toUser } from '#server/identity/client.ts';
import { sendToPhone } from './confirm-phone.ts';
import { askForEmail } from '#server/identity/profile/email.ts';
import type { Caller, Identity } from '#server/identity/identity.ts';
import { hashPassword } from '#server/identity/passwords/password.ts';
import { keyPerson } from '#server/identity/persons/person-keys.ts';
import { readMobile } from '#server/identity/phone-number.ts';
import { answerInSameTime } from '#server/identity/sign-in/same-time.ts';
import { startSession } from '#server/identity/sessions/sessions.ts';
import { requireStrongPassword, type Person } from '#server/identity/passwords/weak-password.ts';

type Registration = v.InferOutput<typeof registration>;

type Registered = AnswerOf<typeof contract.register>;

/**
 * Opens an account with its wallet, signs it in and sends the code that confirms its phone, all in one transaction. If the
 * phone already has an account, only the message differs, so that nobody learns who has one.
 *
 * @throws Refusal invalid_request, underage, weak_password, rate_limited, messages_stopped
 */
export async function register(identity: Identity, form: Registration, caller: Caller): Promise<Registered> {
  const { country, phone } = await readApplicant(identity, form);
  await identity.limits.registerByAddress.take(caller.address);
  return answerInSameTime(async () => {
    const asker = { pool: 'sign_up', address: caller.address } as const;
    // Check before hashing the password, which is the most expensive step.
    await identity.sending.check(identity.db, { ...asker, to: phone });
    const passwordHash = await hashPassword(form.password);
    const { question, ...registered } = await identity.db.transact(async (tx) => {
      const id = await addClient(tx, { ...form, country, phone, passwordHash, locale: caller.language });
      await keyPerson(tx, identity, await readClient(tx, id));
      const question = await storeQuestion(tx, identity, id);
      if (form.email !== undefined) await askForEmail(tx, id, form.email);
      const { remember = false } = form;
      const visit = { userAgent: caller.userAgent, remember, deviceId: null, provenBy: ['password'] } as const;
      const jwt = await startSession(tx, id, visit);
      await identity.security.record(tx, caller, { clientId: id, kind: 'sign_up' });
      const user = toUser(await readClient(tx, id));
      const verification = await sendToPhone(tx, identity.sending, { id, phone }, asker);
      if (verification === null) throw new Error('a new client already had a code');
      return { jwt, user, verification, question };
    });
    await askRegister(identity, question);
    return registered;
  });
}

/**
 * Creates a demo client with a confirmed phone and a wallet, as the owner of the tables. A client who has this phone
 * stays unchanged.
 */
export async function ensureConfirmedClient(
  tx: Queryable,
  form: Omit<NewClient, 'passwordHash'> & { readonly password: string },
): Promise<number> {
  // Another process may be creating the same client, so wait for it.
  await tx.query('lock table mutex.demo_client in exclusive mode');
  const [known] = await tx.query<{ id: number }>(
    'select id from client where phone = $1 and confirmed_at is not null',
    [form.phone],
  );
  if (known !== undefined) return known.id;
  const id = await addClient(tx, { ...form, passwordHash: await hashPassword(form.password) });
  await tx.query('select prove_phone($1)', [id]);
  return id;
}

interface NewClient extends Person {
  readonly passwordHash: string;
  readonly country: Country;
  readonly locale?: Language;
}

/** Creates a client with a wallet and an unproven phone, and returns its id. */
async function addClient(tx: Queryable, client: NewClient): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    `insert into client (phone, password_hash, first_name, last_name, birth_date, country, locale, last_sign_in_at)
     values ($1, $2, $3, $4, $5, $6, $7, now()) returning id`,
    [
      client.phone,
      client.passwordHash,
      client.firstName,
      client.lastName,
      client.birthDate,
      client.country,
      client.locale ?? 'en',
    ],
  );
  if (row === undefined) throw new Error('an insert returned nothing');
  await openWallet(tx, row.id);
  return row.id;
}

/**
 * Checks what the contract cannot: whether phone and country fit, the age, and the password.
 *
 * @throws Refusal underage, weak_password; invalid_request when it is another fault or several, which are all named
 */
async function readApplicant(identity: Identity, form: Registration): Promise<{ country: Country; phone: string }> {
  const country = attempt(() => readCountry(form.country));
  const phone = attempt(() => readMobile(form.phone, country instanceof Refusal ? undefined : country));
  const age = await refuseAge(identity.db, form.birthDate);
  const known = await knownPasswords(identity, form.password);
  const person = { ...form, phone: phone instanceof Refusal ? '' : phone };
  const password = attempt(() => requireStrongPassword(known, form.password, person));
  if (!(country instanceof Refusal || phone instanceof Refusal || age || password)) return { country, phone };
  const refusals = [country, phone, age, password].filter((one) => one instanceof Refusal);
  if (refusals.length === 1) throw refusals[0]!;
  throw new Refusal('invalid_request', { errors: refusals.flatMap(({ errors }) => errors ?? []) });
}

/** The result of `read`, or the refusal that it throws. */
function attempt<T>(read: () => T): T | Refusal {
  try {
    return read();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** @throws Refusal invalid_request */
export function readCountry(code: string): Country {
  if (isCountry(code)) return code;
  throw new Refusal('invalid_request', {
    errors: [{ path: 'country', message: (words) => words.countries(countries) }],
  });
}

/** Null, or underage, or invalid_request for a birth date in the future or over 120 years ago. */
async function refuseAge(db: Queryable, birthDate: string): Promise<Refusal | null> {
  const [age] = await db.query<{ underage: boolean; impossible: boolean }>(
    `select birth + interval '18 years' > today as underage, birth + interval '120 years' < today or birth > today as impossible
     from (select $1::date as birth, (now() at time zone 'UTC')::date as today) as dates`,
    [birthDate],
  );
  if (age?.impossible) {
    return new Refusal('invalid_request', {
      errors: [{ path: 'birthDate', message: (words) => words.birthDate }],
    });
  }
  if (!age?.underage) return null;
  return new Refusal('underage', {
    errors: [{ path: 'birthDate', message: problems.underage[2], code: 'underage' }],
  });
}
