import type { Problem, ProblemCode } from '#contract/problems.ts';

/**
 * How a call can fail: network error, timeout, an answer that could not be parsed, or a status outside 2xx.
 */
export type Failure =
  | { readonly kind: 'FETCH_ERROR' }
  | { readonly kind: 'TIMEOUT_ERROR' }
  | { readonly kind: 'PARSING_ERROR'; readonly originalStatus: number; readonly text: string }
  | { readonly kind: 'HTTP'; readonly status: number; readonly data: unknown; readonly retryAfter: number | null };

export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.kind === 'HTTP' ? `HTTP ${failure.status}` : failure.kind);
    this.failure = failure;
  }

  get kind(): Failure['kind'] {
    return this.failure.kind;
  }

  /** The HTTP status, where there was an answer. */
  get status(): number | null {
    if (this.failure.kind === 'HTTP') return this.failure.status;
    return this.failure.kind === 'PARSING_ERROR' ? this.failure.originalStatus : null;
  }

  /** The server's problem document, where it sent one. */
  get problem(): Problem | null {
    return this.failure.kind === 'HTTP' && isProblem(this.failure.data) ? this.failure.data : null;
  }

  get code(): ProblemCode | null {
    return this.problem?.code ?? null;
  }
}

/** The problem's code, where the error is a refusal by the server. */
export function codeOf(error: unknown): ProblemCode | null {
  return error instanceof ApiError ? error.code : null;
}

function isProblem(data: unknown): data is Problem {
  return typeof data === 'object' && data !== null && 'code' in data && 'detail' in data && 'title' in data;
}
