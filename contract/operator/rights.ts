import { operatorRoles, type OperatorRole } from './roles.ts';

/**
 * The rights of a role: `S` sees, `m` sees masked, `o` sees its own, `A` acts or asks for an act that takes two, `P` approves another
 * operator's request.
 */
type Letters = Readonly<Partial<Record<OperatorRole, string>>>;

/** Names of calls, and of what a call shows to some of its callers only. A name is in one row. */
interface Row {
  readonly roles: Letters;
  /** Calls that read: every role of this row may make them. */
  readonly reads?: readonly string[];
  /** Calls that one operator makes alone: for the roles with `A`. */
  readonly does?: readonly string[];
  /** Kinds of requests, which take two (requests.ts): for the roles with `A`. The roles with `P` approve them. */
  readonly asks?: readonly string[];
  /** Parts of answers that only the roles of this row see. It is not the name of a call. */
  readonly sees?: readonly string[];
}

const everybody: Letters = {
  support: 'S',
  payments: 'S',
  draws: 'S',
  risk: 'S',
  compliance: 'S',
  auditor: 'S',
  admin: 'S',
};

/**
 * The rights of operators. This table is the only place that names roles: each endpoint has its `roles` and `approvers` from here, the
 * database asks `console.roles_of`, which `npm run schema` writes from here (database/functions/console/rights.sql, and docs/rights.md for people), and a screen asks
 * `useMay`, by the `rights` in who is signed in. One operator can stop something; starting it again takes two. An admin is no super user: an admin sees neither players
 * nor money.
 */
