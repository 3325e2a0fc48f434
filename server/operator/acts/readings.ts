import type { RequestKind } from '#contract/operator/requests.ts';
import { betTypes, type BetName } from '#domain/bet-types.ts';
import { readMobile } from '#server/identity/phone-number.ts';
import type { Operator, Operators } from '#server/operator/access/operators.ts';
import { describeHeldDraw } from '#server/operator/draws/read-draws.ts';
import { requireClose } from '#server/operator/draws/timetable.ts';
import { readFound } from '#server/operator/access/reads.ts';

/** The subject and values of an act that takes two, as an operator has sent them. */
export interface Read {
  readonly about: string | number | null;
  readonly values: Readonly<Record<string, unknown>>;
  /** Facts for the asker besides those of the database. */
  readonly seen?: object;
}

type Reading = (operators: Operators, operator: Operator, given: Read) => Promise<Read>;

/** An operator who asks about a payment sees it, so this is recorded as a view of its player. */
const looking: Reading = async (operators, operator, given) => {
  await readFound(operators, 'console.open_payment', [operator.session, given.about]);
  return given;
};

/**
 * The server's changes to the values of a kind before they are stored, for the kinds whose values need them. All other kinds are stored as
 * they were sent, with what console.complete_<kind> adds.
 *
 * @throws Refusal invalid_request for values that cannot be; not_found
 */
export const readings: Readonly<Partial<Record<RequestKind, Reading>>> = {
  change_phone: async (_operators, _operator, given) => ({
    ...given,
    values: { phone: readMobile(String(given.values['phone']), undefined) },
  }),
  raise_cap: async (_operators, _operator, { about, values: { name, ...values } }) => ({
    about,
    values: { ...values, betType: name === null ? null : betTypes[name as BetName].code },
  }),
  timetable: async (_operators, _operator, given) => {
    requireClose(Number(given.values['everyMinutes']), Number(given.values['closeSecondsBefore']));
    return given;
  },
  pay_held_draw: async (operators, operator, given) => ({
    ...given,
    seen: await describeHeldDraw(operators, operator, String(given.about)),
  }),
  release_withdrawal: looking,
  decide_payment: looking,
};
