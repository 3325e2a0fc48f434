/** The reports that a program may read: those without a person. */
export const machineReports = ['games', 'returns', 'liability', 'accounts_made'] as const;

export const readPayments = { method: 'GET', path: '/payments', status: 200, holds: 'data' } as const;
export const readDraws = { method: 'GET', path: '/draws', status: 200, holds: 'data' } as const;
export const readFigures = { method: 'GET', path: '/figures', status: 200, holds: 'data' } as const;
export const readReport = { method: 'GET', path: '/reports/{kind}', status: 200, holds: 'data' } as const;
export const readStatements = { method: 'GET', path: '/statements', status: 200, holds: 'data' } as const;
export const readDifferences = { method: 'GET', path: '/statement-differences', status: 200, holds: 'data' } as const;
export const resendWebhooks = { method: 'POST', path: '/webhooks/{id}/replay', status: 200, holds: 'data' } as const;
