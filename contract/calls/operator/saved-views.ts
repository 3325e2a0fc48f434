export const listSavedViews = { method: 'GET', path: '/operator/saved-views', status: 200, holds: 'data' } as const;
export const saveView = { method: 'POST', path: '/operator/saved-views', status: 201, holds: 'data' } as const;
export const removeView = { method: 'DELETE', path: '/operator/saved-views/{id}', status: 200, holds: 'data' } as const;
