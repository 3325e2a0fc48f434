import { problems, type NeededProof, type ProblemCode, type ProblemError } from '#contract/problems.ts';

export interface RefusalDetails {
  /** The fields or tickets that are in the way. */
  readonly errors?: readonly ProblemError[];
  /** A sentence for a person, where it can say more than the table's. */
  readonly detail?: string;
  /** After how many seconds trying again makes sense; becomes the header Retry-After. */
  readonly retryAfterSeconds?: number;
  /** With proof_needed: what would be a proof. */
  readonly proof?: NeededProof;
  /** The error behind it, for the log. */
  readonly cause?: unknown;
}

/** A call that is refused for a reason the caller may know. Thrown inside a transaction, it rolls it back. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: ProblemCode;
  readonly errors: readonly ProblemError[] | undefined;
  readonly detail: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly proof: NeededProof | undefined;

  constructor(code: ProblemCode, { errors, detail, retryAfterSeconds, proof, cause }: RefusalDetails = {}) {
    super(detail ?? problems[code][2], { cause });
    this.code = code;
    this.errors = errors;
    this.detail = detail;
    this.retryAfterSeconds = retryAfterSeconds;
    this.proof = proof;
  }
}

/** Turned away because there is too much to do. One for all: there are thousands when there is one. */
export const overloaded = new Refusal('overloaded', { retryAfterSeconds: 1 });

/** Whoever may not call. One for all, as above. */
export const unauthenticated = new Refusal('unauthenticated');
