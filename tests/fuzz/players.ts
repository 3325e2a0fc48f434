import type { Answer, Account, Outsider } from '#tests/support/players/outsider.ts';
import type { Queryable } from '#database/connect.ts';
import { hashToken, startSession } from '#server/identity/sessions/sessions.ts';
import { openWallet } from '#server/ledger/wallet.ts';
import { addAppTo } from '#tests/support/players/authenticator.ts';
import { addFunds, createOutsider, readCode, register, signUp } from '#tests/support/players/outsider.ts';

export interface Player {
  readonly account: Account;
  /** Calls as this client. */
  readonly client: Outsider;
  readonly id: number;
}

/** Clients in the states that calls answer differently. */
export interface Players {
  /** Has money. Nothing stops it from playing. */
  readonly rich: Player;
  /** Has no money, but an e-mail address. */
  readonly poor: Player;
  /** Has reached its own limits. */
  readonly limited: Player;
  /** Takes a break from play. */
  readonly paused: Player;
  /** Has not confirmed its phone, and does not. */
  readonly unconfirmed: Player;
  /** Is about to confirm its phone. */
  readonly confirming: Player;
  /** Asked for a code to set a new password. */
  readonly forgetful: Player;
  /** Is about to prove an e-mail address. */
  readonly proving: Player;
  /** Is about to prove another phone. */
  readonly moving: Player;
  /** Signed up with an e-mail address that no code was sent to yet. */
  readonly invited: Player;
  /** Has an authenticator app. */
  readonly guarded: Player;
  readonly recoveryCodes: readonly string[];
  /** Has more passkeys than fit. */
  readonly keyed: Player;
  /** Closes its account. */
  readonly closing: Player;
  /** Its withdrawals wait. */
  readonly cooling: Player;
}

export const emailOfPoor = 'poor@example.com';
export const emailOfProving = 'proving@example.com';
export const phoneOfMoving = '+2250799998888';

export async function createPlayers(url: string): Promise<Players> {
  const rich = await createPlayer(url, signUp);
  await addFunds(rich.client, rich.account, 1_000_000);

  const poor = await createPlayer(url, signUp);
  await askForEmail(poor, emailOfPoor);
  await must(poor.client.call('/clients/email/confirm', { body: { code: await readCode(poor.client, emailOfPoor) } }));

  const limited = await createPlayer(url, signUp);
  await addFunds(limited.client, limited.account, 10_000);
  const limits = ['stake', 'deposit'].map((kind) => ({ kind, period: 'day', amount: 100 }));
  await must(limited.client.call('/clients/limits', { method: 'PUT', body: { limits } }));

  const paused = await createPlayer(url, signUp);
  await must(
    paused.client.call('/clients/breaks', { body: { kind: 'day', currentPassword: paused.account.password } }),
  );

  const unconfirmed = await createPlayer(url, register);
  const confirming = await createPlayer(url, register);

  const forgetful = await createPlayer(url, signUp);
  await must(forgetful.client.call('/clients/auth/forgot-password', { body: { phone: forgetful.account.phone } }));

  const proving = await createPlayer(url, signUp);
  await askForEmail(proving, emailOfProving);
  const moving = await createPlayer(url, signUp);
  const phone = { phone: phoneOfMoving, country: 'CI' };
  await must(moving.client.call('/clients/phone', { method: 'PUT', body: phone }));
  const invited = await createPlayer(url, (client) => register(client, '22', { email: 'invited@example.com' }));

  const guarded = await createPlayer(url, signUp);
  const { recoveryCodes } = await addAppTo(guarded.client);
  const keyed = await createPlayer(url, signUp);
  const closing = await createPlayer(url, signUp);
  await must(closing.client.call('/clients/closing', { method: 'POST' }));
  const cooling = await createPlayer(url, signUp);
  return {
    rich,
    poor,
    limited,
    paused,
    unconfirmed,
    confirming,
    forgetful,
    proving,
    moving,
    invited,
    guarded,
    recoveryCodes,
    keyed,
    closing,
    cooling,
  };
}

