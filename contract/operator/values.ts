import * as v from 'valibot';
import { accountId } from '#contract/payments.ts';
import { date, francs, instant, line, one, uuid } from '#contract/values.ts';
import * as words from '#contract/words/checks.ts';
import { isNobodysName } from '#domain/audit.ts';
import { operatorRoles } from './roles.ts';
import { usedCredential } from '#contract/webauthn.ts';

/** Why, in a sentence. The audit keeps it. */
export const reason = line(3, 400);

const isNear = (text: string) => text >= '1900' && text < '3000';

/**
 * A day in a request, `2026-11-20`. Days far away are refused, because calendars and databases end somewhere: the last
 * day would have no day after it.
 */
export const day = v.pipe(date, v.check(isNear, words.farDate));

/** A moment in a request, in the form of `instant`, and within the same limits as `day`. */
export const moment = v.pipe(instant, v.check(isNear, words.farDate));

const isNumber = (text: string) => text === '' || Number.isSafeInteger(Number(text));

/** A filter of a list: amounts from one to another, both included, `1000..5000`; without a first or a last one, `..5000`. */
export const amountRange = v.pipe(
  v.string(),
  v.description('Amounts from one to another, `1000..5000`; either end may be left out.'),
  v.regex(/^(?=.*\d)(-?\d{1,15})?\.\.(-?\d{1,15})?$/, 'Two amounts, such as 1000..5000.'),
  v.transform((text) => text.split('..') as [string, string]),
  v.check((ends) => ends.every(isNumber), 'Two amounts, such as 1000..5000.'),
  v.transform(([least, most]) => ({
    least: least === '' ? null : Number(least),
    most: most === '' ? null : Number(most),
  })),
);

/** A filter of a list: one day, or the first and the last of several, `2026-11-20..2026-11-22`. */
export const days = v.pipe(
  v.string(),
  v.description('One day, or the first and the last of several: `2026-11-20..2026-11-22`.'),
  v.transform((text) => text.split('..')),
  v.pipe(v.array(day), v.minLength(1), v.maxLength(2, 'At most two days.')),
  v.transform((both) => ({ first: both[0]!, last: both.at(-1)! })),
);

/** The body of an act that needs nothing else. */
export const because = v.strictObject({ reason });

/** Such as `jo`. */
export const operatorName = v.pipe(
  v.string(),
  v.trim(),
  v.regex(/^[a-z][a-z0-9.-]{1,39}$/, '2 to 40 of a-z, 0-9, "." and "-", beginning with a letter.'),
  v.check((name) => !isNobodysName(name), 'The audit calls itself worker, console, owner and machine.'),
);

/** At most two roles; auditor and admin cannot be combined with another. */
export const roleList = v.pipe(
  v.array(v.picklist(operatorRoles, `One of ${operatorRoles.join(', ')}.`)),
  v.minLength(1, 'At least one role.'),
  v.maxLength(2, 'At most two roles.'),
  v.check(
    (roles) => roles.length < 2 || (roles[0] !== roles[1] && !roles.includes('auditor') && !roles.includes('admin')),
    'Auditor and admin stand alone, and no role stands twice.',
  ),
);
/**
 * The fields of a body that asks for an act of two operators. Without the signature the answer has the bytes to sign; a
 * demo operator signs nothing.
 */
export const asking = { reason, signature: v.optional(usedCredential) };

/** The problems of a call that asks for an act of two operators. */
export const askingProblems = [
  'conflict',
  'signature_needed',
  'challenge_over',
  'passkey_unknown',
  'passkey_refused',
] as const;

/**
 * A filter of a list: some of a set, `open,closed`, or with a minus before them all others, `-open,closed`. It is read
 * as the list of wanted values.
 */
export function queryChoice<const T extends readonly string[]>(values: T) {
  const says = `Some of ${values.join(', ')}, separated by commas; with a minus before them, all others.`;
  return v.pipe(
    v.string(),
    v.description(says),
    v.maxLength(200),
    v.transform((text) => ({ isNot: text.startsWith('-'), chosen: text.replace(/^-/, '').split(',') })),
    v.object({ isNot: v.boolean(), chosen: v.array(v.picklist(values, says)) }),
    v.transform(({ isNot, chosen }) => values.filter((value): value is T[number] => chosen.includes(value) !== isNot)),
  );
}

/** In an address: a number. @param says what it is the number of */
export const numberText = (says: string) => v.pipe(v.string(), v.regex(/^\d{1,15}$/, says), v.transform(Number));

/** In an address: the number of a client. */
export const clientId = v.object({ id: numberText('The number of a client.') });

/** In an address: an id of ours. */
export const uuidId = v.object({ id: uuid });

/** In a request: the id of an account at a provider. */
export const providerAccount = v.pipe(v.string(), v.regex(accountId, 'The id of a provider’s account.'));

/** A player's wallets: deposits, winnings, money held for withdrawals, and a debt. */
export const wallets = v.object({ dep: francs, win: francs, held: francs, owed: francs });

/** The answer to an act. `audit` is the number of its line in the audit; null where it changed nothing. */
export function acted<const T extends v.ObjectEntries>(entries: T) {
  return one(v.object({ ...entries, audit: v.nullable(v.pipe(v.number(), v.integer())) }));
}

/** The answer to the asker of an act that takes two: the request. */
export const asked = acted({ id: uuid });

/** The moment of a read that can show its subject as it was. Without it the read shows the present. */
export const atMoment = {
  at: v.optional(v.pipe(moment, v.description('As it was at this moment, which has passed.'))),
};

/** The problems of a read of a moment. */
export const momentProblems = ['moment_ahead', 'not_there_yet'] as const;
