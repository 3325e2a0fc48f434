/** The text after an amount, and the separators inside its digits. */
export const currency: string = 'XOF';
export const decimalMark: string = '.';
