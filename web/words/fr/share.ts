import type { words as english } from '#web/words/en/share.ts';

export const words: typeof english = {
  title: 'Partager ce ticket',
  note: 'Qui a le lien ou scanne le code voit ce ticket et peut le contrôler, sans se connecter. Rien n’y dit qui vous êtes.',
  picture: (name, serial) => `Image du ticket ${serial}, ${name}`,
  noPicture: 'L’image n’a pas pu être dessinée. Le lien marche sans elle.',
  sharePicture: 'Partager l’image',
  savePicture: 'Enregistrer l’image',
  shareLink: 'Partager le lien',
  copyLink: 'Copier le lien',
  copied: 'Le lien est copié.',
  notCopied: 'Le lien n’a pas pu être copié. Ouvrez le contrôle public et copiez son adresse.',
  publicCheck: 'Contrôle public de ce ticket',
  fileName: (serial) => `ticket-izi-${serial}.png`,
  onPicture: {
    draw: (time) => `Tirage ${time}`,
    pays: (amount) => `Gain ${amount}`,
    void: 'Tirage annulé',
    check: 'Scannez pour vérifier ce ticket',
  },
};
