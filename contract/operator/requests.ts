import * as v from 'valibot';
import { lockKinds } from '#contract/calls/operator/players.ts';
import { careKinds } from '#contract/calls/operator/care.ts';
import { paymentStatuses } from '#contract/payments.ts';
import { betName, francs, line, phone, signedFrancs, uuid } from '#contract/values.ts';
import { countries } from '#domain/countries.ts';
import { capAmount, capMeasures } from './caps.ts';
import { threshold } from './care.ts';
import { closeSecondsBefore, everyMinutes } from './draws.ts';
import { machineKeyId, machineKeyValues } from './machine-keys.ts';
import { routeLines } from './payments.ts';
import { listedStates } from './players.ts';
import type { RequestKind } from './rights.ts';
import { asking, moment, operatorName, providerAccount, roleList } from './values.ts';
import { webhookTypeList, webhookUrl } from './webhooks.ts';

/** A kind of request: an act that takes two operators. */
interface Kind {
  /** A sentence about the act, for the API's description. */
  readonly summary: string;
  /** How long it may wait for its approval, as PostgreSQL reads it: from a minute to seven days. */
  readonly lasts: string;
  /** The subject: all of it, or the part before `about`. Without one the database derives it from the values. */
  readonly subject?: string;
  /** The path of the subject in the body of the call. */
  readonly about?: v.GenericSchema<string | number>;
  /** The values that the operator fills in. The database adds the present values (console.complete_<kind>). */
  readonly values?: v.ObjectEntries;
  /** The evidence, such as a line of a provider's statement, where this kind needs one. */
  readonly evidence?: v.GenericSchema<string>;
  /** The codes of console.checks_of_<kind>, in its order. Their words are in console/words/<language>/request-sheets.ts. */
  readonly checks: readonly string[];
}

const client = { subject: 'client', about: v.pipe(v.number(), v.safeInteger(), v.minValue(1)) } as const;
const draw = { subject: 'draw', about: uuid } as const;
const payment = { subject: 'payment', about: uuid } as const;
const operator = { subject: 'operator', about: operatorName } as const;

/** The checks that every decision of two about a player needs. */
const aboutPlayer = ['account_exists', 'asker_has_not_locked', 'approver_has_not_locked', 'no_document_waits'] as const;

/**
 * Every kind of request, once. Its name is its right in rights.ts, which says who asks and who approves. From here come the body of
 * the one call that asks, the rows of `console.kind` (`npm run schema`), and the codes that the console has words for. CONTRIBUTING
 * says what else a new kind needs.
 */
