import type { words as english } from '#console/words/en/search.ts';

export const words: typeof english = {
  title: 'Recherche',
  nothing: (text) => `Aucun résultat pour « ${text} »`,
  how: 'Les téléphones se trouvent par leur début ou leurs 4 derniers chiffres, les noms par leur début, les identifiants dès 4 lettres, un tirage par son heure (1835), une demande par son numéro (R-12). Un numéro de série seul se trouve pendant une heure ; ensuite, faites-le précéder du téléphone du joueur.',
  kinds: {
    client: 'Joueur',
    payment: 'Paiement',
    ticket: 'Ticket',
    draw: 'Tirage',
    request: 'Demande',
    screen: 'Aller à',
  },
  payments: { deposit: 'Dépôt', withdrawal: 'Retrait' },
  drawOf: (clock) => `tirage de ${clock}`,
  placeOf: (place, tab) => `${place} / ${tab}`,
  opens: 'ouvre',
  opensBeside: 'ouvre dans un onglet à côté',
};
