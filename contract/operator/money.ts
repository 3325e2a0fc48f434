import * as v from 'valibot';
import * as calls from '#contract/calls/operator/money.ts';
import { betName, francs, instant, line, one, page, signedFrancs, uuid } from '#contract/values.ts';
import { asFile, csvColumns, pagingOrFile } from './csv.ts';
import { describeOperatorCalls } from './describe.ts';
import { acted, because, day, moment } from './values.ts';

const describe = describeOperatorCalls('Money', calls);

export const accountNames = [
  'client_dep',
  'client_win',
  'client_held',
  'client_owed',
  'draw_stakes',
  'house',
  'clearing',
  'adjustment',
  'capital',
] as const;
const account = v.picklist(accountNames);
const postingKinds = [
  'deposit',
  'bet',
  'payout',
  'refund',
  'withdrawal',
  'withdrawal_returned',
  'withdrawal_paid',
  'stakes_banked',
  'adjustment',
  'chargeback',
  'chargeback_repaid',
  'top_up',
] as const;
const kind = v.picklist(postingKinds);

const passed = v.nullable(v.object({ startedAt: instant, finishedAt: instant, mismatches: v.number() }));

export const getBooks = describe('getBooks', {
  summary: 'How the books stand: the last passes over them, what does not agree, and whether withdrawals are stopped.',
  answer: one(
    v.object({
      stopped: v.nullable(v.object({ because: v.string(), by: v.nullable(v.string()), at: instant })),
      /** A full pass of the last hour has found nothing, so that two operators can resume withdrawals. */
      mayGoOn: v.boolean(),
      openMismatches: v.number(),
      recent: passed,
      full: passed,
      unfinished: v.nullable(v.object({ tries: v.number(), check: v.string() })),
      /** When somebody asked for a full pass that has not begun yet. */
      fullWantedAt: v.nullable(instant),
      /** The moment of every sum of this screen. */
      sumsUntil: v.nullable(instant),
    }),
  ),
});

export const getAccounts = describe('getAccounts', {
  summary: 'The balance of every account, now or as it was at a full hour; clearing by provider.',
  query: v.object({ at: v.optional(moment) }),
  answer: one(
    v.object({
      /** The moment of these balances. */
      at: v.nullable(instant),
      accounts: v.array(v.object({ account, provider: v.nullable(v.string()), balance: signedFrancs })),
      /** The money of players: wallets, held money, and open stakes, less their debts. */
      owedToPlayers: signedFrancs,
      /** Our money at the payment providers. */
      atProviders: signedFrancs,
    }),
  ),
});

const movementFilters = {
  /** 31 days before `to`, where it is left out. */
  from: v.optional(moment),
  /** The end of this hour, where it is left out. */
  to: v.optional(moment),
  unit: v.optional(v.picklist(['day', 'hour']), 'day'),
  account: v.optional(account),
};

const movement = v.object({
  /** When the day or hour began. */
  from: instant,
  kind,
  fromAccount: account,
  toAccount: account,
  provider: v.nullable(v.string()),
  amount: francs,
  postings: v.number(),
});

export const listMovements = describe('listMovements', {
  summary:
    'What moved between two full hours, by day of the site’s zone or by hour, and by accounts; the newest first. At most 62 days by hour.',
  query: v.object({ ...movementFilters, ...asFile }),
  answer: one(v.object({ until: v.nullable(instant), movements: v.array(movement) })),
  csv: {
    name: 'movements',
    columns: csvColumns(movement, 'from kind from_account to_account provider amount postings'),
  },
});

const postingFilters = {
  /** By default the beginning of this hour. */
  from: v.optional(moment),
  /** At most an hour later; an hour later where it is left out. */
  to: v.optional(moment),
  kind: v.optional(kind),
  fromAccount: v.optional(account),
  toAccount: v.optional(account),
};

const posting = v.object({
  id: v.number(),
  at: instant,
  /** 0 for a posting between accounts of the house. */
  clientId: v.number(),
  kind,
  fromAccount: account,
  toAccount: account,
  amount: francs,
  /** The ticket, payment, refund, draw or adjustment. */
  reference: uuid,
  drawId: v.nullable(uuid),
});

