import type { words as english } from '#web/words/en/codes.ts';

export const words: typeof english = {
  code: 'Code',
  submit: 'Confirmer',
  sendAgain: 'Envoyer un nouveau code',
  sendAgainIn: 'Nouveau code possible dans',
  sentAgain: 'Un nouveau code est en route.',

  inbox: {
    title: 'Boîte de démonstration',
    text: 'Rien n’est vraiment envoyé.',
    waiting: 'En attente du message …',
    use: (code) => `Utiliser ${code}`,
  },
};
