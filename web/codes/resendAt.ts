const firstWaitMs = 60_000;

/**
 * When a code may be asked for again, where the server does not say: its wait begins with a minute and doubles with each code.
 *
 * @param sendings when codes were sent, in ms since 1970; at least one
 * @returns ISO 8601
 */
export function resendAt(sendings: readonly number[]): string {
  return new Date(sendings.at(-1)! + firstWaitMs * 2 ** (sendings.length - 1)).toISOString();
}
