import type { Problem } from '#contract/problems.ts';
import { words } from '#console/words/en/api.ts';
import { PasskeyError } from '#ui/webauthn.ts';

/** A call that failed: without an answer, with one that is not the API's, or with a problem document. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly kind: 'no answer' | 'too late' | 'unreadable' | 'refused' | 'nothing there';
  /** The HTTP status, where there was an answer. */
  readonly status: number | null;
  /** The server's problem document, where it sent one. It may hold more, as `signature_needed` does. */
  readonly problem: (Problem & Readonly<Record<string, unknown>>) | null;

  constructor(kind: ApiError['kind'], status: number | null = null, problem: ApiError['problem'] = null) {
    super(problem?.code ?? kind);
    this.kind = kind;
    this.status = status;
    this.problem = problem;
  }
}

/** The code of the server's refusal; null for every other error. */
export function codeOf(error: unknown): string | null {
  return error instanceof ApiError ? (error.problem?.code ?? null) : null;
}

interface Said {
  /** In a few words. */
  readonly title: string;
  /** The error in a sentence. */
  readonly text: string;
  /** Names the request in the server's log. */
  readonly requestId?: string | undefined;
}

/** Any error in words. */
export function explain(error: unknown): Said {
  if (error instanceof PasskeyError) return words.passkey[error.failure];
  if (!(error instanceof ApiError)) return words.bug;
  const { problem, kind, status } = error;
  if (problem) {
    const fields = (problem.errors ?? []).map(({ path, message }) => (path === '' ? message : `${path}: ${message}`));
    return { title: problem.title, text: [problem.detail, ...fields].join(' '), requestId: problem.requestId };
  }
  return kind === 'refused' ? words.refused(status!) : words[kind];
}