export const requestKinds = {
  start_reset: {
    ...client,
    summary: 'Start a reset: the client gets a code by phone, and nobody else sets a password.',
    lasts: '24 hours',
    checks: ['account_exists'],
  },
  lift_undo: {
    ...client,
    summary: 'Let payouts go on that an undo has stopped.',
    lasts: '24 hours',
    checks: ['account_exists', 'payouts_stopped'],
  },
  clear_match: {
    ...client,
    summary: 'Let a client play who is none of the excluded persons of the same name.',
    lasts: '24 hours',
    checks: ['account_exists', 'person_matched'],
  },
  unlock: {
    ...client,
    summary: 'Lift a lock before its time. Neither of the two may have locked the account.',
    lasts: '24 hours',
    values: { lock: v.picklist(lockKinds, `One of ${lockKinds.join(', ')}.`) },
    checks: [...aboutPlayer, 'locked'],
  },
  change_phone: {
    ...client,
    summary: 'Make another phone the account’s. Everybody is signed out, and withdrawals wait for 48 hours.',
    lasts: '24 hours',
    values: { phone },
    checks: [...aboutPlayer, 'phone_differs', 'phone_free'],
  },
  change_name: {
    ...client,
    summary: 'Change the name on an account. Withdrawals wait for 48 hours.',
    lasts: '24 hours',
    values: { firstName: line(1, 80), lastName: line(1, 80) },
    checks: [...aboutPlayer, 'name_differs'],
  },
  let_play: {
    subject: 'person',
    about: v.pipe(v.string(), v.regex(/^\d{1,15}$/, 'The number of an entry.')),
    summary: 'Take somebody off the list of those who may not play.',
    lasts: '24 hours',
    checks: ['entry_exists'],
  },
  export_people: {
    subject: 'site players',
    summary:
      'A file of more than 1,000 players of a state and of some countries. The worker makes it, the audit keeps its hash, and it is deleted after 24 hours.',
    lasts: '1 hour',
    values: {
      state: v.optional(v.nullable(v.picklist(listedStates)), null),
      countries: v.optional(
        v.nullable(v.pipe(v.array(v.picklist(countries)), v.minLength(1), v.maxLength(countries.length))),
        null,
      ),
    },
    checks: ['people_in_file'],
  },
  start_sales: {
    subject: 'stop',
    about: uuid,
    summary: 'Start sales again that a stop ended. Neither of the two may be who stopped them.',
    lasts: '1 hour',
    checks: ['sales_stopped', 'not_paused_by_cap', 'not_their_stop'],
  },
  raise_cap: {
    summary:
      'Raise a cap, without an amount to take it away. Whoever lowered it is neither of the two. Pauses end when the exposure, computed anew, is below 90 %.',
    lasts: '1 hour',
    values: {
      draw: v.optional(v.nullable(uuid), null),
      name: v.optional(v.nullable(betName), null),
      measure: v.picklist(capMeasures, `One of ${capMeasures.join(', ')}.`),
      amount: v.nullable(capAmount),
    },
    checks: ['cap_unchanged', 'cap_raised', 'not_their_cap', 'draw_on_sale'],
  },
  call_off_draw: {
    ...draw,
    summary:
      'Call a draw off, while it is open, and its sales close in a minute or later. All stakes go back. Players read a sentence in their language; the reason is for operators.',
    lasts: '15 minutes',
    values: {
      /** The sentence that players read on the draw, for ever. */
      toldEn: line(3, 200),
      toldFr: line(3, 200),
    },
    checks: ['draw_open', 'closes_in_a_minute', 'player_told'],
  },
  pay_held_draw: {
    ...draw,
    summary:
      'Pay a draw as it was drawn that the second opinion holds. The request keeps what that said, the tickets, the stakes, and what would be paid.',
    lasts: '1 hour',
    checks: ['draw_held', 'opinion_given', 'opinion_unchanged'],
  },
  timetable: {
    summary:
      'Another timetable. It begins where the committed draws end; sooner, with `beginsAt`, the committed draws that it has no place for are called off, if none of them has a ticket. All others stay.',
    lasts: '24 hours',
    values: { everyMinutes, closeSecondsBefore, beginsAt: v.optional(v.nullable(moment), null) },
    checks: [
      'begins_ahead',
      'differs_from_newest',
      'newest_unchanged',
      'called_off_in_time',
      'called_off_without_tickets',
    ],
  },
  reserve: {
    summary: 'Another reserve: what worst cases are compared with. It moves no money.',
    lasts: '24 hours',
    values: {
      amount: v.pipe(francs, v.minValue(1, 'More than nothing.'), v.maxValue(9e12, 'At most 9,000,000,000,000.')),
    },
    checks: ['amount_in_francs', 'differs_from_newest', 'newest_unchanged'],
  },
  release_withdrawal: {
    ...payment,
    summary: 'Let a held withdrawal go that takes two.',
    lasts: '24 hours',
    checks: ['withdrawal_held', 'amount_unchanged', 'withdrawals_go', 'not_their_account'],
  },
  decide_payment: {
    ...payment,
    summary:
      'Decide by hand what became of a payment, upon a line of the provider’s statement. The provider has to have been asked in the last 5 minutes, and is asked again before it is carried out.',
    lasts: '24 hours',
    values: {
      /** The status in which this operator sees the payment. */
      seen: v.picklist(paymentStatuses),
      status: v.picklist(['paid', 'failed', 'succeeded', 'refunded', 'reversed']),
      /** The total amount that was refunded, for a deposit that was given back. */
      refunded: v.optional(francs),
    },
    /** The line of the provider's statement, copied exactly. */
    evidence: line(5, 400),
    checks: [
      'payment_still',
      'provider_asked',
      'statement_attached',
      'payment_can_be',
      'refund_in_range',
      'not_their_account',
    ],
  },
  adjust: {
    ...client,
    summary:
      'Correct a player’s wallet by hand. A case is named, or a payment of the player; the wallet does not go below zero.',
    lasts: '1 hour',
    values: {
      wallet: v.picklist(['dep', 'win']),
      /** Francs to add to the wallet; negative to take from it. */
      amount: v.pipe(
        signedFrancs,
        v.minValue(-100_000_000),
        v.maxValue(100_000_000),
        v.check((amount) => amount !== 0, 'Not nothing.'),
      ),
      /** The player reads it in the statement. */
      told: line(3, 200),
      payment: v.optional(uuid),
      case: v.optional(line(2, 60)),
    },
    checks: [
      'account_exists',
      'changes_something',
      'case_named',
      'payment_over',
      'wallet_not_negative',
      'player_told',
      'not_their_account',
    ],
  },
  let_withdrawals_go_on: {
    subject: 'site withdrawals',
    summary: 'Let withdrawals go on, after a full pass of the last hour has found nothing.',
    lasts: '1 hour',
    checks: ['withdrawals_stopped', 'pass_clean'],
  },
  resume_payments: {
    subject: 'payment_stop',
    about: uuid,
    summary: 'Start payments again that a stop ended. Neither of the two may be who stopped them.',
    lasts: '24 hours',
    checks: ['payments_stopped', 'not_their_stop'],
  },
  payment_routes: {
    summary:
      'Other routes: which accounts carry a network, and in which order they are tried. They begin at once, or at `beginsAt`. What has no line is not offered; without any line each account carries all that it offers.',
    lasts: '24 hours',
    values: {
      lines: routeLines,
      beginsAt: v.optional(v.nullable(moment), null),
    },
    checks: ['begins_ahead', 'differs_from_newest', 'newest_unchanged', 'accounts_known', 'accounts_carry'],
  },
  top_up: {
    summary:
      'Record what was transferred from the bank to a wallet at a provider, or back with a negative amount. It moves nothing: it books between what the provider holds and what the operator has put in, once for each reference.',
    lasts: '24 hours',
    values: {
      account: providerAccount,
      /** Francs that came to the wallet; negative for what came back to the bank. */
      amount: v.pipe(
        signedFrancs,
        v.minValue(-9e12),
        v.maxValue(9e12),
        v.check((amount) => amount !== 0, 'Not nothing.'),
      ),
      /** The reference of the bank or the provider for the transfer. */
      transfer: line(3, 60),
      transferredAt: moment,
    },
    checks: ['account_used', 'transfer_over', 'transfer_new'],
  },
  care_threshold: {
    subject: 'care_threshold',
    about: v.picklist(careKinds, `One of ${careKinds.join(', ')}.`),
    summary: 'Other thresholds of a sign of care, from a moment that lies ahead.',
    lasts: '24 hours',
    values: {
      notable: threshold,
      strong: threshold,
      times: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100)),
      beginsAt: moment,
    },
    checks: ['begins_ahead', 'whole_thresholds', 'times_in_range', 'differs_from_newest', 'newest_unchanged'],
  },
  webhook_endpoint: {
    subject: 'webhook',
    /** The id of the endpoint. The operator's browser makes the id of a new one. */
    about: uuid,
    summary:
      'Make an endpoint of webhooks, change it, or start it again where it was stopped. It is sent a test. With the next `generation` it gets new keys, and the former ones sign beside them for 24 hours.',
    lasts: '24 hours',
    values: {
      url: webhookUrl,
      types: webhookTypeList,
      generation: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100_000)),
    },
    checks: ['differs_from_newest', 'newest_unchanged', 'keys_follow'],
  },
  machine_key: {
    subject: 'machine_key',
    about: machineKeyId,
    summary:
      'Make a key with which a program reads. The browser that asks makes the key, and only its SHA-256 is sent; it is taken once this is done. It is never changed: one operator revokes it.',
    lasts: '24 hours',
    values: machineKeyValues,
    checks: ['key_is_new', 'ends_in_a_year'],
  },
  operator_add: {
    ...operator,
    summary: 'Let an invited operator in, with the passkeys that they have set: compare the fingerprints with them.',
    lasts: '24 hours',
    checks: ['operator_invited', 'roles_as_invited', 'set_up', 'all_that_is_set', 'about_somebody_else'],
  },
  operator_roles: {
    ...operator,
    summary: 'Give an operator other roles.',
    lasts: '24 hours',
    values: { roles: roleList },
    checks: ['operator_in', 'roles_as_seen', 'roles_change', 'has_two_passkeys', 'about_somebody_else'],
  },
  operator_passkey: {
    ...operator,
    summary: 'Let the passkeys count that an operator has set, or the password: compare the fingerprints with them.',
    lasts: '24 hours',
    checks: ['operator_in', 'something_new', 'all_that_is_new', 'about_somebody_else'],
  },
} as const satisfies Readonly<Record<RequestKind, Kind>>;

