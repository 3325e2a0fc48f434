/** Words of the choice to stay signed in, on the pages for sign-in and sign-up. */
export const words = {
  keep: 'Keep me signed in on this device',
  shared: 'Leave it off on a device that you share.',
};
