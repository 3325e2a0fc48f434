/** Words of the list of tickets and of a ticket's receipt. */
export const words = {
  title: 'My bets',
  filter: 'Which tickets',
  filters: { all: 'All', pending: 'Pending', win: 'Win', lost: 'Lost', void: 'Void' },
  waiting: 'Waiting for the draw',
  settled: 'Settled',

  empty: {
    all: { title: 'No tickets yet', text: 'Pick a bet and its numbers; your tickets and what they win show up here.' },
    pending: { title: 'Nothing is waiting', text: 'All your tickets are settled.' },
    win: { title: 'No wins yet', text: 'A ticket that wins shows up here, with the reason place by place.' },
    lost: { title: 'No lost tickets', text: 'A ticket that loses shows up here, with the reason place by place.' },
    void: {
      title: 'No void tickets',
      text: 'A draw that is called off gives every stake back; its tickets show up here.',
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
    print: 'Print',
    serial: 'Serial',
    draw: 'Draw',
    acceptedAt: 'Accepted',
    stake: 'Stake',
    payout: 'Payout',
    possible: 'Possible payout',
    result: 'Result',
    seeDraw: 'See the draw',
  },
};
