export const words = {
  inTime: 'in time',
  late: (span: string) => `${span} late`,
  afterwards: 'then',
  table: 'Table',
  picture: 'Chart',
};