export const listPostings = describe('listPostings', {
  summary: 'The postings behind a figure, of one hour at most, the oldest first.',
  query: v.object({ ...pagingOrFile, ...postingFilters }),
  answer: page(posting),
  csv: {
    name: 'postings',
    columns: csvColumns(posting, 'at posting client kind from_account to_account amount reference draw', {
      posting: ({ id }) => id,
      client: ({ clientId }) => clientId,
      draw: ({ drawId }) => drawId,
    }),
  },
});

export const listMismatches = describe('listMismatches', {
  summary: 'What did not agree in a pass over the books, with both sides; the newest first.',
  query: v.object({ ...pagingOrFile, open: v.optional(v.literal('true')) }),
  answer: page(
    v.object({
      id: v.number(),
      check: v.string(),
      subject: v.string(),
      subjectId: v.string(),
      detail: v.record(v.string(), v.unknown()),
      foundAt: instant,
      lastFoundAt: instant,
      closedAt: v.nullable(instant),
    }),
  ),
  csv: { name: 'mismatches' },
});

const figureFilters = {
  /** 31 days until `to`, where it is left out. */
  from: v.optional(day),
  /** Today, where it is left out. */
  to: v.optional(day),
};

const figure = {
  tickets: v.number(),
  stakes: francs,
  /** Tickets that won. */
  won: v.number(),
  payouts: francs,
  /** Gross gaming revenue, which is taxed: stakes less payouts. */
  ggr: signedFrancs,
};

const figureOfDay = v.object({
  day: v.string(),
  from: instant,
  to: instant,
  betType: betName,
  draws: v.number(),
  ...figure,
});

export const listFigures = describe('listFigures', {
  summary:
    'What draws took and paid, by the day of the site’s zone on which they were settled (both days included) and by bet type. At most 366 days. Draws that were called off are left out.',
  query: v.object({ ...figureFilters, ...asFile }),
  answer: one(v.array(figureOfDay)),
  csv: {
    name: 'figures',
    columns: csvColumns(figureOfDay, 'day bet_type draws tickets stakes won payouts ggr'),
  },
});

export const listFigureDraws = describe('listFigureDraws', {
  summary: 'The draws behind a figure, in the order in which they were settled.',
  query: v.object({
    ...pagingOrFile,
    /** The beginning of today, where it is left out. */
    from: v.optional(moment),
    /** Now, where it is left out. */
    to: v.optional(moment),
    betType: v.optional(betName),
  }),
  answer: page(v.object({ drawId: uuid, drawsAt: instant, finishedAt: instant, betType: betName, ...figure })),
  csv: { name: 'figures_of_draws' },
});

const bankAccount = v.pipe(
  v.string(),
  v.trim(),
  v.regex(/^[A-Za-z0-9][A-Za-z0-9 ._-]{0,39}$/, 'A name of up to 40 letters and digits.'),
);

export const listBankFigures = describe('listBankFigures', {
  summary:
    'What somebody read at the bank and typed in, the newest day first: the last figure of each day and account. The cursor is a day.',
  query: v.object({ ...pagingOrFile }),
  answer: page(
    v.object({
      day: v.string(),
      account: v.string(),
      amount: signedFrancs,
      note: v.nullable(v.string()),
      typedBy: v.string(),
      typedAt: instant,
      /** How often it was typed in before. */
      corrections: v.number(),
    }),
  ),
  csv: { name: 'bank_figures' },
});

export const typeBankFigure = describe('typeBankFigure', {
  summary: 'Type in what the bank says an account holds at the end of a day. Typing it again corrects it; both stay.',
  body: v.strictObject({ day, account: bankAccount, amount: signedFrancs, note: v.optional(line(3, 200)) }),
  answer: acted({ number: v.number() }),
});

export const stopWithdrawals = describe('stopWithdrawals', {
  summary:
    'Stop all withdrawals at once. Deposits, bets and draws go on, and so do withdrawals that are with a provider.',
  body: because,
  answer: acted({ outcome: v.picklist(['stopped', 'stopped_before']) }),
});

export const wantFullPass = describe('wantFullPass', {
  summary: 'Have the worker look over all the books. It begins within half a minute.',
  answer: acted({ outcome: v.literal('wanted') }),
});
