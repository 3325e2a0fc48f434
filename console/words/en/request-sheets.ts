import type { CheckCode, RequestKind } from '#contract/operator/requests.ts';

type Params = Readonly<Record<string, unknown>> | null | undefined;
/** How an amount is written. */
type Write = (francs: number) => string;

function statusOf(params: Params): string {
  const status = params?.['status'];
  return typeof status === 'string' ? status : '?';
}

/** `: 12 400 − 15 000 = −2 600`, where a wallet does not hold what is taken from it. */
function sumOf(params: Params, amount: Write): string {
  const [balance, taken] = [Number(params?.['balance']), -Number(params?.['amount'])];
  return balance < taken ? `: ${amount(balance)} − ${amount(taken)} = ${amount(balance - taken)}` : '';
}

export interface SheetWords {
  readonly title: string | ((name: string) => string);
  readonly intro: string;
  /** The label of the text to type as confirmation, and that text where it is a fixed word. */
  readonly typed?: string;
  readonly word?: string;
  readonly fields?: Readonly<Record<string, string>>;
}

const compare = 'Compare the fingerprints with them, by voice or beside them.';

/** The sheet of each kind. */
const sheets: Readonly<Record<RequestKind, SheetWords>> = {
  unlock: {
    title: 'Submit: unlock',
    intro: 'Somebody else approves it. Neither of you may have locked the account.',
    fields: { lock: 'What' },
  },
  change_phone: {
    title: 'Submit: change phone',
    intro:
      'Everybody is signed out, and withdrawals wait for 48 hours. The former contacts are told, with a link that undoes it.',
    fields: { phone: 'New phone, with +225' },
    typed: 'The new phone once more',
  },
  change_name: {
    title: 'Submit: change name',
    intro: 'Withdrawals wait for 48 hours, and the player is told.',
    fields: { firstName: 'First name', lastName: 'Last name' },
    typed: 'The last name once more',
  },
  start_reset: {
    title: 'Submit: send a reset code',
    intro: 'The player gets a code by phone. Nobody else sees or sets a password.',
  },
  lift_undo: {
    title: 'Submit: clear the player’s report',
    intro: 'A link in one of our messages has stopped them.',
  },
  clear_match: {
    title: 'Submit: clear the match with an excluded person',
    intro: 'The player is somebody else than the excluded person of the same name.',
  },
  let_play: { title: 'Submit: take somebody off the list', intro: 'They can play again.', typed: 'Type the name' },
  export_people: {
    title: 'Submit: export more than 1,000 players',
    intro:
      'The file has phones and names in clear. The worker makes it, and the request leads to it. Its hash is kept for good, its content for 24 hours.',
    typed: 'Type file to confirm',
    word: 'file',
  },
  start_sales: {
    title: 'Submit: restart sales',
    intro: 'Nothing is sold until somebody else approves, neither you nor whoever stopped them.',
  },
  resume_payments: {
    title: 'Submit: resume payments',
    intro: 'Nobody pays this way until somebody else approves, neither you nor whoever stopped it.',
  },
  payment_routes: {
    title: 'Submit: change the routes',
    intro: 'New payments follow them. Payments under way stay at their account, and what has no line is not offered.',
    typed: 'Type routes to confirm',
    word: 'routes',
  },
  top_up: {
    title: 'Submit: record a transfer',
    intro:
      'It sends nothing. It books what the bank has moved, so that what the provider says it holds can be compared with the books.',
    fields: {
      account: 'Account at the provider',
      amount: 'Amount that came to it, XOF (use − for what came back to the bank)',
      transfer: 'Reference of the transfer',
      transferredAt: 'When it arrived',
    },
    typed: 'Type the amount again',
  },
  raise_cap: {
    title: 'Submit: raise a cap',
    intro: 'What the cap has paused is on sale again when the exposure, computed anew, is below 90 %.',
    fields: { amount: 'New cap, XOF' },
    typed: 'Type the new cap',
  },
  call_off_draw: {
    title: 'Submit: cancel this draw',
    intro:
      'It would never be drawn, and every stake goes back to the wallet that paid it. The message stays public on the draw, for ever; the reason is read by operators alone.',
    fields: { toldEn: 'Message to players, in English', toldFr: 'Message to players, in French' },
    typed: 'Type the time of the draw',
  },
  pay_held_draw: {
    title: 'Submit: pay this draw as drawn',
    intro: 'Submit it only if you know why the independent check refused it, and the draw is right all the same.',
    typed: 'Type the time of the draw',
  },
  timetable: {
    title: 'Submit: another timetable',
    intro: 'Nothing changes before it is approved; the worker then makes the version from the stored request.',
    typed: 'Type the minutes between draws',
  },
  reserve: {
    title: 'Submit: another reserve',
    intro: 'The reserve is what worst cases are compared with. It moves no money.',
    fields: { amount: 'Reserve, XOF' },
    typed: 'Type the amount',
  },
  release_withdrawal: {
    title: 'Submit: release this withdrawal',
    intro: 'It is sent to the player’s phone within seconds, and cannot be called back.',
    typed: 'Type the amount',
  },
  decide_payment: {
    title: 'Submit: resolve this payment manually',
    intro:
      'The player sees it in the app. Nothing moves before it is approved; the worker then acts from the stored request.',
    fields: { status: 'It was', refunded: 'Given back in all', evidence: 'Line of the provider’s statement' },
    typed: 'Type the amount',
  },
  adjust: {
    title: 'Submit: adjust the player’s wallet',
    intro: 'Nothing moves before it is approved.',
    fields: {
      wallet: 'Wallet',
      amount: 'Amount (use − to debit)',
      payment: 'Payment that it is about',
      told: 'What the player reads in the statement',
    },
    typed: 'Type the amount again',
  },
  let_withdrawals_go_on: {
    title: 'Submit: resume withdrawals',
    intro: 'For every player who withdraws.',
    typed: 'Type the words',
    word: 'resume',
  },
  care_threshold: {
    title: (sign) => `Submit: other thresholds of ${sign}`,
    intro: 'The worker limits players whose sign is strong, and opens cases for them.',
    fields: {
      notable: 'Notable from',
      strong: 'Strong from',
      times: 'Only where it is so many times the usual; 0 for never mind',
      beginsAt: 'Begins',
    },
    typed: 'Type from where it is strong',
  },
  webhook_endpoint: {
    title: 'Submit: an endpoint of webhooks',
    intro:
      'It is sent a test once it is approved, if its host is among WEBHOOK_HOSTS. Former keys sign for 24 hours more.',
    fields: { url: 'Address, https' },
  },
  machine_key: {
    title: 'Submit: a machine key',
    intro:
      'A program reads with it what its scopes name, and nothing about a person. It is never changed, only revoked.',
    fields: { name: 'Whose program it is', perMinute: 'Calls a minute, at most', endsAt: 'Ends, within 365 days' },
  },
  operator_add: { title: (name) => `Submit: activate ${name}`, intro: compare, typed: 'Type the name' },
  operator_roles: {
    title: (name) => `Submit: give ${name} other roles`,
    intro: 'They approve nothing for 24 hours after it.',
    typed: 'Type the name',
  },
  operator_passkey: {
    title: (name) => `Submit: activate the new passkeys of ${name}`,
    intro: compare,
    typed: 'Type the name',
  },
};

