export const words = {
  of: (amount: string) => `Wallet balance ${amount}`,
  unknown: 'Wallet balance',
  none: '–',
  asOf: (time: string) => `as of ${time}`,
};
