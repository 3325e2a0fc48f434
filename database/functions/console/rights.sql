-- Written by `npm run schema` from contract/operator/rights.ts and contract/operator/report-kinds.ts. Do not edit.

-- The roles that have a right; null for an unknown one, which nobody has.
create or replace function console.roles_of(p_right text) returns console.role[]
language sql immutable as $$
  select case
    when p_right in (
      'getOperator', 'signOut', 'listSessions', 'endSession', 'getOperatorApi', 'getWays', 'beginPasskey', 'addPasskey', 'setPassword',
      'confirmPassword', 'listSavedViews', 'saveView', 'removeView', 'listShiftNotes', 'writeShiftNote', 'takeShiftNote', 'listRequests',
      'getRequest', 'decideRequest', 'listAudit', 'getAuditLine', 'listViews', 'listAlarms', 'listInbox', 'countWaiting'
    ) then '{support,payments,draws,risk,compliance,auditor,admin}'
    when p_right in ('getSettings', 'getAuditHead', 'listOperators', 'listWebhookEndpoints', 'listWebhookDeliveries', 'listMachineKeys') then '{compliance,auditor,admin}'
    when p_right in ('listsAsFiles', 'getPeopleFile', 'allAudit', 'allViews', 'unmasked', 'siteReports') then '{compliance,auditor}'
    when p_right in ('export_people', 'decideIdentityCheck', 'care_threshold', 'forbidPlay', 'markTest', 'noteOwnAccount') then '{compliance}'
    when p_right in (
      'inviteOperator', 'makeOperatorLink', 'operator_add', 'operator_roles', 'operator_passkey', 'webhook_endpoint', 'machine_key',
      'operatorsAudit'
    ) then '{admin}'
    when p_right in ('removeOperatorPasskey', 'disableOperator', 'stopWebhookEndpoint', 'replayWebhooks', 'revokeMachineKey') then '{compliance,admin}'
    when p_right in (
      'listIdentityChecks', 'getIdentityCheck', 'getIdentityImage', 'getPlayerIdentity', 'listCareSigns', 'getCareFigures',
      'getPlayerCare', 'listCareThresholds', 'listMayNotPlay', 'allCareCases'
    ) then '{risk,compliance,auditor}'
    when p_right in ('getOverview', 'getBusiness', 'listDraws', 'getHouseResults', 'getDraw', 'getDrawCurve', 'replayDraw', 'verifyDraw') then '{support,payments,draws,risk,compliance,auditor}'
    when p_right in ('takeItem', 'makeRequest', 'tryRequest') then '{support,payments,draws,risk,compliance,admin}'
    when p_right in ('listStops', 'readCaps', 'getTimetable', 'tryTimetable', 'getExposure', 'listExposures', 'getUniformity') then '{draws,risk,compliance,auditor}'
    when p_right in ('stopSales') then '{draws,risk,compliance}'
    when p_right in ('start_sales', 'pay_held_draw') then '{draws,risk}'
    when p_right in ('lowerCap', 'let_play') then '{risk,compliance}'
    when p_right in ('raise_cap') then '{risk}'
    when p_right in ('call_off_draw', 'timetable') then '{draws}'
    when p_right in ('reserve') then '{draws,compliance}'
    when p_right in (
      'searchPlayers', 'listPlayers', 'getPlayer', 'unmask', 'listPlayerTickets', 'listDrawTickets', 'listPlayerStatement',
      'getPlayerWallets', 'explainPlayerWallet', 'getPlayerDay', 'replayPlayer', 'listPlayerPayments', 'getPlayerBalance',
      'getPlayerLimits', 'getPlayerSessions', 'listPlayerNotes', 'listPlayerLooks', 'openNote'
    ) then '{support,payments,risk,compliance,auditor}'
    when p_right in ('listCareCases', 'getCareCase') then '{support,risk,compliance,auditor}'
    when p_right in ('createCareCase', 'noteCareContact', 'assignCareCase', 'closeCareCase') then '{support,compliance}'
    when p_right in ('endClientSessions', 'writeNote', 'tightenLimit', 'startBreak', 'lockClient', 'start_reset', 'lift_undo', 'clear_match') then '{support,risk,compliance}'
    when p_right in ('unlock', 'change_phone', 'change_name') then '{support}'
    when p_right in (
      'listOperatorPayments', 'sumOperatorPayments', 'listNetworks', 'countOperatorPayments', 'getOperatorPayment', 'listAdjustments',
      'getPaymentRoutes', 'listStatements', 'getStatementAccounts', 'listStatementDifferences', 'getStatementDifference', 'getBooks',
      'getAccounts', 'listMovements', 'listPostings', 'listMismatches', 'listBankFigures', 'moneyReports'
    ) then '{payments,risk,compliance,auditor}'
    when p_right in (
      'askProvider', 'releaseWithdrawal', 'refuseWithdrawal', 'release_withdrawal', 'decide_payment', 'top_up', 'payment_routes',
      'beginStatement', 'putStatementPiece', 'closeStatementDifference', 'matchStatementLine', 'adjust', 'let_withdrawals_go_on'
    ) then '{payments}'
    when p_right in ('stopPayments', 'stopWithdrawals', 'wantFullPass') then '{payments,risk,compliance}'
    when p_right in ('resume_payments') then '{payments,risk}'
    when p_right in ('listReports', 'getReport', 'listFigures', 'listFigureDraws', 'drawReports') then '{payments,draws,risk,compliance,auditor}'
    when p_right in ('typeBankFigure') then '{payments,compliance}'
    when p_right in ('allRequests') then '{auditor}'
    when p_right in ('approve') then '{risk,compliance,auditor,admin}'
  end::console.role[]
$$;

-- The right that a kind of report needs.
create or replace function console.right_to_report(p_kind text) returns text language sql immutable as $$
  select case
    when p_kind in ('accounts', 'liability', 'large_payouts', 'large_operations', 'adjustments', 'variance', 'pending', 'dormant', 'accounts_made') then 'moneyReports'
    when p_kind in ('games', 'returns', 'voids') then 'drawReports'
    when p_kind in ('site_changes', 'events') then 'siteReports'
  end
$$;
