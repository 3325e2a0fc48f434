export const words = {
  inTime: 'in time',
  late: (span: string) => `${span} late`,
  notYet: 'not yet',
  afterwards: 'then',
  table: 'Table',
  picture: 'Chart',
};
