import type { Call } from '#contract/calls/call.ts';

/**
 * The lists that nobody takes out: to read a note is an act of its own, which a file would go around, and where the money of one
 * player comes from is said on the screen.
 */
const withoutFile: readonly string[] = ['/operator/clients/{id}/notes', '/operator/clients/{id}/explanation'];

/** Whether a list is also a file, with `as=csv`, to those who may take one. */
export function hasFile({ path }: Pick<Call, 'path'>): boolean {
  return !withoutFile.includes(path);
}
