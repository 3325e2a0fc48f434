/** The line under the header, and what pages say while it says that the network is gone. The offer of the other language has words of its own, in that language. */
export const words = {
  offline: 'Offline. Your basket is safe.',
  back: 'Online again',
  clock: (last: string) => `Device clock.\nLast result: ${last}`,
  kept: 'Kept on this device. Pay when you are online.',
};
