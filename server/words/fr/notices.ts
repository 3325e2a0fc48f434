import type { Notices } from '#server/words/en/notices.ts';

type Amount = string | null;
const amountPart = (amount: Amount) => (amount === null ? '' : ` de ${amount}`);

/** An SMS keeps to GSM-7, as `messages.ts` says. Its amounts come with plain spaces. */
export const notices: Notices = {
  win: (draws, amount) => {
    const where = draws === 1 ? 'à un tirage' : `à ${draws} tirages`;
    const what = amount === null ? where : draws === 1 ? amount : `${amount} ${where}`;
    return {
      title: 'Vous avez gagné',
      text: `Vous avez gagné ${what}. La somme est dans votre portefeuille.`,
      sms: `Izi : vous avez gagné ${what}. La somme est dans votre portefeuille.`,
    };
  },
  void: (draws, amount) =>
    draws === 1
      ? {
          title: 'Tirage annulé',
          text: `Un tirage a été annulé. Votre mise${amountPart(amount)} est revenue dans votre portefeuille.`,
          sms: `Izi : tirage annulé. Votre mise${amountPart(amount)} est revenue dans votre portefeuille.`,
        }
      : {
          title: 'Tirages annulés',
          text: `${draws} tirages ont été annulés. Vos mises${amountPart(amount)} sont revenues dans votre portefeuille.`,
          sms: `Izi : ${draws} tirages annulés. Vos mises${amountPart(amount)} sont revenues dans votre portefeuille.`,
        },
  deposit_done: (amount) => ({
    title: 'Dépôt arrivé',
    text: `Votre dépôt${amountPart(amount)} est dans votre portefeuille.`,
    sms: `Izi : votre recharge${amountPart(amount)} est dans votre portefeuille.`,
  }),
  deposit_failed: (amount) => ({
    title: 'Dépôt non abouti',
    text: `Votre dépôt${amountPart(amount)} n’a pas abouti. Rien n’a été ajouté.`,
    sms: `Izi : votre recharge${amountPart(amount)} n'a pas abouti. Rien n'a été ajouté.`,
  }),
  withdrawal_done: (amount) => ({
    title: 'Retrait payé',
    text: `Votre retrait${amountPart(amount)} a été payé.`,
    sms: `Izi : votre retrait${amountPart(amount)} a été payé.`,
  }),
  withdrawal_failed: (amount) => ({
    title: 'Retrait non payé',
    text: `Votre retrait${amountPart(amount)} n’a pas pu être payé. L’argent est revenu dans votre portefeuille.`,
    sms: `Izi : votre retrait${amountPart(amount)} n'a pas pu aboutir. L'argent est revenu dans votre portefeuille.`,
  }),
  break_over: () => ({
    title: 'Pause terminée',
    text: 'Votre pause de jeu est terminée.',
    sms: 'Izi : votre pause de jeu est terminée.',
  }),
  stakes_reached: () => ({
    title: 'Limite atteinte',
    text: 'Vous avez atteint votre limite de mises.',
    sms: 'Izi : vous avez atteint votre limite de mises.',
  }),
};
