export const getIdentityService = {
  method: 'GET',
  path: '/clients/otp/firebase',
  status: 200,
  holds: 'data',
} as const;
