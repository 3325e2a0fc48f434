/** Words of a field for a day. */
export const words = {
  format: 'DD/MM/YYYY',
  pick: 'Choose from a calendar',
  unreadable: (example: string) => `Enter a valid date: day, month and year, such as ${example}.`,
  too_late: (last: string) => `Enter a date up to ${last}.`,
};
