import type { SandboxWords } from '#server/words/en/sandbox.ts';

export const sandbox: SandboxWords = {
  badge: 'Paiement d’essai',
  note: 'Ceci est le service de paiement d’essai. Il se comporte comme un opérateur de mobile money, et aucun argent réel ne circule.',
  title: (amount) => `Payer ${amount}`,
  lead: 'Izi demande',
  pending: 'Approuver ce paiement ?',
  approved: 'Ce paiement est approuvé',
  declined: 'Ce paiement a été refusé',
  givenBack: 'Ce paiement a été rendu',
  partGivenBack: (amount) => `${amount} de ce paiement ont été rendus`,
  from: 'De',
  phone: 'Téléphone',
  method: 'Moyen',
  reference: 'Référence',
  approve: 'Approuver',
  decline: 'Refuser',
  never: 'Ne jamais répondre',
  giveBack: 'Le rendre',
  back: 'Retour à Izi',
  unknown: {
    title: 'Paiement inconnu',
    lead: 'Il n’y en a pas à cette adresse',
    again: 'Retournez sur Izi et recommencez',
  },
};
