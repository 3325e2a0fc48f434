export const words = {
  early: (span: string) => `${span} early`,
  late: (span: string) => `${span} late`,
  notYet: 'not yet',
  then: 'then',
  time: 'Time',
  from: 'From',
  to: 'To',
  table: 'Table',
  picture: 'Chart',
};
