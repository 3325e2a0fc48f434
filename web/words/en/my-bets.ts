/** Words of the list of tickets and of a ticket's receipt. */
export const words = {
  title: 'My bets',
  next: 'Next draw of yours',
  nextIn: (time: string) => `${time} in`,
  drawing: (time: string) => `Drawing ${time}`,
  noneWaits: 'No ticket is waiting for a draw.',
  filter: 'Which tickets',
  filters: { all: 'All', pending: 'Pending', win: 'Win', lost: 'Lost', void: 'Void' },
  waiting: 'Waiting',
  sum: (tickets: number, staked: string) => `${tickets === 1 ? '1 ticket' : `${tickets} tickets`}, ${staked} staked`,
  drawn: (time: string) => `Drawn ${time}`,
  calledOff: (time: string) => `Called off ${time}`,
  returned: (amount: string) => `${amount} returned`,
  verify: (time: string) => `Verify draw ${time}`,

  empty: {
    all: { title: 'No tickets yet', text: 'Pick a bet and its numbers. Your tickets and what they win show up here.' },
    pending: { title: 'Nothing is waiting', text: 'All your tickets are settled.' },
    win: { title: 'No wins yet', text: 'A ticket that wins shows up here, with the reason place by place.' },
    lost: { title: 'No lost tickets', text: 'A ticket that loses shows up here, with the reason place by place.' },
    void: {
      title: 'No void tickets',
      text: 'When a draw is called off, every stake is returned and its tickets show up here.',
    },
  },
  play: 'Play',
  lastSeen: {
    title: (time: string) => `Your tickets as of ${time}`,
    text: 'They may have changed since. Nothing here can be lost: the site keeps every ticket.',
  },

  receipt: {
    title: 'Ticket',
    back: 'All my bets',
    notFound: { title: 'No such ticket', text: 'None of your tickets is at this address.' },
    print: 'Print',
    serial: 'Serial',
    draw: 'Draw',
    acceptedAt: 'Accepted',
    stake: 'Stake',
    payout: 'Payout',
    possible: 'Possible payout',
    numbers: 'Your numbers',
    result: 'Result',
    seeDraw: 'See the draw',
  },
};
