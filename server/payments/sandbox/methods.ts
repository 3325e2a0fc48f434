/** The methods of the sandbox by their names, which are the same in every language. */
export const methods: Readonly<Record<string, string>> = {
  orange: 'Orange Money',
  mtn: 'MTN MoMo',
  moov: 'Moov Money',
  wave: 'Wave',
  mobile_money: 'Mobile money',
};
