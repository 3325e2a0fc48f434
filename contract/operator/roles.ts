/** The roles of operators. `docs/decisions/0054-rights-of-operators.md` lists their rights. */
export const operatorRoles = ['support', 'payments', 'draws', 'risk', 'compliance', 'auditor', 'admin'] as const;
export type OperatorRole = (typeof operatorRoles)[number];