export type { RequestKind } from './rights.ts';

type Kinds = typeof requestKinds;

/** The checks that every kind of request has: the approver sees these beside the checks of the kind. */
export const commonChecks = [
  'asker_may_ask',
  'request_open',
  'not_own_request',
  'role_approves',
  'operator_for_a_day',
  'somebody_else_approves',
] as const;

/** A precondition of a request; the last one has to be met when it is asked for. */
export type CheckCode = Kinds[RequestKind]['checks'][number] | (typeof commonChecks)[number] | 'not_asked_already';

type Schema<K, P extends string, Entries> = K extends { readonly [p in P]: infer S }
  ? Entries & { [p in P]: S }
  : Entries;

/** The fields that say which act it is, on what, with which values. */
type ActEntries<K extends RequestKind> = Schema<
  Kinds[K],
  'evidence',
  Schema<Kinds[K], 'about', { kind: v.LiteralSchema<K, undefined> }>
> &
  (Kinds[K] extends { readonly values: infer E extends v.ObjectEntries }
    ? { values: v.StrictObjectSchema<E, undefined> }
    : {});
type AskEntries<K extends RequestKind> = ActEntries<K> & typeof asking;

function entriesOf(kind: string, { about, values, evidence }: Kind): v.ObjectEntries {
  return {
    kind: v.literal(kind),
    ...(about && { about }),
    ...(values && { values: v.strictObject(values) }),
    ...(evidence && { evidence }),
  };
}

const all = Object.entries<Kind>(requestKinds);

/** The body of the call that asks: a variant by kind. */
export const askBody = v.variant(
  'kind',
  all.map(([kind, one]) => v.strictObject({ ...entriesOf(kind, one), ...asking })) as unknown as {
    [K in RequestKind]: v.StrictObjectSchema<AskEntries<K>, undefined>;
  }[RequestKind][],
);

/** A request without its reason and its signature, to see it before it is made. */
export const tryBody = v.variant(
  'kind',
  all.map(([kind, one]) => v.strictObject(entriesOf(kind, one))) as unknown as {
    [K in RequestKind]: v.StrictObjectSchema<ActEntries<K>, undefined>;
  }[RequestKind][],
);