export const rightRows = {
  'oneself: who I am, sessions, passkeys': {
    roles: everybody,
    reads: [
      'getOperator',
      'signOut',
      'listSessions',
      'endSession',
      'getOperatorApi',
      'getWays',
      'beginPasskey',
      'addPasskey',
      'setPassword',
      'confirmPassword',
    ],
  },
  'saved views': {
    roles: everybody,
    reads: ['listSavedViews', 'saveView', 'removeView'],
  },
  'notes of a shift': {
    roles: everybody,
    reads: ['listShiftNotes', 'writeShiftNote', 'takeShiftNote'],
  },
  'what the console runs on': {
    roles: { compliance: 'S', auditor: 'S', admin: 'S' },
    reads: ['getSettings'],
  },
  'requests: those of one’s own, and those that one may approve': {
    roles: everybody,
    reads: ['listRequests', 'getRequest', 'decideRequest'],
  },
  'audit, who looked at whom': {
    roles: {
      support: 'o',
      payments: 'o',
      draws: 'o',
      risk: 'o',
      compliance: 'S',
      auditor: 'S',
      // An admin sees the lines about operators.
      admin: 'S',
    },
    reads: ['listAudit', 'getAuditLine', 'listViews'],
  },
  'the audit as a whole': {
    roles: { compliance: 'S', auditor: 'S', admin: 'S' },
    reads: ['getAuditHead'],
  },
  // A list or a report as a file (`as=csv`), for operators who may also see it.
  exports: {
    roles: { compliance: 'A', auditor: 'A' },
    does: ['getPeopleFile'],
    sees: ['listsAsFiles'],
  },
  'exports of more than 1,000 people': {
    roles: { compliance: 'A', auditor: 'P' },
    asks: ['export_people'],
  },
  operators: {
    roles: { compliance: 'P', auditor: 'S', admin: 'AP' },
    reads: ['listOperators'],
    does: ['inviteOperator', 'makeOperatorLink'],
    asks: ['operator_add', 'operator_roles', 'operator_passkey'],
  },
  // Stopping takes one.
  'operators: stop one': {
    roles: { compliance: 'A', admin: 'A' },
    does: ['removeOperatorPasskey', 'disableOperator'],
  },
  'identity documents': {
    roles: { risk: 'S', compliance: 'A', auditor: 'S' },
    reads: ['listIdentityChecks', 'getIdentityCheck', 'getIdentityImage', 'getPlayerIdentity'],
    does: ['decideIdentityCheck'],
  },
  'overview, draws': {
    roles: { support: 'S', payments: 'S', draws: 'S', risk: 'S', compliance: 'S', auditor: 'S' },
    reads: [
      'getOverview',
      'getBusiness',
      'listDraws',
      'getHouseResults',
      'getDraw',
      'getDrawCurve',
      'replayDraw',
      'verifyDraw',
    ],
  },
  'alarms, what waits': { roles: everybody, reads: ['listAlarms', 'listInbox', 'countWaiting'] },
  'the inbox: put a name on an item': {
    roles: { support: 'A', payments: 'A', draws: 'A', risk: 'A', compliance: 'A', auditor: 'S', admin: 'A' },
    does: ['takeItem'],
  },
  'stop sales': {
    roles: { draws: 'A', risk: 'A', compliance: 'A', auditor: 'S' },
    reads: ['listStops'],
    does: ['stopSales'],
  },
  'start sales again': {
    roles: { draws: 'A', risk: 'AP', compliance: 'P', auditor: 'S' },
    asks: ['start_sales'],
  },
  'caps on exposure: see them': {
    roles: { draws: 'S', risk: 'S', compliance: 'S', auditor: 'S' },
    reads: ['readCaps'],
  },
  'caps on exposure: lower one': {
    roles: { draws: 'S', risk: 'A', compliance: 'A', auditor: 'S' },
    does: ['lowerCap'],
  },
  'caps on exposure: raise one': {
    roles: { draws: 'S', risk: 'A', compliance: 'P', auditor: 'S' },
    asks: ['raise_cap'],
  },
  'call off a draw': {
    roles: { draws: 'A', risk: 'S', compliance: 'P', auditor: 'S' },
    asks: ['call_off_draw'],
  },
  'pay a held draw': {
    roles: { draws: 'A', risk: 'A', compliance: 'P', auditor: 'S' },
    asks: ['pay_held_draw'],
  },
  timetable: {
    roles: { draws: 'A', risk: 'S', compliance: 'P', auditor: 'S' },
    reads: ['getTimetable', 'tryTimetable'],
    asks: ['timetable'],
  },
  exposure: {
    roles: { draws: 'S', risk: 'S', compliance: 'S', auditor: 'S' },
    reads: ['getExposure', 'listExposures', 'getUniformity'],
  },
  reserve: {
    roles: { draws: 'A', risk: 'S', compliance: 'AP', auditor: 'S' },
    asks: ['reserve'],
  },
  'players: find, open, tickets, statement': {
    roles: { support: 'm', payments: 'm', risk: 'm', compliance: 'S', auditor: 'S' },
    reads: [
      'searchPlayers',
      'listPlayers',
      'getPlayer',
      'unmask',
      'listPlayerTickets',
      'listDrawTickets',
      'listPlayerStatement',
      'getPlayerWallets',
      'explainPlayerWallet',
      'getPlayerDay',
      'replayPlayer',
      'listPlayerPayments',
      'getPlayerBalance',
      'getPlayerLimits',
      'getPlayerSessions',
      'listPlayerNotes',
      'listPlayerLooks',
      'openNote',
    ],
  },
  'care: signs of harm': {
    roles: { risk: 'S', compliance: 'S', auditor: 'S' },
    reads: ['listCareSigns', 'getCareFigures', 'getPlayerCare'],
  },
  'care: thresholds of signs': {
    roles: { risk: 'S', compliance: 'AP', auditor: 'S' },
    reads: ['listCareThresholds'],
    asks: ['care_threshold'],
  },
  // Support: its own cases.
  'care: cases': {
    roles: { support: 'oA', risk: 'S', compliance: 'A', auditor: 'S' },
    reads: ['listCareCases', 'getCareCase'],
    does: ['createCareCase', 'noteCareContact', 'assignCareCase', 'closeCareCase'],
  },
  'players: end sessions, notes, tighten, lock': {
    roles: { support: 'A', risk: 'A', compliance: 'A', auditor: 'S' },
    does: ['endClientSessions', 'writeNote', 'tightenLimit', 'startBreak', 'lockClient'],
  },
  'players: unlock': {
    roles: { support: 'A', risk: 'P', compliance: 'P', auditor: 'S' },
    asks: ['unlock'],
  },
  'players: another phone or name': {
    roles: { support: 'A', compliance: 'P', auditor: 'S' },
    asks: ['change_phone', 'change_name'],
  },
  'people who may not play, test accounts': {
    roles: { risk: 'S', compliance: 'A', auditor: 'S' },
    reads: ['listMayNotPlay'],
    does: ['forbidPlay', 'markTest'],
  },
  'people who may play again': {
    roles: { risk: 'A', compliance: 'AP' },
    asks: ['let_play'],
  },
  // Decision 0054.
  'players: start a reset, lift an undo, clear a match': {
    roles: { support: 'A', risk: 'AP', compliance: 'AP', auditor: 'S' },
    asks: ['start_reset', 'lift_undo', 'clear_match'],
  },
  'payments: ask again, hold · release, decide by hand': {
    roles: { payments: 'A', risk: 'SP', compliance: 'SP', auditor: 'S' },
    reads: [
      'listOperatorPayments',
      'sumOperatorPayments',
      'listNetworks',
      'countOperatorPayments',
      'getOperatorPayment',
      'listAdjustments',
    ],
    does: ['askProvider', 'releaseWithdrawal', 'refuseWithdrawal'],
    asks: ['release_withdrawal', 'decide_payment'],
  },
  // Stopping takes one.
  'payments: stop an account or a network': {
    roles: { payments: 'A', risk: 'A', compliance: 'A', auditor: 'S' },
    reads: ['getPaymentRoutes'],
    does: ['stopPayments'],
  },
  'payments: start them again': {
    roles: { payments: 'A', risk: 'AP', compliance: 'P', auditor: 'S' },
    asks: ['resume_payments'],
  },
  'payments: what was transferred to or from a provider': {
    roles: { payments: 'A', risk: 'P', compliance: 'P', auditor: 'S' },
    asks: ['top_up'],
  },
  'payments: their routes': {
    roles: { payments: 'A', risk: 'P', compliance: 'P', auditor: 'S' },
    asks: ['payment_routes'],
  },
  'statements of providers: see them': {
    roles: { payments: 'S', risk: 'S', compliance: 'S', auditor: 'S' },
    reads: ['listStatements', 'getStatementAccounts', 'listStatementDifferences', 'getStatementDifference'],
  },
  // Nothing is booked by a statement, so it takes one (decision 0134).
  'statements of providers: upload, work off': {
    roles: { payments: 'A', auditor: 'S' },
    does: ['beginStatement', 'putStatementPiece', 'closeStatementDifference', 'matchStatementLine'],
  },
  'adjust · let withdrawals go on': {
    roles: { payments: 'A', compliance: 'P', auditor: 'S' },
    asks: ['adjust', 'let_withdrawals_go_on'],
  },
  // Stopping takes one.
  'stop withdrawals, look over the books': {
    roles: { payments: 'A', risk: 'A', compliance: 'A', auditor: 'S' },
    does: ['stopWithdrawals', 'wantFullPass'],
  },
  'accounts of operators themselves': {
    roles: { compliance: 'A', auditor: 'S' },
    does: ['noteOwnAccount'],
  },
  webhooks: {
    roles: { compliance: 'P', auditor: 'S', admin: 'A' },
    reads: ['listWebhookEndpoints', 'listWebhookDeliveries'],
    asks: ['webhook_endpoint'],
  },
  // Stopping takes one operator, and a delivery that is sent again was sent before.
  'webhooks: stop one, send again': {
    roles: { compliance: 'A', auditor: 'S', admin: 'A' },
    does: ['stopWebhookEndpoint', 'replayWebhooks'],
  },
  'machine keys': {
    roles: { compliance: 'P', auditor: 'S', admin: 'A' },
    reads: ['listMachineKeys'],
    asks: ['machine_key'],
  },
  // A key that somebody has lost cannot wait for a second operator.
  'machine keys: revoke one': {
    roles: { compliance: 'A', auditor: 'S', admin: 'A' },
    does: ['revokeMachineKey'],
  },
  money: {
    roles: { payments: 'S', risk: 'S', compliance: 'S', auditor: 'S' },
    reads: ['getBooks', 'getAccounts', 'listMovements', 'listPostings', 'listMismatches', 'listBankFigures'],
  },
  // Each role sees some of them: `reportKinds` in reports.ts says which, and those of draws are for draws.
  reports: {
    roles: { payments: 'S', draws: 'S', risk: 'S', compliance: 'S', auditor: 'S' },
    reads: ['listReports', 'getReport'],
  },
  'money: what the bank says': {
    roles: { payments: 'A', risk: 'S', compliance: 'A', auditor: 'S' },
    does: ['typeBankFigure'],
  },
  'money: what draws took and paid': {
    roles: { payments: 'S', draws: 'S', risk: 'S', compliance: 'S', auditor: 'S' },
    reads: ['listFigures', 'listFigureDraws'],
  },
  'all lines of the audit, all views of players': {
    roles: { compliance: 'S', auditor: 'S' },
    sees: ['allAudit', 'allViews', 'unmasked'],
  },
  'lines of the audit about operators': { roles: { admin: 'S' }, sees: ['operatorsAudit'] },
  'all requests': { roles: { auditor: 'S' }, sees: ['allRequests'] },
  'all cases of care': { roles: { risk: 'S', compliance: 'S', auditor: 'S' }, sees: ['allCareCases'] },
  // Each report is one of these: `reportKinds` says which.
  'reports of draws': {
    roles: { payments: 'S', draws: 'S', risk: 'S', compliance: 'S', auditor: 'S' },
    sees: ['drawReports'],
  },
  'reports of money': { roles: { payments: 'S', risk: 'S', compliance: 'S', auditor: 'S' }, sees: ['moneyReports'] },
  'reports of the site and the audit': { roles: { compliance: 'S', auditor: 'S' }, sees: ['siteReports'] },
} as const satisfies Readonly<Record<string, Row>>;

