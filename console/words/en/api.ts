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
  refused: (status: number) => ({ title: 'Refused', text: `The server answered with status ${status}.` }),
  bug: { title: 'This part has a fault', text: 'Load the page again. If it stays, tell who looks after the console.' },
};
