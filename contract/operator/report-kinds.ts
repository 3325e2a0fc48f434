import { namesIn } from './names.ts';
import type { Right } from './rights.ts';

/**
 * The columns that reports have, by the type of their cells: `francs` and `count` add up, `signed` are francs with a sign, `share` is
 * a fraction of one; `account`, `draw` and `payment` name things that a screen can open; `json` is a text of JSON. A column has its name
 * in the API and in files.
 */
const columnsByType = {
  francs: namesIn(
    'in staked won returned out chargedBack held owed openStakes stakes payouts voidStakes expected stake due paid posted',
  ),
  signed: namesIn('opening adjusted closing ggr difference amount balance'),
  count: namesIn('draws tickets voidTickets tier request made askedToClose closed number'),
  share: namesIn('return theoretical bandFrom bandTo'),
  text: namesIn(
    'item ticket by direction status provider method country wallet who reason told check subject mismatch what act',
  ),
  json: namesIn('detail before after'),
  day: namesIn('from day lastMoved'),
  instant: namesIn('at drawsAt closedAt'),
  betType: namesIn('betType'),
  account: namesIn('account'),
  draw: namesIn('draw'),
  payment: namesIn('payment'),
} as const;
export type CellType = keyof typeof columnsByType;
export const cellTypes = Object.keys(columnsByType) as CellType[];
export type ColumnName = (typeof columnsByType)[CellType][number];

const typeOfColumn = Object.fromEntries(
  cellTypes.flatMap((type) => columnsByType[type].map((name) => [name, type])),
) as Readonly<Record<ColumnName, CellType>>;

type Heads = Readonly<Partial<Record<ColumnName, string>>>;

/** The heads of the columns that are not headed by their name. */
const headsApart: Heads = {
  held: 'of it held',
  owed: 'of it owed',
  ggr: 'stakes less payouts',
  day: 'of day',
  by: 'processed by',
  reason: 'why',
  drawsAt: 'planned for',
  detail: 'both sides',
  closedAt: 'agreed again',
  lastMoved: 'moved last',
  number: 'line',
};

/** The head of each column, but in the reports that give it another one. */
export const columnHeads = Object.fromEntries(
  Object.keys(typeOfColumn).map((name) => [
    name,
    headsApart[name as ColumnName] ?? name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`),
  ]),
) as Readonly<Record<ColumnName, string>>;

/** The words of a report in a language. */
export interface ReportWords {
  readonly title: string;
  /** The report's content, in a sentence. */
  readonly says: string;
  /** The heads that its columns have in it alone. */
  readonly heads?: Heads;
}

export interface ReportKind extends ReportWords {
  /** Rises whenever a column, or its meaning, changes. */
  readonly definition: number;
  /** The right to make this report. */
  readonly right: Right;
  readonly columns: readonly ColumnName[];
  /** The types that its columns have in it alone. */
  readonly types?: Readonly<Partial<Record<ColumnName, CellType>>>;
  /** It shows the present only: past periods are refused. */
  readonly isOfNow?: true;
}

/** Every report there is. docs/reports.md says who asks for which. */
export const reportKinds = {
  accounts: {
    title: 'By account',
    says: 'What each account had, took in, staked, won and gave out, and what it has at the end.',
    definition: 1,
    right: 'moneyReports',
    columns: namesIn('account opening in staked won returned adjusted out chargedBack closing held owed openStakes'),
  },
  games: {
    title: 'Games',
    says: 'Tickets, stakes, payouts and voids by bet type, of the draws that were finished in the period.',
    definition: 1,
    right: 'drawReports',
    columns: namesIn('betType draws tickets stakes won payouts ggr return theoretical voidTickets voidStakes'),
    types: { won: 'count' },
  },
  returns: {
    title: 'Return',
    says: 'Payouts against what the rules make of the stakes, with the band that fair payouts lie in 19 times in 20, by day (by month where the period is longer than one) and bet type.',
    definition: 2,
    right: 'drawReports',
    columns: namesIn('from betType tickets stakes payouts expected difference return theoretical bandFrom bandTo'),
  },
  liability: {
    title: 'Liability',
    says: 'What is owed to players at the end of the period, and what stands against it.',
    definition: 1,
    right: 'moneyReports',
    columns: namesIn('item account day amount'),
    types: { account: 'text' },
  },
  large_payouts: {
    title: 'Large payouts',
    says: 'Each payout of more than 1 000 000 XOF, and who processed it.',
    definition: 1,
    right: 'moneyReports',
    columns: namesIn('at account draw ticket betType stake due paid by'),
    heads: { at: 'paid at' },
  },
  large_operations: {
    title: 'Large operations',
    says: 'Each deposit and withdrawal of 1 000 000 XOF and more in its order, with the identity tier that the account has now.',
    definition: 1,
    right: 'moneyReports',
    columns: namesIn('at payment account tier direction amount status provider method country posted'),
    types: { amount: 'francs' },
    heads: { at: 'begun at' },
  },
  adjustments: {
    title: 'Adjustments',
    says: 'Each correction by hand: who, why, and what the player was told.',
    definition: 1,
    right: 'moneyReports',
    columns: namesIn('at account wallet amount who reason told request'),
    heads: { at: 'posted at' },
  },
  voids: {
    title: 'Voids',
    says: 'Each draw that ended without a result, why, and the stakes that went back.',
    definition: 1,
    right: 'drawReports',
    columns: namesIn('at draw drawsAt who reason request tickets stakes'),
    heads: { at: 'ended at' },
  },
  variance: {
    title: 'Variance',
    says: 'What did not agree in a pass over the books, with both sides.',
    definition: 1,
    right: 'moneyReports',
    columns: namesIn('at check subject detail closedAt'),
    heads: { at: 'found at' },
  },
  pending: {
    title: 'Pending',
    says: 'Payments that had not ended when the period did, with the status that they had then.',
    definition: 1,
    right: 'moneyReports',
    columns: namesIn('at payment account direction amount status mismatch'),
    types: { amount: 'francs' },
    heads: { at: 'begun at' },
  },
  dormant: {
    title: 'Dormant',
    says: 'Accounts with money in which nothing has moved for a year, as they are now.',
    definition: 1,
    right: 'moneyReports',
    isOfNow: true,
    columns: namesIn('account lastMoved balance'),
  },
  accounts_made: {
    title: 'Accounts made and closed',
    says: 'How many accounts were made, asked to be closed, and closed, by day (by month where the period is longer than one).',
    definition: 1,
    right: 'moneyReports',
    columns: namesIn('from made askedToClose closed'),
  },
  site_changes: {
    title: 'Software and sales',
    says: 'Software that was started or changed; sales and withdrawals that were stopped and started, by people and by caps; draws called off, timetables.',
    definition: 2,
    right: 'siteReports',
    columns: namesIn('number at what subject who reason before after request'),
  },
  events: {
    title: 'Events and changes',
    says: 'Lines of the audit: who did what to whom and why, and the values before and after. Without those that only say who came, went or looked.',
    definition: 1,
    right: 'siteReports',
    columns: namesIn('number at act subject who reason before after request'),
  },
} as const satisfies Readonly<Record<string, ReportKind>>;

export type ReportName = keyof typeof reportKinds;
export const reportNames = Object.keys(reportKinds) as ReportName[];

/** The type of a column in a report. */
export function cellTypeOf(kind: ReportName, name: ColumnName): CellType {
  const { types = {} }: ReportKind = reportKinds[kind];
  return types[name] ?? typeOfColumn[name];
}
