import type { RequestOptions } from './webauthn.ts';

/**
 * Every way a call can be refused: code → HTTP status, title, and the sentence a person reads when nothing more exact is
 * known. The codes are public and stable; the API's `code` field holds one of them (RFC 9457 problem documents).
 */
export const problems = {
  invalid_request: [400, 'Invalid request', 'Some fields are missing or wrong.'],
  unauthenticated: [401, 'Not signed in', 'Sign in to continue.'],
  wrong_credentials: [401, 'Sign-in failed', 'Phone, e-mail or password is incorrect.'],
  proof_needed: [403, 'Confirm it is you', 'Enter your password to continue.'],
  signature_needed: [403, 'Sign it with your passkey', 'Your passkey has to sign exactly this.'],
  not_from_console: [
    403,
    'Not from the console',
    'This did not come from the page of the console. Reload the page and try again.',
  ],
  setup_needed: [403, 'Not set up yet', 'Set two passkeys first, or a password and an app where your role allows it.'],
  not_allowed: [403, 'Not allowed', 'Your role does not allow this.'],
  account_locked: [403, 'Account locked', 'This account is locked. Contact us.'],
  not_found: [404, 'Not found', 'There is nothing here.'],
  not_there_yet: [404, 'Not there yet', 'This was not there yet at that moment. Choose a later one.'],
  method_not_allowed: [405, 'Method not allowed', 'This address does not take that method.'],
  conflict: [409, 'Conflict', 'This was changed in the meantime. Reload and try again.'],
  read_first: [409, 'Read the note first', 'A note on this player has to be opened before anything is done.'],
  ticket_conflict: [409, 'Ticket id already used', 'This ticket id belongs to another ticket.'],
  phone_taken: [409, 'Phone already in use', 'This phone number belongs to another account. Sign in to that account.'],
  email_taken: [409, 'E-mail already in use', 'This e-mail address belongs to another account. Use a different one.'],
  identity_pending: [
    409,
    'Identity check under way',
    'We are checking the document that you sent. We will tell you when we have.',
  ],
  payload_too_large: [413, 'Too large', 'That is more than this address takes.'],
  unsupported_media_type: [415, 'Unsupported media type', 'Send JSON.'],
  insufficient_funds: [422, 'Not enough money', 'The wallet does not hold enough for this.'],
  draw_closed: [422, 'Sales are closed', 'Sales for this draw are closed.'],
  draw_not_open: [422, 'Sales are not open yet', 'Sales for this draw are not open yet.'],
  sales_stopped: [
    422,
    'Sales are stopped',
    'Sales of this are stopped for the moment. Nothing was taken. Choose another draw, or come back later.',
  ],
  unknown_draw: [422, 'Unknown draw', 'There is no such draw.'],
  invalid_selection: [422, 'Wrong numbers', 'The numbers do not fit this bet type.'],
  stake_out_of_range: [422, 'Stake out of range', 'The amount is not one this bet type takes.'],
  amount_out_of_range: [422, 'Amount out of range', 'The amount is not one this payment takes.'],
  moment_ahead: [422, 'Still to come', 'That moment is still to come. Choose one that has passed.'],
  limit_reached: [422, 'Limit reached', 'This is over a limit of your account.'],
  excluded: [422, 'Play is paused', 'Play is paused on this account.'],
  account_closed: [
    422,
    'Account is being closed',
    'This account is being closed. Take the closing back to play again.',
  ],
  account_in_use: [422, 'Account in use', 'This account cannot be closed yet.'],
  identity_needed: [
    422,
    'Identity check needed',
    'We have to check your identity before you can bet or add money. Send a document under My identity in your profile. Withdrawals work as always.',
  ],
  image_refused: [
    422,
    'Picture not accepted',
    'This picture cannot be used. Take a sharp photo of the document, as JPEG or PNG.',
  ],
  phone_unconfirmed: [422, 'Phone not confirmed', 'Confirm your phone number first.'],
  cooling_off: [
    422,
    'Withdrawals wait',
    'How you sign in was changed a short while ago. Withdrawals wait until it is certain that it was you.',
  ],
  underage: [422, 'Too young', 'You must be 18 or over to play.'],
  invalid_code: [422, 'Wrong code', 'This code is wrong or no longer valid. Check it, or ask for a new one.'],
  link_over: [422, 'This link is over', 'This link was used, or is older than 15 minutes. Ask for a new one.'],
  challenge_over: [422, 'This sign-in has ended', 'This took too long or too many tries. Sign in again.'],
  passkey_unknown: [
    422,
    'Passkey not known',
    'This passkey was removed here, or it belongs to another account. Use another way in.',
  ],
  passkey_refused: [422, 'Passkey refused', 'This passkey could not be checked. Try again, or use another way in.'],
  weak_password: [422, 'Password too easy to guess', 'This password is easy to guess. Choose another one.'],
  wrong_password: [422, 'Wrong password', 'The current password is incorrect.'],
  method_unavailable: [422, 'Payment method not available', 'This payment method is not available there.'],
  payment_rejected: [422, 'Payment refused', 'The payment provider refused this.'],
  too_many_payments: [
    422,
    'Too many payments under way',
    'Too many payments of this account are under way. Wait until one of them has ended.',
  ],
  money_owed: [
    422,
    'Money is owed',
    'A payment into this account was taken back after it had been spent. Add funds first.',
  ],
  idempotency_mismatch: [422, 'Idempotency key already used', 'This idempotency key was used for another request.'],
  withdrawals_stopped: [
    503,
    'Withdrawals are stopped',
    'Withdrawals are stopped for the moment. The money stays in the wallet.',
  ],
  messages_stopped: [503, 'Messages are unavailable', 'We cannot send you messages right now. Try again later.'],
  rate_limited: [429, 'Too many attempts', 'Too many attempts. Wait a moment and try again.'],
  overloaded: [503, 'Too busy', 'The site is very busy. Nothing was taken. Try again in a moment.'],
  unavailable: [503, 'Not available', 'This is not available for the moment. Try again.'],
  unexpected: [500, 'Unexpected error', 'Something went wrong on our side.'],
} as const satisfies Record<string, readonly [status: number, title: string, detail: string]>;

