/** Words for whoever has just signed in with a password that many people use. */
export const words = { text: 'Your password is easy to guess.', change: 'Change it' };
