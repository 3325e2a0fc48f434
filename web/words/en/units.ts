/** Units of time and of files, behind the digits. */
export const day: string = 'd';
export const kilobytes: string = 'kB';
export const megabytes: string = 'MB';
/** Between a name and what it has. */
export const colon: string = ': ';