export type ProblemCode = keyof typeof problems;

/** One field or ticket that caused the refusal. `path` is dotted, from the body's root: `tickets.0.betAmount`. */
export interface ProblemError {
  readonly path: string;
  readonly message: string;
  readonly code?: ProblemCode;
  /** The id of the ticket this is about, in a refused checkout. */
  readonly id?: string;
}

/** The proofs that a signed-in client can give. */
export type ProofMethod = 'password' | 'passkey' | 'totp' | 'recovery_code';

/**
 * `fresh`: one of the methods, at most ten minutes ago. `strong`: a passkey, or the password and one of the others, given
 * together.
 */
export type ProofLevel = 'fresh' | 'strong';

/** The proof that a caller needs besides the session. */
export interface NeededProof {
  /** The proofs that this client can give. */
  readonly methods: readonly ProofMethod[];
  readonly level: ProofLevel;
}

/** The limit against the payment, with identity_needed and limit_reached. */
export interface NeededIdentity {
  /** The client's tier, 0 to 2. */
  readonly tier: number;
  /** In francs. A win that is larger than its limit needs a document by itself. */
  readonly limit: number;
  /** The amount that counted against the limit before this payment, in francs. */
  readonly used: number;
}

/** The bytes that an operator's passkey has to sign, with signature_needed. */
export interface NeededSignature {
  /** The bytes of the act, in hex. */
  readonly act: string;
  /** For `navigator.credentials.get`; its challenge is the SHA-256 of the act. */
  readonly passkey: RequestOptions;
}

/** With conflict of an act that takes two: the precondition that is not met (contract/operator/requests.ts). */
export interface UnmetCheck {
  readonly code: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

/** The problem document (RFC 9457) that every refused call answers with, as `application/problem+json`. */
export interface Problem extends Partial<NeededProof>, Partial<NeededIdentity>, Partial<NeededSignature> {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: ProblemCode;
  readonly errors?: readonly ProblemError[];
  /**
   * With `cooling_off`: when withdrawals resume (RFC 3339); null where they wait until somebody has looked. With `account_locked`: when
   * the lock ends; null for persons who may not play here.
   */
  readonly until?: string | null;
  readonly unmet?: UnmetCheck;
  /** Names the request in the server's log. */
  readonly requestId?: string;
}
