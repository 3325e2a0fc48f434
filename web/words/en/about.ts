export const words = {
  title: 'How it works',
  lead: 'Try each bet here. Nothing is staked. 18+',
  contents: 'On this page',
  steps: {
    title: 'In three steps',
    list: [
      { title: 'Pick a bet', text: 'Choose one of six bets, your numbers from 1 to 9, and how much to stake.' },
      { title: 'Wait for the draw', text: 'Every few minutes, the numbers 1 to 9 come out in one random order.' },
      {
        title: 'See what it paid',
        text: 'Your ticket shows place by place why it won or lost. Winnings are in your wallet at once.',
      },
    ],
  },
  bets: {
    title: 'What each bet pays',
    note: 'Six bets, every chance',
    text: 'The nine circles are the nine places of a draw. Your numbers have to come out in the yellow ones.',
    wins: (places: number) =>
      places === 1 ? 'Of the nine places, the first wins.' : `Of the nine places, the first ${places} win.`,
    winsExactly: 'Each of the nine places wins with the number that you put there.',
    rules: {
      IziOne: 'Your number comes out first.',
      IziTwo: 'Your two numbers are the first two, in either order.',
      IziABC: 'Your number is among the first three.',
      Izi2x: 'At least two of your three numbers are among the first three.',
      Izi3x: 'Your three numbers are the first three, in any order.',
      IziOrder: 'At least three of your nine numbers come out in the exact places you gave them.',
    },
    pays: 'Pays',
    chance: 'Wins',
    returned: 'Returned',
    fromTo: (lowest: string, highest: string) => `${lowest} to ${highest}`,
    oneIn: (one: string) => `1 in ${one}`,
    example:
      'For example, 300 XOF on IziOne pays 1 800 XOF if your number comes out first. The payout includes your stake.',
    tiersTitle: 'What IziOrder pays',
    tiersCaption: 'IziOrder payouts by how many numbers are in their exact place',
    tiersHead: { places: 'In exact place', pays: 'Pays', stake: 'For 300 XOF', chance: 'Chance' },
  },
  draws: {
    title: 'How a draw is made',
    note: 'Sealed before, open after',
    list: [
      {
        title: 'Before sales open',
        text: 'The operator fixes a secret number for the draw and publishes its fingerprint. After that, the number cannot be changed.',
      },
      {
        title: 'Sales close',
        text: 'The server’s clock decides, not a phone’s. No ticket is accepted after that.',
      },
      {
        title: 'The tickets are sealed',
        text: 'All tickets together get one signed fingerprint, which anyone can fetch.',
      },
      {
        title: 'The numbers come out',
        text: 'They follow from the secret number and the seal and, where one is set up, from a public random value that nobody controls. All 362 880 orders are equally likely.',
      },
    ],
    results: 'See the results',
    verify: 'Verify a receipt',
    figures: 'Figures, day by day',
  },
  questions: {
    title: 'Questions and answers',
    list: [
      {
        question: 'Do earlier results change my chances?',
        answer:
          'No. In every draw, every order is equally likely. A number that has not come out for a long time is no more likely to come out next. Nor does your stake change anything.',
      },
      {
        question: 'How do I know that a draw is honest?',
        answer:
          'You can check it yourself. Every draw has the button “Verify this draw”, which works everything out again on your own device. Your receipt proves that your ticket was in the draw. A draw without a public random value says so: it is an operator-trusted draw.',
      },
      {
        question: 'What does “returned” mean?',
        answer:
          'It is the share of all stakes that comes back to players over a very long time. The rest stays with the house. So the longer you play, the more certain it is that you pay more than you win.',
      },
      {
        question: 'When do I get my winnings?',
        answer:
          'When the draw is over, within seconds. They are in your wallet, to play with or to withdraw. Stakes are taken from deposits first, then from winnings.',
      },
      {
        question: 'What happens if a draw cannot take place?',
        answer:
          'It is void, and every stake goes back to the wallet it came from. The same where the operator calls a draw off, which is possible until a minute before its sales close, and never without a reason that everybody can read. Once its numbers have come out, a draw is never repeated, changed or voided.',
      },
      {
        question: 'Are amounts rounded or capped?',
        answer: 'No. All amounts are whole francs (XOF). Nothing is rounded, and no cap reduces a payout.',
      },
      {
        question: 'Can I use the site offline?',
        answer:
          'In part. After your first visit, the screens, your basket and the tickets you saw last open without a connection. Balances, results, bets and payments need one. If your browser saves data, only Home, the menu and the basket are stored.',
      },
    ],
  },
  help: {
    title: 'When play stops being fun',
    note: 'Limits, breaks, help',
    intro:
      'Play is not a way to earn money or to win back what you have lost. Take a break and talk to someone if you notice that you',
    signs: [
      'stake more than you meant to, or money that is needed for something else;',
      'keep playing to win back losses;',
      'hide how much you play from people close to you;',
      'borrow or sell things to play;',
      'feel restless or angry when you do not play.',
    ],
    outro: 'Talk to someone you trust, to a doctor, or to a counsellor near you. You have to be 18 or over to play.',
    limits: 'Set play limits or take a break',
    link: (name: string) => `${name}: free and confidential help`,
  },
  contact: {
    title: 'Contact',
    text: 'For questions about your account or a payment, contact the operator of this site.',
    none: 'This is a demonstration: nobody answers. A site has its own e-mail address and phone here, such as help@izi.example and +225\u00a007\u00a000\u00a000\u00a000\u00a000.',
    email: 'E-mail',
    phone: 'Phone',
  },
  licence: {
    title: 'Licence',
    text: 'The program behind this site is free software under the Apache License, version 2.0. Anyone may read it, use it and improve it.',
    link: 'Read the licence',
    href: 'https://www.apache.org/licenses/LICENSE-2.0',
    api: 'For developers: the API description',
  },
};
