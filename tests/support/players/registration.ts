/** A registration as its form sends it: good, but for what the test says. */
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
