/** A registration as its form sends it: valid, except for what the test changes. */
export function registrationOf(phone: string, changes: object = {}) {
  return {
    phone,
    password: 'correct horse battery',
    firstName: 'Awa',
    lastName: 'Koné',
    birthDate: '1990-04-12',
    country: 'CI',
    acceptTerms: true,
    ...changes,
  };
}
