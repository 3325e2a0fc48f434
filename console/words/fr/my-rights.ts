import type { words as english } from '#console/words/en/my-rights.ts';

export const words: typeof english = {
  title: 'Ce que je peux faire',
  roles: (roles) => `rôles : ${roles}`,
  notOwn: 'personne n’approuve ce qu’il a demandé',
  notOwnStop: 'sauf mon propre arrêt',
  all: 'Toutes les règles',
  nothing: 'Vos rôles voient tout ce qui leur est ouvert, et ne changent rien.',
  act: 'Acte',
  isAlone: 'Seul',
  submit: 'Demander',
  approve: 'Approuver',
  yes: 'oui',
  alone: {
    exports: 'Exporter des listes de joueurs, jusqu’à 1 000 personnes',
    operators: 'Inviter un opérateur, lui refaire un lien',
    'operators: stop one': 'Désactiver un opérateur, retirer une clé d’accès',
    'identity documents': 'Vérifier des documents',
    'the inbox: put a name on an item': 'Prendre des éléments de la boîte',
    'stop sales': 'Suspendre les ventes',
    'caps on exposure: lower one': 'Baisser un plafond',
    'care: cases': 'Ouvrir, attribuer et clore des dossiers de prévention',
    'players: end sessions, notes, tighten, lock':
      'Bloquer un joueur, resserrer une limite, fermer des sessions, écrire des notes',
    'people who may not play, test accounts': 'Interdire de jeu, marquer un compte de test',
    'payments: ask again, hold · release, decide by hand':
      'Redemander au prestataire, libérer ou refuser un retrait retenu',
    'payments: stop an account or a network': 'Arrêter les paiements d’un réseau ou d’un compte',
    'statements of providers: upload, work off': 'Charger des relevés de prestataires, clore des écarts',
    'stop withdrawals, look over the books': 'Arrêter les retraits, lancer un rapprochement complet',
    'accounts of operators themselves': 'Noter le compte de joueur d’un opérateur',
    'webhooks: stop one, send again': 'Arrêter une adresse de webhooks, renvoyer',
    'machine keys: revoke one': 'Révoquer une clé de programme',
    'money: what the bank says': 'Saisir ce que dit la banque',
  },
};
