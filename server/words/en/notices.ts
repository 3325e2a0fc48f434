/** A notice: the line above a push message, a text for push and e-mail, and one for SMS. */
export interface NoticeText {
  readonly title: string;
  readonly text: string;
  readonly sms: string;
}

const both = (title: string, text: string): NoticeText => ({ title, text, sms: `Izi: ${text}` });
/** An amount is only given where its client wants notices to name amounts. */
type Amount = string | null;
const amountPart = (amount: Amount) => (amount === null ? '' : ` of ${amount}`);

/** The texts of notices for clients. None invites to play. */
export const notices = {
  win: (draws: number, amount: Amount) =>
    draws === 1
      ? both(
          'You have won',
          amount === null
            ? 'You have won in a draw. It is in your wallet.'
            : `You have won ${amount}. It is in your wallet.`,
        )
      : both(
          'You have won',
          amount === null
            ? `You have won in ${draws} draws. It is in your wallet.`
            : `You have won ${amount} in ${draws} draws. It is in your wallet.`,
        ),
  void: (draws: number, amount: Amount) =>
    draws === 1
      ? both('Draw called off', `A draw was called off. Your stake${amountPart(amount)} is back in your wallet.`)
      : both(
          'Draws called off',
          `${draws} draws were called off. Your stakes${amountPart(amount)} are back in your wallet.`,
        ),
  deposit_done: (amount: Amount) => both('Funds added', `Your deposit${amountPart(amount)} is in your wallet.`),
  deposit_failed: (amount: Amount) =>
    both('Deposit failed', `Your deposit${amountPart(amount)} did not go through. Nothing was added.`),
  withdrawal_done: (amount: Amount) => both('Withdrawal paid', `Your withdrawal${amountPart(amount)} was paid.`),
  withdrawal_failed: (amount: Amount) =>
    both(
      'Withdrawal failed',
      `Your withdrawal${amountPart(amount)} could not be paid. The money is back in your wallet.`,
    ),
  break_over: () => both('Break over', 'Your break from play is over.'),
  stakes_reached: () => both('Limit reached', 'You have reached your limit on stakes.'),
};

export type Notices = typeof notices;
