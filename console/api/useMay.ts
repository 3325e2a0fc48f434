import type { OperatorRole } from '#contract/operator/roles.ts';
import { useMe } from './session-state.ts';

/** Whether the operator has one of these roles. The server decides: this only leaves out what it would refuse. */
export function useMay(...roles: readonly OperatorRole[]): boolean {
  const mine = useMe().roles;
  return roles.some((role) => mine.includes(role));
}
