/** Between a name and what it has. */
export const colon: string = ': ';
