export const register = {
  method: 'POST',
  path: '/clients/auth/local/register',
  status: 201,
  holds: 'verification',
} as const;
export const signIn = { method: 'POST', path: '/clients/auth/local', status: 200, holds: 'jwt' } as const;
export const sendCode = { method: 'POST', path: '/clients/otp/send', status: 202, holds: 'verification' } as const;
export const confirmPhone = {
  method: 'POST',
  path: '/clients/otp/firebase/callback',
  status: 200,
  holds: 'user',
} as const;
export const forgotPassword = {
  method: 'POST',
  path: '/clients/auth/forgot-password',
  status: 202,
  holds: 'flow',
} as const;
export const resetPassword = {
  method: 'POST',
  path: '/clients/otp/reset-password',
  status: 200,
  holds: 'jwt',
} as const;
export const changePassword = {
  method: 'POST',
  path: '/clients/auth/change-password',
  status: 200,
  holds: 'jwt',
} as const;
export const signOut = { method: 'POST', path: '/auth/logout', status: 204 } as const;
export const getMe = { method: 'GET', path: '/users/me', status: 200, holds: 'id', family: 'auth' } as const;
export const updateUser = { method: 'PUT', path: '/users/{id}', status: 200, holds: 'id' } as const;
export const sendEmailCode = {
  method: 'POST',
  path: '/clients/email/code',
  status: 202,
  holds: 'verification',
} as const;
export const confirmEmail = { method: 'POST', path: '/clients/email/confirm', status: 200, holds: 'user' } as const;
export const listSessions = {
  method: 'GET',
  path: '/clients/sessions',
  status: 200,
  holds: 'data',
  family: 'auth',
} as const;
export const passSecondStep = {
  method: 'POST',
  path: '/clients/auth/second-factor',
  status: 200,
  holds: 'jwt',
} as const;
export const getFactors = {
  method: 'GET',
  path: '/clients/factors',
  status: 200,
  holds: 'data',
  family: 'auth',
} as const;
export const addTotp = { method: 'POST', path: '/clients/totp', status: 201, holds: 'data' } as const;
export const confirmTotp = { method: 'POST', path: '/clients/totp/confirm', status: 200, holds: 'data' } as const;
export const removeTotp = { method: 'DELETE', path: '/clients/totp', status: 204 } as const;
export const renewRecoveryCodes = {
  method: 'POST',
  path: '/clients/recovery-codes',
  status: 200,
  holds: 'data',
} as const;
export const forgetDevice = { method: 'DELETE', path: '/clients/devices/{id}', status: 204 } as const;
export const endSession = { method: 'DELETE', path: '/clients/sessions/{id}', status: 204 } as const;
