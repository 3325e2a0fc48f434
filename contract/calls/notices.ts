/** The kinds of notices for clients, in the order of the settings. */
export const noticeKinds = ['win', 'void', 'payment', 'limit'] as const;
export const noticeChannels = ['push', 'email', 'sms'] as const;

export const getNotices = {
  method: 'GET',
  path: '/clients/notices',
  status: 200,
  holds: 'data',
  family: 'auth',
} as const;
export const setNotices = { method: 'PUT', path: '/clients/notices', status: 200, holds: 'data' } as const;
export const subscribeToPush = { method: 'POST', path: '/clients/push', status: 201, holds: 'data' } as const;
export const endPush = { method: 'DELETE', path: '/clients/push/{id}', status: 204 } as const;
