import { operatorRoles } from '#console/words/en/roles.ts';
import type { OperatorRole } from '#contract/operator/roles.ts';

/** The invitation in an address: a link of `npm run operator`, or in a demonstration the roles to sign in with. */
export type Invitation = { readonly token: string } | { readonly demo: readonly OperatorRole[] } | null;

/**
 * Reads the part of the address that browsers send to nobody: `#join=<token>`, `#demo=risk,compliance`, or `#demo`.
 *
 * @param hash with its `#`
 */
export function readInvitation(hash: string): Invitation {
  const parts = new URLSearchParams(hash.slice(1));
  const token = parts.get('join');
  if (token !== null && /^[\w-]{43}$/.test(token)) return { token };
  const demo = parts.get('demo');
  if (demo === null) return null;
  const roles = operatorRoles.filter((role) => demo.split(',').includes(role));
  return { demo: roles.length > 0 ? roles : ['risk', 'compliance'] };
}
