import type { OperatorRole } from '#contract/operator/roles.ts';

/** The tasks of each role, in a few words. */
export const roleNames: Readonly<Record<OperatorRole, { readonly name: string; readonly does: string }>> = {
  support: { name: 'support', does: 'helps players, sees them masked' },
  payments: { name: 'payments', does: 'deposits, withdrawals, adjustments' },
  draws: { name: 'draws', does: 'draws, stops, the timetable' },
  risk: { name: 'risk', does: 'exposure, locks, approves' },
  compliance: { name: 'compliance', does: 'players, documents, approves' },
  auditor: { name: 'auditor', does: 'sees everything, does nothing' },
  admin: { name: 'admin', does: 'operators; no player, no franc' },
};

export const operatorRoles = Object.keys(roleNames) as OperatorRole[];
