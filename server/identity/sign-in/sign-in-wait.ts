import { createHash } from 'node:crypto';
import type { Queryable } from '#database/connect.ts';
import { Refusal } from '#server/http/refusal.ts';
import { waitInWords } from '#server/http/wait-in-words.ts';
import type { ClientRow } from '#server/identity/client.ts';
import { findPhones } from '#server/identity/phone-number.ts';

/** This many wrong tries a day are free. After that the wait doubles with each wrong try (exponential back-off). */
export const freeTries = 5;
const longestWaitSeconds = 900;

/** A try that was allowed. It counts as wrong until it is given back. */
interface SignInTry {
  /** The key it is counted under, the same for all spellings of one phone. */
  readonly account: string;
  /** Whether this try, unless it is given back, begins the first wait of the day. */
  readonly beginsWait: boolean;
  /** How many wrong tries there were before this one today, for this client. */
  wrongBefore(client: ClientRow): number;
  /**
   * Clears the tries of the client whose password it was, and gives this try back for matching numbers without an account.
   * It still counts for the clients whose password it was not (`missed`). Otherwise somebody with an account of the same
   * digits in another country could guess at their passwords without limit, by first setting each guess as their own.
   */
  forgive(client: ClientRow, missed: readonly ClientRow[]): Promise<void>;
  /** Gives the try back, because no password was checked. */
  giveBack(): Promise<void>;
}

/**
 * Allows a password try from a browser that is not known, unless the account's wait is running. The try counts before the
 * password is checked, so concurrent tries cannot exceed the limit. Without an account the wait is the same: it depends on
 * what was typed, in any spelling of a phone.
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
    // A wait began under one key in the meantime, so undo what this try counted under the others.
    await giveBackTries(db, taken);
    const retryAfterSeconds = outcome?.seconds ?? 1;
    throw new Refusal('rate_limited', {
      retryAfterSeconds,
      detail: (words) => words.tooManyPasswords(waitInWords(retryAfterSeconds, words)),
    });
  }
  return {
    account: keys.join(' '),
    beginsWait: taken.some(({ wrong }) => wrong === freeTries),
    wrongBefore: ({ phone }) => (taken.find(({ key }) => key === phone)?.wrong ?? 1) - 1,
    async forgive(client, missed) {
      const kept = missed.map(({ phone }) => phone);
      // Only one client can prove an e-mail address. The same digits may be another client's phone.
      const own = findPhones(identifier).length > 0 ? [client.phone] : [client.phone, ...typed];
      // Delete first, so that the deleted counts are not given back as well.
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
 * The keys that a try counts under: all phones that the text may mean, or else the e-mail address or other text. Phones
 * without an account count too, so that neither the spelling nor the wait reveals an account. The caller adds the phones of
 * the accounts found.
 */
function typedKeys(identifier: string): string[] {
  const phones = findPhones(identifier);
  return phones.length > 0 ? phones : [hashText(identifier)];
}

/** The hash has a fixed length, and keeps e-mail addresses of people without an account out of the database. */
function hashText(text: string): string {
  return createHash('sha256').update(text.trim().toLowerCase()).digest('base64url');
}

interface TakenKey {
  readonly key: string;
  /** The count including this try. */
  readonly wrong: number;
}

/** Ends a wait that this try began. A wait that a later try began continues. */
async function giveBackTries(db: Queryable, taken: readonly TakenKey[]): Promise<void> {
  if (taken.length === 0) return;
  await db.query(
    `update sign_in_wait w set wrong = w.wrong - 1, until = case when w.wrong = t.wrong then clock_timestamp() else until end
     from json_to_recordset($1) as t (key text, wrong integer) where w.key = t.key and w.wrong > 0`,
    [JSON.stringify(taken)],
  );
}

/** Clears the wrong tries of an account, for instance after a new password. */
export async function forgetWrongTries(
  db: Queryable,
  { phone, email }: { readonly phone: string; readonly email: string | null },
): Promise<void> {
  await db.query('delete from sign_in_wait where key = any($1)', [email === null ? [phone] : [phone, hashText(email)]]);
}
