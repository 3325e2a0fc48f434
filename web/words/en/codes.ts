/** Words of the codes that prove a phone or an e-mail address. */
export const words = {
  code: 'Code',
  submit: 'Confirm',
  sendAgain: 'Send a new code',
  sendAgainIn: 'Send a new code in',
  sentAgain: 'A new code is on its way.',
  notSent: 'The code could not be sent. Try again in a moment.',

  inbox: {
    title: 'Demo inbox',
    text: 'This site runs in demo mode: what would be sent to a phone is shown here.',
    waiting: 'No message yet. One takes a second or two.',
    use: (code: string) => `Use ${code}`,
  },
};