type Rows = (typeof rightRows)[keyof typeof rightRows];
type NamesIn<R, K extends string> = R extends { readonly [P in K]: readonly (infer N extends string)[] } ? N : never;

/** A row with acts that one operator does alone. */
export type AloneRow = {
  [K in keyof typeof rightRows]: (typeof rightRows)[K] extends { readonly does: readonly string[] } ? K : never;
}[keyof typeof rightRows];

/** A kind of request, that is an act that takes two. */
export type RequestKind = NamesIn<Rows, 'asks'>;

/**
 * The calls that ask for an act of two operators: everybody who may ask for one kind may make them, and each kind is
 * asked for by its own roles.
 */
const askingCalls = ['makeRequest', 'tryRequest'] as const;

/**
 * A call of the operators' API, a kind of request, or data that only some roles see. `approve` is the right to approve
 * at least one kind of request.
 */
export type Right =
  | NamesIn<Rows, 'reads'>
  | NamesIn<Rows, 'does'>
  | RequestKind
  | NamesIn<Rows, 'sees'>
  | (typeof askingCalls)[number]
  | 'approve';

interface Holders {
  readonly roles: readonly OperatorRole[];
  /** The section of the table that lists it. */
  readonly right: 'reads' | 'does' | 'asks' | 'sees';
  /** The roles that may approve it, where it takes two. */
  readonly approvers?: readonly OperatorRole[];
}

