/** Apart from the words of passkeys: the button is shown before their code is there. */
export const words = { submit: 'Use a passkey' };
