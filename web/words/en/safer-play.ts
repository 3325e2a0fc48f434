/** Words of other screens about play limits and breaks, without the words of the forms for them. */
export const words = {
  limits: {
    title: 'Play limits',
    note: 'The most you can deposit and stake',
  },
  breaks: {
    title: 'Take a break',
    note: 'No bets and no deposits for a while',
  },
  offer: {
    signUp: 'Decide first what you want to spend:',
    deposit: 'Your first deposit? Decide what you want to spend:',
    link: 'set play limits',
  },
};
