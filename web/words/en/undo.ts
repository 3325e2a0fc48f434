/** Words of the page that undoes a change, which the links of notices lead to. */
export const words = {
  title: 'Protect your account',
  lead: 'We told you what was done in your account, and it was not you?',
  does: 'If you go on:',
  effects: [
    'Everybody is signed out of your account, you too.',
    'The password stops working. You set a new one with a code.',
    'A changed phone or e-mail is back as it was. It has to be confirmed again before it counts.',
    'Withdrawals stop until we have talked to you. No money leaves.',
  ],
  was: 'If it was you, close this page. Nothing has happened yet.',
  undo: 'Protect my account',

  done: {
    title: 'Your account is protected',
    text: 'If the link was still good, everybody is signed out and withdrawals are stopped.',
    next: 'What to do now',
    steps: ['Set a new password.', 'Contact us, so that we can allow withdrawals again.'],
    password: 'Set a new password',
    contact: 'How to contact us',
  },

  none: {
    title: 'This link is not whole',
    text: 'Open the link in our message again, or copy all of it. A link is good once, for 72 hours.',
    otherwise: 'If it is older, reset your password and contact us.',
  },
};
