import type { BreakKind, PlayLimit } from '#contract/play-limits.ts';

const periods: Record<PlayLimit['period'], string> = { day: 'a day', week: 'a week', month: 'a month' };

/** Words of play limits and breaks. */
export const words = {
  limits: {
    title: 'Play limits',
    lead: 'Decide now what you may add and stake. A lower limit holds at once. A higher one, or none, has to wait 24 hours.',
    kind: { deposit: 'Adding funds', stake: 'Staking' },
    period: { day: 'Today', week: 'This week', month: 'This month' },
    used: (used: string) => `${used} so far`,
    usedOf: (used: string, amount: string) => `${used} of ${amount}`,
    none: 'No limit',
    change: 'Change',
    set: 'Set a limit',
    name: (kind: PlayLimit['kind'], period: PlayLimit['period']) =>
      `${kind === 'deposit' ? 'What I add' : 'What I stake'} ${periods[period]}`,
    changeOf: (name: string, change: string) => `${change}: ${name}`,
    next: (amount: string, at: string) => `${amount} from ${at} on.`,
    noneFrom: (at: string) => `No limit from ${at} on.`,
    amount: 'Amount',
    atMost: 'The most you allow yourself. The next period begins at midnight, on Monday, or on the first of the month.',
    wanted: 'Choose or write an amount.',
    lowest: (lowest: string) => `From ${lowest}.`,
    save: 'Set this limit',
    remove: 'Remove this limit',
    saved: 'Your limit holds from now on.',
    waits: 'Your limit changes in 24 hours.',
  },

  breaks: {
    title: 'Take a break',
    lead: 'No bets and no deposits for a while. Nobody can end it early, not even we. You can still withdraw, and your deposits as well.',
    howLong: 'How long',
    kind: {
      day: { label: '24 hours', note: 'A pause' },
      week: { label: 'A week', note: '7 days' },
      month: { label: 'A month', note: 'to the day' },
      exclusion: { label: '6 months', note: 'self-exclusion' },
    } satisfies Record<BreakKind, { label: string; note: string }>,
    start: 'Take a break',
    unconfirmed: 'Only the owner of a phone can pause play on it. Confirm yours first.',
    confirmPhone: 'Confirm my phone',
    confirmTitle: (length: string) => `A break: ${length}`,
    confirm:
      'It begins now and cannot be taken back. Tickets you have placed stay in their draws, and what they win is yours.',
    confirmExclusion: 'You are signed out everywhere. Sign in again to withdraw.',
    password: 'Your password',
    confirmed: 'Begin the break',
    back: 'Not now',
    paused: (until: string) => `Play is paused until ${until}`,
    pausedText: 'No bets and no deposits until then. You can withdraw your winnings and your deposits.',
    longer: 'A longer break may be added to it.',
    begun: 'Your break has begun.',
  },

  offer: {
    signUp: 'Decide what you may spend first:',
    deposit: 'Your first deposit? Decide what you may spend:',
    link: 'set play limits',
  },
};
