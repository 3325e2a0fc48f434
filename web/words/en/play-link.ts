/** Sharing a ticket's numbers as a link, and what whoever opens it reads. */
export const words = {
  share: 'Play with me',
  title: (name: string, numbers: string) => `Play with me: ${name} ${numbers}`,
  copied: 'The link is copied.',
  notCopied: 'Copy this link:',

  ticket: (name: string, numbers: string, amount: string) => `${name} ${numbers}, ${amount}`,
  filled: (ticket: string, time: string) => `${ticket} is filled in below, for the draw of ${time}.`,
  closed: (closed: string) => `The draw of ${closed} has closed.`,
  unknown: (time: string) => `No draw at ${time} is on sale.`,
  noSales: 'No draw is on sale just now.',
  free: 'Change what you like. Nothing is paid yet.',
  basket: 'What is in your basket stays there.',
  begun: (ticket: string) => `The link holds ${ticket}. You have begun a ticket of your own, which it would replace.`,
  take: 'Use the link',
  keep: 'Keep mine',
  close: 'Close',
  bad: 'This link holds no ticket that can be played. Ask for a new one, or pick your own numbers.',
};
