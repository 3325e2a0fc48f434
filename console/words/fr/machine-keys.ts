import type { words as english } from '#console/words/en/machine-keys.ts';

export const words: typeof english = {
  label: 'Clés de machine',
  none: 'Aucune clé pour l’instant',
  noneMore:
    'Un programme, le nôtre ou celui d’un partenaire, lit avec une clé dès qu’un administrateur en demande une et que la conformité l’approuve.',
  failed: 'Impossible d’afficher les clés.',
  make: 'Nouvelle clé…',
  columns: { ends: 'Finit', used: 'Dernier usage', today: 'Usages ce jour' },
  states: { asked: 'à approuver', good: 'fonctionne', ended: 'terminée', revoked: 'révoquée' },
  scopes: {
    legend: 'Droits',
    'payments:read': 'les paiements, sans leurs joueurs',
    'draws:read': 'les tirages, leurs résultats et leurs sommes',
    'figures:read': 'les chiffres publics',
    'reports:read': 'les rapports sans personne',
    'statements:read': 'les relevés des prestataires et leurs écarts',
    'webhooks:replay': 'faire renvoyer des webhooks',
  },
  addresses: 'Adresses et plages d’où elle est acceptée, comme 203.0.113.7 ou 203.0.113.0/24',
  facts: {
    id: 'Clé',
    addresses: 'Acceptée depuis',
    perMinute: 'Appels par minute, au plus',
    made: 'Créée',
    askedBy: 'Demandée par',
    approvedBy: 'Approuvée par',
    revoked: 'Révoquée',
    revokedBy: 'Révoquée par',
    refused: 'Refus ce jour',
  },
  never: 'jamais',
  waits: 'Elle fonctionne dès qu’un autre opérateur l’a approuvée.',
  toRequest: 'Ouvrir la demande',
  shown: 'Gardez cette clé maintenant : elle s’affiche une seule fois, et personne ne peut la relire.',
  shownMore:
    'Ce navigateur l’a créée et n’a envoyé que son empreinte. Elle fonctionne après l’accord d’un autre opérateur.',
  copy: 'Copier la clé',
  revoke: 'Révoquer…',
  revokeTitle: (name) => `Révoquer la clé de ${name}`,
  revokeIntro: 'Immédiat et définitif : son programme ne lit plus rien. Deux opérateurs peuvent créer une autre clé.',
  revoked: 'La clé est révoquée.',
};
