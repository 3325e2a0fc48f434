import type { Francs } from '#domain/money.ts';
import type { Language } from '#server/words/languages.ts';

/** The direction of a payment: a provider collects a deposit and pays out a withdrawal. */
export type Direction = 'deposit' | 'withdrawal';

/** One thing a provider can do, in one country with one method, and the amounts it takes. */
export interface Capability {
  readonly direction: Direction;
  /** ISO 3166 alpha-2. */
  readonly country: string;
  /** The method's slug, such as `orange`. */
  readonly method: string;
  /** The method as a person knows it. */
  readonly label: string;
  readonly min: Francs;
  readonly max: Francs;
  /** Amounts are multiples of this. */
  readonly step: Francs;
}

export interface PayoutRequest {
  /** The payment's id. The provider keeps it, so that `lookup` finds the call again. */
  readonly ourRef: string;
  readonly amount: Francs;
  readonly country: string;
  readonly method: string;
  /** E.164. */
  readonly phone: string;
  readonly firstName: string;
  readonly lastName: string;
  /**
   * A pseudonym of our client, for providers that keep customers: the same in each call, and nobody can type another's. No provider
   * gets the e-mail address that a player typed.
   */
  readonly customerRef: string;
}

export interface CollectRequest extends PayoutRequest {
  /** Where the payer's browser goes afterwards. Arriving there proves nothing. */
  readonly returnUrl: string;
  /** The language in which the payer reads our pages. */
  readonly language: Language;
}

/** The provider's answer to a call it accepted. */
export interface Accepted {
  readonly providerRef: string;
  /** Where the payer approves a collection. */
  readonly redirectUrl?: string;
  /** The secret that the provider's notices repeat, where they are not signed. */
  readonly secret?: string;
  /** The provider says that the money has moved already: it is asked at once. */
  readonly isDone?: boolean;
}

/**
 * The outcome of a call that moves money. *Rejected*: it will never have an effect, because the provider said so or could not
 * be reached. *Unknown*: it may or may not have been accepted.
 */
export type CallOutcome =
  | (Accepted & { readonly outcome: 'accepted' })
  | {
      readonly outcome: 'rejected';
      readonly code: string;
      /** The reason is the provider's and not the payer's: the same payment may succeed elsewhere, or later. */
      readonly elsewhere: boolean;
    }
  | { readonly outcome: 'unknown'; readonly cause: string };

/** The code of a payout that was not started because its provider named another phone than ours. It raises an alarm. */
export const otherPhone = 'other_phone';

/** The payment that an answer names; null for what the provider never says. Compared before the answer is trusted. */
export interface About {
  readonly ourRef: string | null;
  /** ISO 4217. */
  readonly currency: string | null;
}

/** The state of a payment at its provider. */
export type ProviderState =
  /** The address of the page on which the payer approves, where the provider names it only now. */
  | { readonly state: 'under_way'; readonly redirectUrl?: string }
  /**
   * The amount is null where the provider confirms the payment as it was asked for, without repeating how much. `refunded`
   * is what was given back of it since, in all; null where the provider gave some back and does not say how much.
   */
  | {
      readonly state: 'succeeded';
      readonly amount: Francs | null;
      readonly refunded?: Francs | null;
      /** A payout that the provider can take back for three days: it is asked again after one day, and after three. */
      readonly isReversible?: boolean;
    }
  /** All of it was given back to whoever paid. */
  | { readonly state: 'refunded' }
  /** All of a payout came back to our wallet there. */
  | { readonly state: 'reversed' }
  /** `elsewhere`: for a reason of the provider, and not of the payer. */
  | { readonly state: 'failed'; readonly code: string; readonly elsewhere?: true };

/** The answer to a status call. *No answer* says nothing about the payment. */
export type StatusAnswer =
  | (ProviderState & { readonly about: About })
  | { readonly state: 'no_answer'; readonly cause: string };

/** Whether the provider knows a payment by our reference. */
export type LookupAnswer =
  | (Accepted & { readonly state: 'found' })
  | { readonly state: 'absent' }
  | { readonly state: 'no_answer'; readonly cause: string };

/** Which payment a notice is about. Nothing else in it is trusted: the status call decides. */
export interface WebhookHint {
  readonly ourRef?: string;
  readonly providerRef?: string;
  /** Must equal the stored secret of the payment, where the provider does not sign its notices. */
  readonly secret?: string;
}

export type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** A notice as it came in. */
export interface Notice {
  /** Where providers reach us by our own settings. The header `Host` is whatever the sender writes. */
  readonly address: string;
  readonly rawBody: Buffer;
  readonly headers: Headers;
  /** By the database's clock. */
  readonly receivedAt: Date;
}

/** A refund that the provider made of a deposit. */
export type RefundAnswer =
  | { readonly state: 'refunded'; readonly amount: Francs; readonly about: About }
  /** It has failed. */
  | { readonly state: 'nothing' }
  | { readonly state: 'no_answer'; readonly cause: string };

/** Refunds that have a reference of their own, where the status of the deposit does not tell of them. */
interface Refunds {
  /** The reference of the refund that a stored notice is about; null for a notice about something else. */
  refOf(rawBody: Buffer): string | null;
  status(refundRef: string): Promise<RefundAnswer>;
}

/** The balance of one of our wallets at the provider, from which it makes payouts. */
export interface Float {
  readonly country: string;
  /** Null: one wallet for all methods of the country. */
  readonly method: string | null;
  readonly amount: Francs;
}

/**
 * A payment provider. Methods never throw for external failures, never repeat a call that moves money, and return within a
 * time limit of their own.
 */
export interface PaymentProvider {
  /** Names our account there; is in the address of its webhook and in the payment's row. */
  readonly id: string;
  /** How long after a call its "not found" is trusted; a minute where it does not say. */
  readonly absentAfterMs?: number;
  /** False: that it does not know a payout by our reference proves nothing. */
  readonly findsPayouts?: false;
  /** The methods that it offers now. A provider that has to be asked for it keeps the answer for a while. */
  capabilities(): Promise<readonly Capability[]>;
  collect(request: CollectRequest): Promise<CallOutcome>;
  payout(request: PayoutRequest): Promise<CallOutcome>;
  collectStatus(providerRef: string): Promise<StatusAnswer>;
  payoutStatus(providerRef: string): Promise<StatusAnswer>;
  /** Finds a call whose answer was lost. */
  lookup(direction: Direction, ourRef: string): Promise<LookupAnswer>;
  /** Reads a notice; null when it is not the provider's. */
  verifyWebhook(notice: Notice): Promise<WebhookHint | null>;
  readonly refunds?: Refunds;
  /** The balances of our wallets; null when there is no answer. */
  floats?(): Promise<readonly Float[] | null>;
}
