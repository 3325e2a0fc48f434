import type { OperatorRole } from './roles.ts';

/**
 * What a role may: `S` sees, `m` sees masked, `o` sees what is its own, `A` does or asks for what takes two, `P` approves what
 * another one asked for.
 */
type Rights = Readonly<Partial<Record<OperatorRole, string>>>;

interface Row {
  readonly rights: Rights;
  /** The calls that show something: whoever has any right in this row may make them. */
  readonly shows?: readonly string[];
  /** The calls that do something alone: for those with `A`. */
  readonly does?: readonly string[];
  /** The calls that ask for something that takes two: for those with `A`; those with `P` approve it. */
  readonly asks?: readonly string[];
}

const everybody: Rights = {
  support: 'S',
  payments: 'S',
  draws: 'S',
  risk: 'S',
  compliance: 'S',
  auditor: 'S',
  admin: 'S',
};

/**
 * Who may do what, as the operators' rules say it. Every call of the operators' API stands in one row, and its `roles` and
 * `approvers` are those of the row: server/operator/matrix.test.ts. Stopping takes one, starting again takes two. An admin is no
 * super user: it sees no player and no franc.
 */
export const matrix: Readonly<Record<string, Row>> = {
  'oneself: who I am, sessions, passkeys': {
    rights: everybody,
    shows: [
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
    rights: everybody,
    shows: ['listSavedViews', 'saveView', 'removeView'],
  },
  'what the console runs on': {
    rights: { compliance: 'S', auditor: 'S', admin: 'S' },
    shows: ['getSettings'],
  },
  'requests: those of one’s own, and those that one may approve': {
    rights: everybody,
    shows: ['listRequests', 'getRequest', 'decideRequest'],
  },
  'audit, who looked at whom': {
    rights: {
      support: 'o',
      payments: 'o',
      draws: 'o',
      risk: 'o',
      compliance: 'S',
      auditor: 'S',
      // Of operators.
      admin: 'S',
    },
    shows: ['listAudit', 'getAuditLine', 'listViews'],
  },
  'the audit as a whole': {
    rights: { compliance: 'S', auditor: 'S', admin: 'S' },
    shows: ['getAuditHead'],
  },
  exports: {
    rights: { compliance: 'A', auditor: 'A' },
    does: [
      'exportAudit',
      'exportOperatorPayments',
      'exportMovements',
      'exportPostings',
      'exportFigures',
      'exportRequests',
      'exportViews',
      'exportDraws',
      'exportStops',
      'exportAlarms',
      'exportAdjustments',
      'exportMismatches',
      'exportFigureDraws',
      'exportBankFigures',
      'exportOperators',
      'exportIdentityChecks',
      'exportPlayers',
      'exportMayNotPlay',
      'exportPlayerTickets',
      'exportPlayerStatement',
      'exportPlayerPayments',
      'exportPlayerLooks',
      'exportPlayerReplay',
      'exportDrawReplay',
      'exportCareCases',
      'exportCareSigns',
      'getPeopleFile',
      'exportReport',
    ],
  },
  'exports of more than 1,000 people': {
    rights: { compliance: 'A', auditor: 'P' },
    asks: ['askToExportPeople'],
  },
  operators: {
    rights: { compliance: 'P', auditor: 'S', admin: 'AP' },
    shows: ['listOperators'],
    does: ['inviteOperator', 'makeOperatorLink'],
    asks: ['askToLetIn', 'askToChangeRoles', 'askForPasskeys'],
  },
  // Stopping takes one.
  'operators: stop one': {
    rights: { compliance: 'A', admin: 'A' },
    does: ['removeOperatorPasskey', 'disableOperator'],
  },
  'identity documents': {
    rights: { risk: 'S', compliance: 'A', auditor: 'S' },
    shows: ['listIdentityChecks', 'getIdentityCheck', 'getIdentityImage', 'getPlayerIdentity'],
    does: ['decideIdentityCheck'],
  },
  'overview, draws': {
    rights: { support: 'S', payments: 'S', draws: 'S', risk: 'S', compliance: 'S', auditor: 'S' },
    shows: ['getOverview', 'listDraws', 'getDraw', 'replayDraw', 'verifyDraw'],
  },
  'alarms, what waits': { rights: everybody, shows: ['listAlarms', 'countWaiting'] },
  'alarms: put a name on one': {
    rights: { support: 'A', payments: 'A', draws: 'A', risk: 'A', compliance: 'A', auditor: 'S', admin: 'A' },
    does: ['takeAlarm'],
  },
  'stop sales': {
    rights: { draws: 'A', risk: 'A', compliance: 'A', auditor: 'S' },
    shows: ['listStops'],
    does: ['stopSales'],
  },
  'start sales again': {
    rights: { draws: 'A', risk: 'AP', compliance: 'P', auditor: 'S' },
    asks: ['startSales'],
  },
  'caps on exposure: see them': {
    rights: { draws: 'S', risk: 'S', compliance: 'S', auditor: 'S' },
    shows: ['readCaps'],
  },
  'caps on exposure: lower one': {
    rights: { draws: 'S', risk: 'A', compliance: 'A', auditor: 'S' },
    does: ['lowerCap'],
  },
  'caps on exposure: raise one': {
    rights: { draws: 'S', risk: 'A', compliance: 'P', auditor: 'S' },
    asks: ['raiseCap'],
  },
  'call off a draw': {
    rights: { draws: 'A', risk: 'S', compliance: 'P', auditor: 'S' },
    asks: ['callOffDraw'],
  },
  timetable: {
    rights: { draws: 'A', risk: 'S', compliance: 'P', auditor: 'S' },
    shows: ['getTimetable', 'tryTimetable'],
    asks: ['changeTimetable'],
  },
  exposure: {
    rights: { draws: 'S', risk: 'S', compliance: 'S', auditor: 'S' },
    shows: ['getExposure', 'listExposures', 'getUniformity'],
  },
  reserve: {
    rights: { draws: 'A', risk: 'S', compliance: 'AP', auditor: 'S' },
    asks: ['changeReserve'],
  },
  'players: find, open, tickets, statement': {
    rights: { support: 'm', payments: 'm', risk: 'm', compliance: 'S', auditor: 'S' },
    shows: [
      'searchPlayers',
      'listPlayers',
      'getPlayer',
      'unmask',
      'listPlayerTickets',
      'listPlayerStatement',
      'getPlayerWallets',
      'explainPlayerWallet',
      'getPlayerDay',
      'replayPlayer',
      'listPlayerPayments',
      'getPlayerLimits',
      'getPlayerSessions',
      'listPlayerNotes',
      'listPlayerLooks',
      'openNote',
    ],
  },
  'care: signs of harm': {
    rights: { risk: 'S', compliance: 'S', auditor: 'S' },
    shows: ['listCareSigns', 'getCareFigures', 'getPlayerCare'],
  },
  'care: thresholds of signs': {
    rights: { risk: 'S', compliance: 'AP', auditor: 'S' },
    shows: ['listCareThresholds'],
    asks: ['changeCareThreshold'],
  },
  // Support: its own cases.
  'care: cases': {
    rights: { support: 'oA', risk: 'S', compliance: 'A', auditor: 'S' },
    shows: ['listCareCases', 'getCareCase'],
    does: ['openCareCase', 'noteCareContact', 'assignCareCase', 'closeCareCase'],
  },
  'players: end sessions, notes, tighten, lock': {
    rights: { support: 'A', risk: 'A', compliance: 'A', auditor: 'S' },
    does: ['endClientSessions', 'writeNote', 'tightenLimit', 'startBreak', 'lockClient'],
  },
  'players: unlock': {
    rights: { support: 'A', risk: 'P', compliance: 'P', auditor: 'S' },
    asks: ['askToUnlock'],
  },
  'players: another phone or name': {
    rights: { support: 'A', compliance: 'P', auditor: 'S' },
    asks: ['askToChangePhone', 'askToChangeName'],
  },
  'people who may not play, test accounts': {
    rights: { risk: 'S', compliance: 'A', auditor: 'S' },
    shows: ['listMayNotPlay'],
    does: ['forbidPlay', 'markTest'],
  },
  'people who may play again': {
    rights: { risk: 'A', compliance: 'AP' },
    asks: ['askToLetPlay'],
  },
  // Decision 0054.
  'players: start a reset, lift an undo, clear a match': {
    rights: { support: 'A', risk: 'AP', compliance: 'AP', auditor: 'S' },
    asks: ['askForReset', 'askToLiftUndo', 'askToClearMatch'],
  },
  'payments: ask again, hold · release, decide by hand': {
    rights: { payments: 'A', risk: 'SP', compliance: 'SP', auditor: 'S' },
    shows: ['listOperatorPayments', 'countOperatorPayments', 'getOperatorPayment', 'listAdjustments'],
    does: ['askProvider', 'releaseWithdrawal', 'refuseWithdrawal'],
    asks: ['askToReleaseWithdrawal', 'askToDecidePayment'],
  },
  'adjust · let withdrawals go on': {
    rights: { payments: 'A', compliance: 'P', auditor: 'S' },
    asks: ['askToAdjust', 'askToLetWithdrawalsGoOn'],
  },
  // Stopping takes one.
  'stop withdrawals, look over the books': {
    rights: { payments: 'A', risk: 'A', compliance: 'A', auditor: 'S' },
    does: ['stopWithdrawals', 'wantFullPass'],
  },
  'accounts of operators themselves': {
    rights: { compliance: 'A', auditor: 'S' },
    does: ['noteOwnAccount'],
  },
  money: {
    rights: { payments: 'S', risk: 'S', compliance: 'S', auditor: 'S' },
    shows: ['getBooks', 'getAccounts', 'listMovements', 'listPostings', 'listMismatches', 'listBankFigures'],
  },
  // Each role sees some of them: `reportKinds` in reports.ts says which, and those of draws are for draws.
  reports: {
    rights: { payments: 'S', draws: 'S', risk: 'S', compliance: 'S', auditor: 'S' },
    shows: ['listReports', 'getReport'],
  },
  'money: what the bank says': {
    rights: { payments: 'A', risk: 'S', compliance: 'A', auditor: 'S' },
    does: ['typeBankFigure'],
  },
  'money: what draws took and paid': {
    rights: { payments: 'S', draws: 'S', risk: 'S', compliance: 'S', auditor: 'S' },
    shows: ['listFigures', 'listFigureDraws'],
  },
};
