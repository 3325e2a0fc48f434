import type { Call } from '#contract/calls/call.ts';

/**
 * The lists that nobody takes out: to read a note is an act of its own, which a file would go around, and where the money of one
 * player comes from is said on the screen.
 */
export const withoutFile: readonly string[] = ['/operator/clients/{id}/notes', '/operator/clients/{id}/explanation'];

/** The path of the call that answers with a list as a file, to those who may; null for a list without one. */
export function fileOf({ path }: Pick<Call, 'path'>): string | null {
  return withoutFile.includes(path) ? null : `${path}/export`;
}
