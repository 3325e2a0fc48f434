export const listOutbox = { method: 'GET', path: '/outbox', status: 200, holds: 'data' } as const;
