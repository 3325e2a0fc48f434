/** Apart from the other calls of accounts, because few pages need them. */
export const sendSecondStepCode = { method: 'POST', path: '/clients/auth/second-factor/send', status: 202 } as const;
export const changePhone = { method: 'PUT', path: '/clients/phone', status: 202, holds: 'verification' } as const;
export const confirmNewPhone = { method: 'POST', path: '/clients/phone/confirm', status: 200, holds: 'user' } as const;
