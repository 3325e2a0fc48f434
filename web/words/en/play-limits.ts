import type { BreakKind, PlayLimit } from '#contract/play-limits.ts';

const kinds: Record<PlayLimit['kind'], string> = { deposit: 'deposit', stake: 'stake' };
const periods: Record<PlayLimit['period'], string> = { day: 'Daily', week: 'Weekly', month: 'Monthly' };

/** Words of play limits and breaks. */
export const words = {
  limits: {
    lead: 'Set the most you can deposit and stake. A lower limit applies at once. A higher limit, or none, applies after 24 hours.',
    kind: { deposit: 'Deposits', stake: 'Stakes' },
    period: { day: 'Today', week: 'This week', month: 'This month' },
    used: (used: string) => `${used} so far`,
    unanswered: (amount: string) => `${amount} of it has no answer yet, and counts until it is declined.`,
    usedOf: (used: string, amount: string) => `${used} of ${amount}`,
    change: 'Change',
    set: 'Set a limit',
    name: (kind: PlayLimit['kind'], period: PlayLimit['period']) => `${periods[period]} ${kinds[kind]} limit`,
    changeOf: (name: string, change: string) => `${change}: ${name}`,
    next: (amount: string, at: string) => `Changes to ${amount} on ${at}.`,
    ours: (amount: string) => `We allow this account ${amount} at most. You can set less.`,
    oursUntil: (at: string) => `That ends on ${at}.`,
    noneFrom: (at: string) => `Ends on ${at}.`,
    amount: 'Amount',
    starts: {
      day: 'It starts again at midnight.',
      week: 'It starts again every Monday.',
      month: 'It starts again on the first of each month.',
    } satisfies Record<PlayLimit['period'], string>,
    wanted: 'Choose or enter an amount.',
    lowest: (lowest: string) => `Enter at least ${lowest}.`,
    save: 'Set this limit',
    remove: 'Remove this limit',
    saved: 'Your new limit applies from now on.',
    waits: 'Your limit will change in 24 hours.',
  },

  breaks: {
    lead: 'During a break you cannot bet or deposit. You can withdraw everything in your wallet, deposits included. A break cannot be ended early, not even by us.',
    howLong: 'Length of the break',
    kind: {
      day: { label: '24 hours', note: 'A short pause' },
      week: { label: '1 week', note: '7 days' },
      month: { label: '1 month', note: 'To the same date' },
      exclusion: { label: '6 months', note: 'Self-exclusion' },
    } satisfies Record<BreakKind, { label: string; note: string }>,
    start: 'Take a break',
    unconfirmed: 'Only the owner of a phone can pause play on it. Confirm your phone first.',
    confirmPhone: 'Confirm my phone',
    confirmTitle: (length: string) => `Take a break: ${length}`,
    confirm:
      'The break starts now and cannot be undone. Tickets that you have paid for stay in their draws, and their winnings are yours.',
    confirmExclusion:
      'You will be signed out everywhere, and your basket will be emptied. You can sign in again to withdraw your money.',
    password: 'Your password',
    confirmed: 'Start the break',
    back: 'Cancel',
    paused: (until: string) => `Play is paused until ${until}`,
    pausedText: 'Until then you cannot bet or deposit. You can withdraw everything in your wallet, deposits included.',
    locked: (until: string) => `We have locked bets and deposits until ${until}`,
    lockedText: 'Withdrawals work. If you have a question, contact us.',
    longer: 'You can take a longer break. It counts from the moment you start it.',
    begun: 'Your break has started.',
    already: (until: string) => `Your current break lasts longer, until ${until}. Nothing has changed.`,
  },
};
