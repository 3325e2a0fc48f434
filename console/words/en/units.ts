/** Behind the digits. */
export const day: string = 'd';

/** Between a name and what it has. */
export const colon: string = ': ';

/** From Sunday on. */
export const weekdays: string = 'Sun Mon Tue Wed Thu Fri Sat';
