/** Behind the digits. */
export const day: string = 'd';

/** The separator between a name and its value. */
export const colon: string = ': ';

/** From Sunday on. */
export const weekdays: string = 'Sun Mon Tue Wed Thu Fri Sat';
