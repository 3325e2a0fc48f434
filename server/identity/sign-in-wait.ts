import { createHash } from 'node:crypto';
import type { Queryable } from '#database/connect.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { ClientRow } from './client.ts';
import { findPhones } from './phone-number.ts';

/** So many wrong tries a day are free; each one from then on is waited after, twice as long as after the one before. */
const freeTries = 5;
const longestWaitSeconds = 900;

/** A try that was let through. It counts as wrong until it is given back. */
export interface SignInTry {
  /** What it is counted under: the same for all spellings of one phone. */
  readonly account: string;
  /**
   * Forgets the tries of the client whose password it was, and takes this one back for numbers without an account that may
   * have been meant. It goes on counting for those whose password it was not (`missed`), or somebody with an account of the
   * same digits could guess at theirs without end, by setting each guess as the own password first.
   */
  forgive(client: ClientRow, missed: readonly ClientRow[]): Promise<void>;
  /** Takes the try back: no password was looked at. */
  giveBack(): Promise<void>;
}

/**
 * Lets a password be tried from a browser that is not known, unless the account's wait is running. It counts before anybody
 * looks, so that of any number of tries at once no more are looked at than may be. Where there is no account the wait is the
 * same: it hangs on what was typed, whichever way a phone is written.
 *
 * @throws Refusal rate_limited
 */
export async function takeSignInTry(
  db: Queryable,
  identifier: string,
  clients: readonly ClientRow[],
): Promise<SignInTry> {
  const typed = typedKeys(identifier);
  const keys = [...new Set([...typed, ...clients.map(({ phone }) => phone)])];
  const [outcome] = await db.query<{ seconds: number | null; taken: TakenKey[] }>({
    name: 'take-sign-in-try',
    text: `
      with waiting as (
        select extract(epoch from max(until) - clock_timestamp())::float8 as seconds
        from sign_in_wait where key = any($1) and until > clock_timestamp()
      ), taken as (
        insert into sign_in_wait as w (key, wrong, since, until)
        select key, 1, clock_timestamp(), clock_timestamp() from unnest($1::text[]) as key
        where (select seconds from waiting) is null order by key
        on conflict (key) do update set
          wrong = case when is_over then 1 else w.wrong + 1 end,
          since = case when is_over then excluded.since else w.since end,
          until = excluded.until + case
            when is_over or w.wrong + 1 < $2 then interval '0'
            else least($3, power(2, least(w.wrong + 1 - $2, 30))) * interval '1 second'
          end
        where w.until <= clock_timestamp()
        returning key, wrong
      )
      select (select seconds from waiting), coalesce(json_agg(taken), '[]') as taken from taken`.replaceAll(
      'is_over',
      `w.since <= excluded.since - interval '1 day'`,
    ),
    values: [keys, freeTries, longestWaitSeconds],
  });
  const taken = outcome?.taken ?? [];
  if (taken.length < keys.length) {
    // Where the wait began just now, what this try has counted under another key is taken back.
    await giveBackTries(db, taken);
    throw new Refusal('rate_limited', {
      retryAfterSeconds: outcome?.seconds ?? 1,
      detail: 'The password was wrong too often. Wait a moment, or set a new one with a code.',
    });
  }
  return {
    account: keys.join(' '),
    async forgive(client, missed) {
      const kept = missed.map(({ phone }) => phone);
      // An address is proven by one client only; a phone may be another's.
      const own = findPhones(identifier).length > 0 ? [client.phone] : [client.phone, ...typed];
      // First: what is deleted is not there to be given back.
      await db.query('delete from sign_in_wait where key = any($1)', [own]);
      await giveBackTries(
        db,
        taken.filter(({ key }) => !kept.includes(key)),
      );
    },
    giveBack: () => giveBackTries(db, taken),
  };
}

/**
 * Everything the try counts under: all phones that may be meant, whether or not they have an account, so that neither the
 * spelling nor the wait tells of one; or the e-mail address or whatever else was typed. The phones of the accounts that
 * these stand for come to it.
 */
function typedKeys(identifier: string): string[] {
  const phones = findPhones(identifier);
  return phones.length > 0 ? phones : [hashText(identifier)];
}

/** Of bounded length, and no e-mail address of somebody who may have no account. */
function hashText(text: string): string {
  return createHash('sha256').update(text.trim().toLowerCase()).digest('base64url');
}

interface TakenKey {
  readonly key: string;
  /** What the count was with this try. */
  readonly wrong: number;
}

/** A wait that the try began ends; one that a later try began goes on. */
async function giveBackTries(db: Queryable, taken: readonly TakenKey[]): Promise<void> {
  if (taken.length === 0) return;
  await db.query(
    `update sign_in_wait w set wrong = w.wrong - 1, until = case when w.wrong = t.wrong then clock_timestamp() else until end
     from json_to_recordset($1) as t (key text, wrong integer) where w.key = t.key and w.wrong > 0`,
    [JSON.stringify(taken)],
  );
}

/** Forgets the wrong tries of an account, for instance because its password is a new one. */
export async function forgetWrongTries(
  db: Queryable,
  { phone, email }: { readonly phone: string; readonly email: string | null },
): Promise<void> {
  await db.query('delete from sign_in_wait where key = any($1)', [email === null ? [phone] : [phone, hashText(email)]]);
}

/** Removes tries that are over. */
export async function removeOldTries(db: Queryable): Promise<void> {
  await db.query(
    `delete from sign_in_wait where key in (
       select key from sign_in_wait where since < now() - interval '1 day' for update skip locked
     )`,
  );
}
