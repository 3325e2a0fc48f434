export const words = {
  'no answer': {
    title: 'No answer',
    text: 'The console does not reach its server. Look at your network, then try again.',
  },
  'too late': {
    title: 'No answer in time',
    text: 'The server took too long. What you asked for may have been done: look first.',
  },
  unreadable: { title: 'Not the console’s answer', text: 'Something on the way answered in the place of the server.' },
  'nothing there': {
    title: 'Nothing here',
    text: 'There is nothing at this address. Open it from its list.',
  },
  refused: (status: number) => ({ title: 'Refused', text: `The server answered with status ${status}.` }),
  passkey: {
    cancelled: {
      title: 'Not signed',
      text: 'The passkey was not used: it was cancelled, took too long, or none that fits is in reach. Nothing was sent.',
    },
    notMade: { title: 'No passkey was made', text: 'It was cancelled or took too long. Nothing was sent.' },
    exists: { title: 'Already there', text: 'This authenticator holds a passkey of yours already. Use another one.' },
    unavailable: { title: 'No passkeys here', text: 'This browser, or this address, cannot use passkeys.' },
  },
  bug: { title: 'This part has a fault', text: 'Load the page again. If it stays, tell who looks after the console.' },
};
