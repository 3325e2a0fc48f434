export const undoChange = { method: 'POST', path: '/clients/auth/undo', status: 202 } as const;