const listed = Object.values<Row>(rightRows).flatMap(holdersIn);
const askers = operatorRoles.filter((role) =>
  listed.some(([, { right, roles }]) => right === 'asks' && roles.includes(role)),
);

/** Every right with its roles, in the order of the table. */
export const rights = Object.fromEntries([
  ...listed,
  ...askingCalls.map((name) => [
    name,
    { right: name === 'makeRequest' ? 'does' : 'reads', roles: askers } satisfies Holders,
  ]),
  [
    'approve',
    {
      right: 'sees',
      roles: operatorRoles.filter((role) => listed.some(([, { approvers }]) => approvers?.includes(role))),
    } satisfies Holders,
  ],
]) as Readonly<Record<Right, Holders>>;

export const allRights = Object.keys(rights) as readonly Right[];

/** Whether an operator with these roles has a right. */
export function may(roles: readonly OperatorRole[], right: Right): boolean {
  return rights[right].roles.some((role) => roles.includes(role));
}

function holdersIn({ roles, reads = [], does = [], asks = [], sees = [] }: Row): [string, Holders][] {
  const all = rolesWith(roles, 'SmoAP');
  const acting = rolesWith(roles, 'A');
  const each = (names: readonly string[], holders: Holders) => names.map((name): [string, Holders] => [name, holders]);
  return [
    ...each(reads, { right: 'reads', roles: all }),
    ...each(sees, { right: 'sees', roles: all }),
    ...each(does, { right: 'does', roles: acting }),
    ...each(asks, { right: 'asks', roles: acting, approvers: rolesWith(roles, 'P') }),
  ];
}

function rolesWith(letters: Letters, wanted: string): OperatorRole[] {
  return operatorRoles.filter((role) => Array.from(letters[role] ?? '').some((letter) => wanted.includes(letter)));
}
