/** Lists as files: see `mediaTypes` in the contract. Each resolves to CSV, with the filters of its list. */
export const exportRequests = { method: 'GET', path: '/operator/requests/export', status: 200 } as const;
export const exportViews = { method: 'GET', path: '/operator/views/export', status: 200 } as const;
export const exportDraws = { method: 'GET', path: '/operator/draws/export', status: 200 } as const;
export const exportStops = { method: 'GET', path: '/operator/stops/export', status: 200 } as const;
export const exportAlarms = { method: 'GET', path: '/operator/alarms/export', status: 200 } as const;
export const exportAdjustments = { method: 'GET', path: '/operator/adjustments/export', status: 200 } as const;
export const exportMismatches = { method: 'GET', path: '/operator/money/mismatches/export', status: 200 } as const;
export const exportFigureDraws = { method: 'GET', path: '/operator/money/figures/draws/export', status: 200 } as const;
export const exportBankFigures = { method: 'GET', path: '/operator/money/bank-figures/export', status: 200 } as const;
export const exportOperators = { method: 'GET', path: '/operator/operators/export', status: 200 } as const;
export const exportIdentityChecks = { method: 'GET', path: '/operator/identity-checks/export', status: 200 } as const;
export const exportPlayers = { method: 'GET', path: '/operator/clients/export', status: 200 } as const;
export const exportMayNotPlay = { method: 'GET', path: '/operator/may-not-play/export', status: 200 } as const;
export const exportPlayerTickets = {
  method: 'GET',
  path: '/operator/clients/{id}/tickets/export',
  status: 200,
} as const;
export const exportPlayerStatement = {
  method: 'GET',
  path: '/operator/clients/{id}/statement/export',
  status: 200,
} as const;
export const exportPlayerPayments = {
  method: 'GET',
  path: '/operator/clients/{id}/payments/export',
  status: 200,
} as const;
export const exportPlayerLooks = { method: 'GET', path: '/operator/clients/{id}/looks/export', status: 200 } as const;
export const exportPlayerReplay = { method: 'GET', path: '/operator/clients/{id}/replay/export', status: 200 } as const;
export const exportDrawReplay = { method: 'GET', path: '/operator/draws/{id}/replay/export', status: 200 } as const;
export const exportCareCases = { method: 'GET', path: '/operator/care/cases/export', status: 200 } as const;
export const exportCareSigns = { method: 'GET', path: '/operator/care/signs/export', status: 200 } as const;

/** What takes two: a file of more than a thousand people. The file is named by its request. */
export const askToExportPeople = {
  method: 'POST',
  path: '/operator/people-files',
  status: 202,
  holds: 'data',
} as const;
export const getPeopleFile = { method: 'GET', path: '/operator/people-files/{id}', status: 200 } as const;
