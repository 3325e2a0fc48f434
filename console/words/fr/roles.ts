import type * as english from '#console/words/en/roles.ts';

export const roleNames: typeof english.roleNames = {
  support: { name: 'assistance', does: 'aide les joueurs, les voit masqués' },
  payments: { name: 'paiements', does: 'dépôts, retraits, ajustements' },
  draws: { name: 'tirages', does: 'tirages, suspensions, calendrier' },
  risk: { name: 'risque', does: 'exposition, blocages, approuve' },
  compliance: { name: 'conformité', does: 'joueurs, pièces, approuve' },
  auditor: { name: 'auditeur', does: 'voit tout, ne fait rien' },
  admin: { name: 'administrateur', does: 'opérateurs ; ni joueur, ni franc' },
};

export const operatorRoles = Object.keys(roleNames) as typeof english.operatorRoles;
