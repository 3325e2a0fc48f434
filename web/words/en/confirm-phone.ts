/** Words of confirming a phone: apart, because no other page needs them. */
export const words = {
  title: 'Confirm your phone',
  sentTo: (phone: string) => `We sent a code to ${phone}.`,
  done: 'Your phone is confirmed.',
  wrong: 'Is the number wrong?',
  change: 'Change it',
  known: 'You already had an account?',
  signIn: 'Sign in',
};