/** Makes the last proof of sessions a strong one, or an old one. @returns their tokens */
export async function setProof(
  owner: Queryable,
  tokens: readonly string[],
  proof: 'strong' | 'old',
): Promise<readonly string[]> {
  await owner.query(
    `update session set proven_at = now() - $2::interval, proven_by = '{password,totp}' where token_hash = any ($1)`,
    [tokens.map(hashToken), proof === 'strong' ? '0' : '1 day'],
  );
  return tokens;
}

/** Gives the clients of these tokens the authenticator app of another client. Its codes do not open for them. */
export async function copyApp(owner: Queryable, from: Player, tokens: readonly string[]): Promise<void> {
  await owner.query(
    `insert into totp (client_id, secret_sealed, confirmed_at)
     select s.client_id, secret_sealed, confirmed_at from session s, totp t
     where token_hash = any ($1) and t.client_id = $2`,
    [tokens.map(hashToken), from.id],
  );
}

/** Sign-ins of a client that wait for a code by SMS. @returns their ids */
export async function letSignIn(owner: Queryable, { id }: Player, count: number): Promise<string[]> {
  const rows = await owner.query<{ id: string }>(
    `insert into challenge (client_id, proven_by, remember, expires_at)
     select $1, '{password}', false, now() + interval '1 day' from generate_series(1, $2) returning id`,
    [id, count],
  );
  return rows.map((row) => row.id);
}

/** Lets the money of the clients of these tokens wait for an identity check. @returns their tokens */
export async function letWait(owner: Queryable, tokens: readonly string[]): Promise<readonly string[]> {
  await owner.query(
    `with waiting as (select client_id from session where token_hash = any ($1)),
       matched as (
         insert into person_match (client_id, source, ends_at)
         select client_id, 'register of the fuzzer', now() + interval '1 day' from waiting
       )
     select stop_stakes(client_id) from waiting`,
    [tokens.map(hashToken)],
  );
  return tokens;
}

/** Makes so many known devices of a client. @returns their ids */
export async function addDevices(owner: Queryable, { id }: Player, count: number): Promise<string[]> {
  const rows = await owner.query<{ id: string }>(
    `insert into device (client_id, secret_hash, name, trusted_until)
     select $1, sha256(gen_random_uuid()::text::bytea), 'Chrome on Android', now() + interval '1 day'
     from generate_series(1, $2) returning id`,
    [id, count],
  );
  return rows.map((row) => row.id);
}

function askForEmail({ client, id, account }: Player, email: string): Promise<Answer> {
  const body = { email, currentPassword: account.password };
  return must(client.call(`/users/${id}`, { method: 'PUT', body }));
}

export const codeOf = ({ client, account }: Player): Promise<string> => readCode(client, account.phone);

/** Creates copies of this client, each signed in, for calls that may end a session or pause play. @returns their tokens */
export async function copyPlayer(owner: Queryable, { id }: Player, count: number): Promise<string[]> {
  const copies = await owner.query<{ id: number }>(
    `insert into client (phone, password_hash, first_name, last_name, birth_date, country, confirmed_at)
     select '+22501' || lpad(((select max(id) from client) + n)::text, 8, '0'),
       password_hash, first_name, last_name, birth_date, country, confirmed_at
     from client, generate_series(1, $2) n where id = $1 returning id`,
    [id, count],
  );
  return Promise.all(
    copies.map(async (copy) => {
      await openWallet(owner, copy.id);
      return signInAgain(owner, copy);
    }),
  );
}

/** Starts another session of this client. @returns its token */
export function signInAgain(owner: Queryable, { id }: Pick<Player, 'id'>): Promise<string> {
  return startSession(owner, id, { userAgent: undefined, remember: true, deviceId: null, provenBy: ['password'] });
}

async function createPlayer(url: string, join: (client: Outsider) => Promise<Account>): Promise<Player> {
  const client = createOutsider(url);
  const account = await join(client);
  const { json } = await must(client.call('/users/me'));
  return { account, client, id: json.id };
}

async function must(call: Promise<Answer>): Promise<Answer> {
  const answer = await call;
  if (answer.status >= 300) throw new Error(`refused: ${answer.text}`);
  return answer;
}
