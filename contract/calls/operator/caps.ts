export const readCaps = { method: 'GET', path: '/operator/caps', status: 200, holds: 'data' } as const;
export const lowerCap = { method: 'POST', path: '/operator/caps', status: 201, holds: 'data' } as const;
