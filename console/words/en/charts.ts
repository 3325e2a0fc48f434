export const words = {
  early: (span: string) => `${span} early`,
  late: (span: string) => `${span} late`,
  notYet: 'not yet',
  afterwards: 'then',
  time: 'Time',
  from: 'From',
  to: 'To',
  table: 'Table',
  picture: 'Chart',
};
