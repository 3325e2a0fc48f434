export const words = {
  title: 'About',
  lead: 'What this is, how bets win, how the numbers are drawn, and where to find help.',
  what: {
    title: 'What this is',
    paragraphs: [
      'Every few minutes there is a draw: the numbers 1 to 9 come out in one random order. You choose a bet, the numbers, an amount and a draw. After the draw your ticket has won or lost, and winnings are in your wallet at once.',
      'All amounts are whole francs (XOF). Nothing is ever rounded, and no cap ever cuts a payout.',
    ],
  },
  bets: {
    title: 'How bets win',
    text: 'Each bet has one rule. The payout is what you stake, times the figure; it includes your stake.',
    caption: 'The six bets with rule, payout, chance and share returned',
    head: { bet: 'Bet', rule: 'Wins when', pays: 'Pays', chance: 'Chance', rtp: 'Returned' },
    rules: {
      IziOne: 'Your number comes out first.',
      IziTwo: 'Your two numbers are the first two, either way round.',
      IziABC: 'Your number is among the first three.',
      Izi2x: 'At least two of your three numbers are among the first three.',
      Izi3x: 'Your three numbers are the first three, in any order.',
      IziOrder: 'Three or more of your nine numbers are in their exact place.',
    },
    upTo: 'up to',
    chance: (one: string) => `1 in ${one}`,
    example:
      'For example, 300 XOF on IziOne pays 1 800 XOF when your number comes out first, which happens once in nine draws on average.',
    returned:
      '“Returned” is the share of all stakes that comes back to players over a very long time. The rest stays with the house. So the longer you play, the surer it is that you have paid more than you won.',
    tiersTitle: 'What IziOrder pays',
    tiersCaption: 'IziOrder payouts by the count of numbers in their exact place',
    tiersHead: { places: 'In exact place', pays: 'Pays', stake: 'For 300 XOF' },
  },
  draws: {
    title: 'How draws are made',
    paragraphs: [
      'A draw happens at a fixed minute. Sales close before it, by the clock of the server and not of any phone. No ticket is taken after that.',
      'Before sales open, the operator commits itself to a secret number of the draw. When sales have closed, all tickets are sealed with one signed fingerprint, which anybody can fetch. Only then do secret, seal and, where one is configured, a public random value that nobody controls give the nine numbers, in such a way that all 362 880 orders are equally likely. Earlier results and your stakes have no influence on it, and a number that has not come out for a long time is no more likely to come out next.',
      'You need not believe any of this: every draw has the button “Verify this draw”, which works it all out again on your own device. Your ticket’s receipt proves that it was in the draw; save it, and check it wherever you like. A draw without a public random value says so: it is an operator-trusted draw.',
      'A draw that has been drawn is never drawn again, changed or called off. Where a draw cannot take place, it is void, and every stake goes back to the very wallet it came from.',
      'You find every result with its numbers under Results, and each of your tickets says place by place why it won or lost.',
    ],
    results: 'See the results',
    verify: 'Verify a receipt',
  },
  help: {
    title: 'When play stops being fun',
    intro:
      'Play is not a way to earn money or to win back what is lost. Take a break and talk to somebody if you notice that you',
    signs: [
      'stake more than you meant to, or money that is needed for something else;',
      'play on to win back losses;',
      'hide how much you play from people close to you;',
      'borrow or sell things in order to play;',
      'feel restless or angry when you do not play.',
    ],
    outro: [
      'Talk to somebody you trust, to a doctor, or to a counsellor near you. Gambling Therapy offers free support online, in several languages, wherever you live.',
      'Play is for adults of 18 years and over.',
    ],
    limits: 'Set play limits or take a break',
    link: 'Gambling Therapy, free support online',
    href: 'https://www.gamblingtherapy.org/',
  },
  licence: {
    title: 'Licence and contact',
    text: 'The program behind this site is free software under the Apache License, version 2.0: anybody may read it, use it and improve it.',
    link: 'Read the licence',
    href: 'https://www.apache.org/licenses/LICENSE-2.0',
    contact: 'For questions about your account or a payment, write to the operator of this site:',
    api: 'For programs: the description of the API',
  },
};
