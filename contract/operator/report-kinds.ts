import type { Right } from './rights.ts';

/**
 * The type of a cell: `francs` and `count` add up, `signed` are francs with a sign, `share` is a fraction of one;
 * `account`, `draw` and `payment` name things that a screen can open; `json` is a text of JSON.
 */
export const cellTypes = [
  'francs',
  'signed',
  'count',
  'share',
  'text',
  'json',
  'day',
  'instant',
  'betType',
  'account',
  'draw',
  'payment',
] as const;
export type CellType = (typeof cellTypes)[number];

/** A column: its name in the API and in files, its type, and its head. */
type Column = readonly [name: string, type: CellType, head: string];

export interface ReportKind {
  readonly title: string;
  /** The report's content, in a sentence. */
  readonly says: string;
  /** Rises whenever a column, or its meaning, changes. */
  readonly definition: number;
  /** The right to make this report. */
  readonly right: Right;
  readonly columns: readonly Column[];
  /** It shows the present only: past periods are refused. */
  readonly isOfNow?: true;
}

const changes = [
  ['who', 'text', 'who'],
  ['reason', 'text', 'why'],
  ['before', 'json', 'before'],
  ['after', 'json', 'after'],
  ['request', 'count', 'request'],
] as const;

/** Every report there is. docs/reports.md says who asks for which. */
export const reportKinds = {
  accounts: {
    title: 'By account',
    says: 'What each account had, took in, staked, won and gave out, and what it has at the end.',
    definition: 1,
    right: 'moneyReports',
    columns: [
      ['account', 'account', 'account'],
      ['opening', 'signed', 'opening'],
      ['in', 'francs', 'in'],
      ['staked', 'francs', 'staked'],
      ['won', 'francs', 'won'],
      ['returned', 'francs', 'returned'],
      ['adjusted', 'signed', 'adjusted'],
      ['out', 'francs', 'out'],
      ['chargedBack', 'francs', 'charged back'],
      ['closing', 'signed', 'closing'],
      ['held', 'francs', 'of it held'],
      ['owed', 'francs', 'of it owed'],
      ['openStakes', 'francs', 'open stakes'],
    ],
  },
  games: {
    title: 'Games',
    says: 'Tickets, stakes, payouts and voids by bet type, of the draws that were finished in the period.',
    definition: 1,
    right: 'drawReports',
    columns: [
      ['betType', 'betType', 'bet type'],
      ['draws', 'count', 'draws'],
      ['tickets', 'count', 'tickets'],
      ['stakes', 'francs', 'stakes'],
      ['won', 'count', 'won'],
      ['payouts', 'francs', 'payouts'],
      ['ggr', 'signed', 'stakes less payouts'],
      ['return', 'share', 'return'],
      ['theoretical', 'share', 'theoretical'],
      ['voidTickets', 'count', 'void tickets'],
      ['voidStakes', 'francs', 'void stakes'],
    ],
  },
  returns: {
    title: 'Return',
    says: 'Payouts against what the rules make of the stakes, with the band that fair payouts lie in 19 times in 20, by day (by month where the period is longer than one) and bet type.',
    definition: 2,
    right: 'drawReports',
    columns: [
      ['from', 'day', 'from'],
      ['betType', 'betType', 'bet type'],
      ['tickets', 'count', 'tickets'],
      ['stakes', 'francs', 'stakes'],
      ['payouts', 'francs', 'payouts'],
      ['expected', 'francs', 'expected'],
      ['difference', 'signed', 'difference'],
      ['return', 'share', 'return'],
      ['theoretical', 'share', 'theoretical'],
      ['bandFrom', 'share', 'band from'],
      ['bandTo', 'share', 'band to'],
    ],
  },
  liability: {
    title: 'Liability',
    says: 'What is owed to players at the end of the period, and what stands against it.',
    definition: 1,
    right: 'moneyReports',
    columns: [
      ['item', 'text', 'item'],
      ['account', 'text', 'account'],
      ['day', 'day', 'of day'],
      ['amount', 'signed', 'amount'],
    ],
  },
  large_payouts: {
    title: 'Large payouts',
    says: 'Each payout of more than 1 000 000 XOF, and who processed it.',
    definition: 1,
    right: 'moneyReports',
    columns: [
      ['at', 'instant', 'paid at'],
      ['account', 'account', 'account'],
      ['draw', 'draw', 'draw'],
      ['ticket', 'text', 'ticket'],
      ['betType', 'betType', 'bet type'],
      ['stake', 'francs', 'stake'],
      ['due', 'francs', 'due'],
      ['paid', 'francs', 'paid'],
      ['by', 'text', 'processed by'],
    ],
  },
  large_operations: {
    title: 'Large operations',
    says: 'Each deposit and withdrawal of 1 000 000 XOF and more in its order, with the identity tier that the account has now.',
    definition: 1,
    right: 'moneyReports',
    columns: [
      ['at', 'instant', 'begun at'],
      ['payment', 'payment', 'payment'],
      ['account', 'account', 'account'],
      ['tier', 'count', 'tier'],
      ['direction', 'text', 'direction'],
      ['amount', 'francs', 'amount'],
      ['status', 'text', 'status'],
      ['provider', 'text', 'provider'],
      ['method', 'text', 'method'],
      ['country', 'text', 'country'],
      ['posted', 'francs', 'posted'],
    ],
  },
  adjustments: {
    title: 'Adjustments',
    says: 'Each correction by hand: who, why, and what the player was told.',
    definition: 1,
    right: 'moneyReports',
    columns: [
      ['at', 'instant', 'posted at'],
      ['account', 'account', 'account'],
      ['wallet', 'text', 'wallet'],
      ['amount', 'signed', 'amount'],
      ['who', 'text', 'who'],
      ['reason', 'text', 'why'],
      ['told', 'text', 'told'],
      ['request', 'count', 'request'],
    ],
  },
  voids: {
    title: 'Voids',
    says: 'Each draw that ended without a result, why, and the stakes that went back.',
    definition: 1,
    right: 'drawReports',
    columns: [
      ['at', 'instant', 'ended at'],
      ['draw', 'draw', 'draw'],
      ['drawsAt', 'instant', 'planned for'],
      ['who', 'text', 'who'],
      ['reason', 'text', 'why'],
      ['request', 'count', 'request'],
      ['tickets', 'count', 'tickets'],
      ['stakes', 'francs', 'stakes'],
    ],
  },
  variance: {
    title: 'Variance',
    says: 'What did not agree in a pass over the books, with both sides.',
    definition: 1,
    right: 'moneyReports',
    columns: [
      ['at', 'instant', 'found at'],
      ['check', 'text', 'check'],
      ['subject', 'text', 'subject'],
      ['detail', 'json', 'both sides'],
      ['closedAt', 'instant', 'agreed again'],
    ],
  },
  pending: {
    title: 'Pending',
    says: 'Payments that had not ended when the period did, with the status that they had then.',
    definition: 1,
    right: 'moneyReports',
    columns: [
      ['at', 'instant', 'begun at'],
      ['payment', 'payment', 'payment'],
      ['account', 'account', 'account'],
      ['direction', 'text', 'direction'],
      ['amount', 'francs', 'amount'],
      ['status', 'text', 'status'],
      ['mismatch', 'text', 'mismatch'],
    ],
  },
  dormant: {
    title: 'Dormant',
    says: 'Accounts with money in which nothing has moved for a year, as they are now.',
    definition: 1,
    right: 'moneyReports',
    isOfNow: true,
    columns: [
      ['account', 'account', 'account'],
      ['lastMoved', 'day', 'moved last'],
      ['balance', 'signed', 'balance'],
    ],
  },
  accounts_made: {
    title: 'Accounts made and closed',
    says: 'How many accounts were made, asked to be closed, and closed, by day (by month where the period is longer than one).',
    definition: 1,
    right: 'moneyReports',
    columns: [
      ['from', 'day', 'from'],
      ['made', 'count', 'made'],
      ['askedToClose', 'count', 'asked to close'],
      ['closed', 'count', 'closed'],
    ],
  },
  site_changes: {
    title: 'Software and sales',
    says: 'Software that was started or changed; sales and withdrawals that were stopped and started, by people and by caps; draws called off, timetables.',
    definition: 2,
    right: 'siteReports',
    columns: [
      ['number', 'count', 'line'],
      ['at', 'instant', 'at'],
      ['what', 'text', 'what'],
      ['subject', 'text', 'subject'],
      ...changes,
    ],
  },
  events: {
    title: 'Events and changes',
    says: 'Lines of the audit: who did what to whom and why, and the values before and after. Without those that only say who came, went or looked.',
    definition: 1,
    right: 'siteReports',
    columns: [
      ['number', 'count', 'line'],
      ['at', 'instant', 'at'],
      ['act', 'text', 'act'],
      ['subject', 'text', 'subject'],
      ...changes,
    ],
  },
} as const satisfies Readonly<Record<string, ReportKind>>;

export type ReportName = keyof typeof reportKinds;
export const reportNames = Object.keys(reportKinds) as ReportName[];
