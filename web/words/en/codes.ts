/** Words of the codes that confirm a phone or an e-mail address. */
export const words = {
  code: 'Code',
  submit: 'Confirm',
  sendAgain: 'Send a new code',
  sendAgainIn: 'Send a new code in',
  sentAgain: 'A new code is on its way.',

  inbox: {
    title: 'Demo inbox',
    text: 'Nothing is really sent.',
    waiting: 'Waiting for the message …',
    use: (code: string) => `Use ${code}`,
  },
};
