export const words = {
  early: (span: string) => `${span} early`,
  late: (span: string) => `${span} late`,
  notYet: 'not yet',
  afterwards: 'then',
  table: 'Table',
  picture: 'Chart',
};
