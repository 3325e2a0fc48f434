/** Words of ending a session. */
export const words = {
  logOut: {
    title: 'Log out?',
    deletes: (tickets: number) =>
      tickets === 1
        ? 'There is a ticket in your basket that you have not paid for. Logging out deletes it.'
        : `There are ${tickets} tickets in your basket that you have not paid for. Logging out deletes them.`,
    confirm: (tickets: number): string => (tickets === 1 ? 'Log out and delete it' : 'Log out and delete them'),
    checkout: 'Go to checkout',
    cancel: 'Cancel',
  },
};
