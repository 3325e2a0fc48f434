import type { BetName } from '#domain/bet-types.ts';
import type { Step } from '#domain/fair-draw/steps.ts';
import type { DrawStepName } from '#domain/fair-draw/verify-draw.ts';
import type { ReceiptStepName } from '#domain/fair-draw/verify-receipt.ts';
import type { Failure } from '#web/api/errors.ts';
import type { PlaceInTree } from './place-in-tree.ts';

/** The page's request to the worker. */
export type CheckRequest = {
  /** The seals this device saw before, by draw. */
  readonly knownSeals: KnownSeals;
} & (
  | { readonly subject: 'draw'; readonly drawId: string }
  /** A saved receipt with its proof, or the bare receipt, as parsed JSON. */
  | { readonly subject: 'receipt'; readonly document: unknown }
  /** The receipt in the hash of an address. */
  | { readonly subject: 'link'; readonly hash: string }
);

/** By a draw's id, the hash of its seal in hex. */
export type KnownSeals = Readonly<Record<string, string>>;

/** Besides the steps of the draw and the receipt: what the site withholds, and whether it says what it said before. */
export type StepName = ReceiptStepName | DrawStepName | 'published' | 'seen' | 'saved';

/** The worker's reports while it checks. The last message is `done`, `failed` or `unreadable`. */
export type CheckMessage =
  | { readonly kind: 'progress'; readonly progress: Progress }
  | { readonly kind: 'draw'; readonly draw: CheckedDraw }
  | { readonly kind: 'ticket'; readonly ticket: CheckedTicket }
  | { readonly kind: 'place'; readonly place: PlaceInTree }
  | { readonly kind: 'step'; readonly step: Step<StepName> }
  /** The site did not answer: everything from here on is checked from the file. */
  | { readonly kind: 'offline'; readonly failure: Failure }
  /** Seals that carry the operator's signature, for the device to keep. */
  | { readonly kind: 'seals'; readonly seals: KnownSeals }
  | { readonly kind: 'done' }
  /** The site did not answer, and there is nothing else to check; null for a bug of our own. */
  | { readonly kind: 'failed'; readonly failure: Failure | null }
  /** The input is not a receipt; the sentence says why. */
  | { readonly kind: 'unreadable'; readonly sentence: string };

export type Progress =
  | { readonly doing: 'asking' }
  /** In bytes. */
  | { readonly doing: 'leaves'; readonly done: number; readonly total: number }
  | { readonly doing: 'checking' };

export interface CheckedDraw {
  readonly drawId: string;
  /** Milliseconds since 1970. */
  readonly drawsAt: number;
  readonly operatorTrusted: boolean;
  /** Whether the site says that the draw is void. */
  readonly isVoid: boolean;
  /** Null before the seal. */
  readonly tickets: number | null;
  readonly sealHash: string | null;
  readonly operatorKey: string;
}

export interface CheckedTicket {
  readonly ticketId: string;
  readonly name: BetName;
  readonly stake: number;
  readonly selectedNumbers: readonly string[];
  /** Null until the draw has a result, like the fields below. */
  readonly result: readonly string[] | null;
  readonly places: readonly boolean[] | null;
  readonly payout: number | null;
}
