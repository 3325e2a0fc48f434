/** What an operator may be. `docs/decisions/0054-what-operators-may-do.md` says who may do what. */
export const operatorRoles = ['support', 'payments', 'draws', 'risk', 'compliance', 'auditor', 'admin'] as const;
export type OperatorRole = (typeof operatorRoles)[number];
