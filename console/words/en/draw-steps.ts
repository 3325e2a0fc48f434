/** Names of the steps in a draw’s life. */
export const words = {
  committed: 'Committed to its seed',
  open: 'Sales opened',
  closed: 'Sales closed',
  sealed: 'Sealed',
  round: 'Beacon’s round came',
  drawn: 'Drawn',
  void: 'Cancelled',
  listed: 'Winnings calculated',
  paid: 'All paid',
} as Readonly<Record<string, string>>;
