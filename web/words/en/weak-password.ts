/** Words for whoever has a password that many people use. */
export const words = {
  afterSignIn: { text: 'Your password is easy to guess.', change: 'Change it' },
  profile: {
    title: 'Your password is easy to guess',
    text: 'It is in a list of passwords that were stolen from other sites. Choose another one, such as four words.',
    change: 'Change my password',
  },
};