/** The sheets of acts that take two, and their preconditions by the codes of contract/operator/requests.ts. */
export const words = {
  sheets,
  tried: 'The server has compared it with what is now',
  or: ' or ',
  asked: (roles: string) => `Asked. It waits for ${roles}.`,
  /** Followed by a time. */
  mayApprove: (roles: string) => `May approve: ${roles}, until`,
  unmet: (check: string) => `This is not so: ${check}.`,
  notAnyMore: (check: string) => `Not so any more: ${check}`,
  /** Why the worker could not carry out a request, besides a check. */
  failures: {
    not_approved: 'It is not approved.',
    time_over: 'Its time is over.',
    not_what_was_signed: 'It is not what two people signed.',
    signature_missing: 'It lacks a signature.',
    webhooks_off: 'This site has no WEBHOOK_KEY.',
    asker_may_not: 'Whoever asked may not ask for this any more.',
    approver_may_not: 'Whoever approved may not approve this any more.',
  } as Readonly<Record<string, string>>,
  checks: {
    account_exists: 'The account is there',
    payouts_stopped: 'A report of the player has stopped payouts',
    person_matched: 'The client is taken for an excluded person',
    asker_has_not_locked: 'Whoever asks has not locked the account',
    approver_has_not_locked: 'Whoever approves has not locked the account',
    no_document_waits: 'No document of the player waits',
    locked: 'This is locked',
    phone_differs: 'The phone is another one',
    phone_free: 'The phone belongs to nobody else',
    name_differs: 'The name is another one',
    entry_exists: 'The entry is there',
    people_in_file: 'Somebody is in it',
    sales_stopped: 'Sales are still stopped by it',
    payments_stopped: 'Payments are still stopped by it',
    accounts_known: (params: Params) =>
      `Each account is one of the site${params ? `: not ${String(params['account'])}` : ''}`,
    accounts_carry: (params: Params) =>
      `Each account carries the networks that it is named for${params ? `: not ${String(params['line'])}` : ''}`,
    account_used: (params: Params) => `${params ? String(params['account']) : 'The account'} is one of the site`,
    transfer_over: 'The transfer has arrived, within the last 400 days',
    transfer_new: (params: Params) =>
      `No transfer ${params ? `${String(params['transfer'])} ` : ''}of this account is recorded yet`,
    not_paused_by_cap: 'It is no pause of a cap, which ends when the cap is raised',
    not_their_stop: 'Nobody of the two stopped them',
    cap_unchanged: 'The cap is still what it was when this was asked for',
    cap_raised: 'It is raised',
    not_their_cap: 'Nobody of the two has lowered it',
    draw_on_sale: 'The draw is on sale',
    draw_open: 'The draw is open',
    closes_in_a_minute: 'Its sales close in a minute or later',
    draw_held: 'The independent check holds the draw',
    opinion_given: 'It has judged the result, or its time for that is over',
    opinion_unchanged: 'It has said nothing new since it was asked',
    begins_ahead: 'It begins at a moment that lies ahead',
    differs_from_newest: 'It is another one than the newest',
    newest_unchanged: 'The newest is still the one that it was asked against',
    keys_follow: 'Its keys stay, or are the next ones',
    key_is_new: 'No such key was made yet',
    ends_in_a_year: 'It ends within 365 days',
    called_off_in_time: 'Every draw that it cancels closes in a minute or later',
    called_off_without_tickets: 'No draw that it calls off has a ticket',
    amount_in_francs: 'It is an amount in whole francs, up to 9,000,000,000,000',
    whole_thresholds: 'Notable is a whole number above zero, and strong is no less',
    times_in_range: 'Times the usual is a whole number from 0 to 100',
    withdrawal_held: 'The withdrawal is still held',
    amount_unchanged: 'Its amount is as when it was asked',
    withdrawals_go: 'The withdrawals of this player do not wait',
    not_their_account: 'Neither operator is the player',
    provider_asked: 'Its provider was asked in the last 5 minutes',
    statement_attached: 'A line of the provider’s statement is attached',
    refund_in_range: 'The amount that was given back is more than is booked, and no more than was paid',
    changes_something: 'It gives or takes something',
    case_named: 'A case is named, or a payment of this player',
    payment_over: (params: Params) => `The payment that it names has ended${params ? `: ${statusOf(params)}` : ''}`,
    wallet_not_negative: (params: Params, amount: Write) => `The wallet does not go below zero${sumOf(params, amount)}`,
    not_asked_already: (params: Params) =>
      `Nobody has asked for the same already${params ? `: R-${Number(params['number'])}` : ''}`,
    player_told: 'The player reads a sentence about it',
    withdrawals_stopped: 'Withdrawals are stopped',
    pass_clean: 'A full reconciliation of the last hour has found nothing, and began after the last mismatch was found',
    operator_invited: 'the operator was invited and is not in yet',
    roles_as_invited: 'the roles are those of the invitation',
    set_up: 'two passkeys are set, or a password and an app where no role approves',
    all_that_is_set: 'these are all that is set',
    about_somebody_else: 'it is about somebody else',
    operator_in: 'the operator is in',
    something_new: 'something new is set',
    all_that_is_new: 'these are all that is new',
    roles_as_seen: 'the operator has the roles that were seen',
    roles_change: 'the roles change',
    has_two_passkeys: 'who approves has two passkeys',
    asker_may_ask: 'Whoever asked may still ask for this',
    request_open: 'It is neither withdrawn nor expired',
    not_own_request: 'You did not ask for it',
    role_approves: 'Your role may approve it',
    operator_for_a_day: 'You have been an operator for a day',
    somebody_else_approves: 'Somebody else approves it',
    payment_still: (params: Params) => `The payment is still ${statusOf(params)}`,
    payment_can_be: (params: Params) => `It can be ${statusOf(params)}`,
  } satisfies Readonly<Record<CheckCode, string | ((params: Params, amount: Write) => string)>>,
};
