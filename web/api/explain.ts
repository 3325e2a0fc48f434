import { words } from '#web/words/en/api.ts';
import { ApiError } from './errors.ts';

/** The sentences about single fields, by their dotted path from the body's root. */
export function fieldErrors(error: unknown): Record<string, string> {
  const errors = error instanceof ApiError ? error.problem?.errors : undefined;
  return Object.fromEntries((errors ?? []).map(({ path, message }) => [path, message]));
}

/** Any error as text for the player: what happened, and what it means. */
export function explain(error: unknown): { title: string; text: string } {
  if (!(error instanceof ApiError)) return words.bug;
  const { failure, problem } = error;
  if (problem) return { title: problem.title, text: problem.detail };
  if (failure.kind !== 'HTTP') return words[failure.kind];
  return failure.status >= 500 ? words.serverDown : words.refused(failure.status);
}
