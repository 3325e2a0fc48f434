/** Units of time and of files, behind the digits. */
export const day: string = 'd';
export const kilobytes: string = 'kB';
export const megabytes: string = 'MB';
