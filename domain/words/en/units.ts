/** How amounts and numbers are written, behind and inside the digits. */
export const currency: string = 'XOF';
export const decimalMark: string = '.';
