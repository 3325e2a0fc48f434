import type { words as english } from '#web/words/en/personal-data.ts';

export const words: typeof english = {
  export: {
    title: 'Télécharger mes données',
    lead: 'Un fichier zip avec tout ce que nous gardons sur vous : vos informations, connexions, tickets, relevé, paiements, limites et plus encore. Chaque liste est en JSON et en CSV, qu’un tableur ouvre. Vous pouvez le télécharger une fois par jour.',
    start: 'Télécharger mes données',
    stop: 'Arrêter',
    soFar: (size) => `Téléchargement : ${size} jusqu’ici`,
    fileName: (day) => `izi-mes-donnees-${day}.zip`,
    saved: 'Vos données sont téléchargées.',
    enough: 'Vous avez déjà téléchargé vos données aujourd’hui',
  },

  closing: {
    title: 'Fermer mon compte',
    lead: 'Vos portefeuilles doivent être vides, sans ticket ni paiement en cours. Dès lors, vous ne pouvez plus jouer ni recharger. Vous avez 14 jours pour changer d’avis.',
    erased:
      'Ensuite nous effaçons votre nom, téléphone, e-mail, adresse, connexions, messages et favoris. Vos tickets et les comptes restent sous un numéro. Les paiements gardent le nom et le téléphone avec lesquels ils ont été faits, parce que la loi l’exige.',
    start: 'Fermer mon compte',
    confirmTitle: 'Fermer votre compte ?',
    confirmed: 'Oui, le fermer',
    back: 'Annuler',
    begun: 'Votre compte est en cours de fermeture.',
    running: (at) => `Votre compte sera effacé le ${at}`,
    runningText: 'D’ici là, vous pouvez vous connecter et le garder. Vous ne pouvez ni jouer ni recharger.',
    keep: 'Garder mon compte',
    kept: 'Votre compte reste ouvert.',
  },
};
