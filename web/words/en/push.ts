/** Words of what goes wrong when push is turned on or off. */
export const words = {
  failed: {
    title: 'Your browser could not be reached',
    text: 'The push service of your browser does not answer. Try again later.',
  },
};
