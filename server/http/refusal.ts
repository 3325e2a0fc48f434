import {
  problems,
  type NeededIdentity,
  type NeededProof,
  type NeededSignature,
  type ProblemCode,
  type ProblemError,
  type UnmetCheck,
} from '#contract/problems.ts';
import { write, type Sentence } from '#server/words/languages.ts';

/** A field or a ticket that caused a refusal, before its sentence is written in the language of the call. */
export type Fault = Omit<ProblemError, 'message'> & { readonly message: Sentence };

export interface Limit {
  readonly name: string;
  /** How many attempts within `seconds`. */
  readonly points: number;
  readonly seconds: number;
}

interface RefusalDetails {
  /** The fields or tickets that caused it. */
  readonly errors?: readonly Fault[];
  /** A sentence for people, where it can be more exact than the one in the table of problems. */
  readonly detail?: Sentence;
  /** After how many seconds trying again makes sense; becomes the header Retry-After. */
  readonly retryAfterSeconds?: number;
  /** With rate_limited, where attempts were counted: the limit; becomes the headers RateLimit-Policy and RateLimit. */
  readonly limit?: Limit;
  /** With proof_needed: which proofs are accepted. */
  readonly proof?: NeededProof;
  /** With identity_needed and limit_reached: the limit that stops a payment. */
  readonly identity?: NeededIdentity;
  /** The bytes to sign, with signature_needed. */
  readonly signing?: NeededSignature;
  /** With conflict: the precondition of an act that is not met. */
  readonly unmet?: UnmetCheck;
  /** With cooling_off: when it ends; null while that is unknown. */
  readonly until?: Date | null;
  /** The underlying error, for the log. */
  readonly cause?: unknown;
}

/**
 * A refusal of a call for a reason that the caller may know. Thrown inside a transaction, it rolls the transaction
 * back.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: ProblemCode;
  readonly errors: readonly Fault[] | undefined;
  readonly detail: Sentence | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly limit: Limit | undefined;
  readonly proof: NeededProof | undefined;
  readonly identity: NeededIdentity | undefined;
  readonly signing: NeededSignature | undefined;
  readonly unmet: UnmetCheck | undefined;
  readonly until: Date | null | undefined;

  constructor(
    code: ProblemCode,
    { errors, detail, retryAfterSeconds, limit, proof, identity, signing, unmet, until, cause }: RefusalDetails = {},
  ) {
    // The log is in English.
    super(write(detail ?? problems[code][2], 'en'), { cause });
    this.code = code;
    this.errors = errors;
    this.detail = detail;
    this.retryAfterSeconds = retryAfterSeconds;
    this.limit = limit;
    this.proof = proof;
    this.identity = identity;
    this.signing = signing;
    this.unmet = unmet;
    this.until = until;
  }
}

/** Refused because of overload. One shared instance, because under overload it is thrown thousands of times. */
export const overloaded = new Refusal('overloaded', { retryAfterSeconds: 1 });

/** One shared instance, as above. */
export const unauthenticated = new Refusal('unauthenticated');
