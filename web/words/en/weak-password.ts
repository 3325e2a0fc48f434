/** Words after a sign-in with a password that many people use. The profile has its own, so that it loads no further file. */
export const words = { text: 'Your password is easy to guess.', change: 'Change it' };
