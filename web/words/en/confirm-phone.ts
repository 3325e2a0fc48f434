/** Words of confirming a phone: apart, because no other page needs them. */
export const words = {
  title: 'Confirm your phone',
  sentTo: (phone: string) => `We sent a text message to ${phone}.`,
  lead: 'Enter the six-digit code from the text message. You can add funds, place bets and withdraw once your phone is confirmed. Withdrawals are paid to it.',
  done: 'Your phone is confirmed.',
  later: 'Not now',
  wrong: 'Is the number wrong?',
  again: 'Sign up again',
  known: 'Already have an account?',
  signIn: 'Sign in',
};
