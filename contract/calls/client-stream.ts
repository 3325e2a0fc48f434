export const openClientStream = { method: 'GET', path: '/clients/stream', status: 200 } as const;
