/** The line under the header. The offer of the other language has words of its own, in that language. */
export const words = {
  offline: 'Offline. Your basket is safe.',
  back: 'Online again',
};
